import type { SchemaField } from '@gatehouse/contract/identities'

/** TABLE: the metadata of an account, JSON of any shape, by the names of the admin API and of form fields. */
export const metadataNames = ['metadata_public', 'metadata_admin'] as const

/** One of them. */
export type MetadataName = (typeof metadataNames)[number]

/** A trait or the metadata that a form in its row edits, and its current value. */
export type EditableField = {
  /** The current value as JSON. The form posts it back: saving is refused if the stored value has changed. */
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
