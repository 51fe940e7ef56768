import type { SchemaField } from '@gatehouse/contract/identities'

/** TABLE: what of an account is JSON of any shape, as the admin API and its forms call it. */
export const metadataNames = ['metadata_public', 'metadata_admin'] as const

/** One of them. */
export type MetadataName = (typeof metadataNames)[number]

/** What of an account is being changed on the page itself, and what it is now. */
export type EditedFact = {
  /** What it is now, as JSON: goes along with the form, which replaces nothing else. */
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
