import type { SchemaField } from '@gatehouse/contract/identities'

/** TABLE: facts of an account that are JSON of any shape, as the admin API and its forms call them. */
export const metadataNames = ['metadata_public', 'metadata_admin'] as const

/** One of them. */
export type MetadataName = (typeof metadataNames)[number]

/** The fact of an account that is edited on the page itself, and its current value. */
export type EditedFact = {
  /** The current value as JSON: sent with the form, which replaces nothing else. */
  readonly before: string
} & (
  | { readonly kind: 'metadata'; readonly name: MetadataName; readonly text: string }
  | {
      readonly kind: 'trait'
      readonly name: string
      readonly field: SchemaField
      readonly traits: Readonly<Record<string, unknown>>
    }
)

/** The address at which one of them is being changed: of the page that one is on. */
export function editAddress(name: string): string {
  return `?${new URLSearchParams({ edit: name })}`
}
