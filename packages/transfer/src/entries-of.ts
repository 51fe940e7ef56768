import { isJson, type Json } from './import-entry.ts'

/** An entry of a document: an identity to be created, or something that is none. */
export type DocumentEntry =
  | { readonly kind: 'entry'; readonly index?: number; readonly create: Json; readonly source?: string }
  | { readonly kind: 'unreadable'; readonly index?: number; readonly reason: string }

/**
 * The entries of a JSON document of any shape that is about: an identity, an entry of a batch, a list of those, or the
 * body of a batch. `index` counts from 1 within a list.
 */
export function* entriesOf(text: string): Generator<DocumentEntry> {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    // The message of JSON.parse quotes the text, which may be a hash.
    yield { kind: 'unreadable', reason: 'is no JSON; files of one document a line are called .jsonl' }
    return
  }
  const list = listOf(document)
  if (list === undefined) yield entryOf(document)
  else for (const [index, one] of list.entries()) yield { ...entryOf(one), index: index + 1 }
}

function listOf(document: unknown): readonly unknown[] | undefined {
  if (Array.isArray(document)) return document
  return isJson(document) && Array.isArray(document['identities']) ? document['identities'] : undefined
}

function entryOf(value: unknown): DocumentEntry {
  if (!isJson(value)) return { kind: 'unreadable', reason: 'is no identity: a JSON object is expected' }
  const { create, patch_id: source } = value
  if (create === undefined) return { kind: 'entry', create: value }
  if (!isJson(create)) return { kind: 'unreadable', reason: '"create" is no JSON object' }
  return { kind: 'entry', create, ...(typeof source === 'string' && { source }) }
}
