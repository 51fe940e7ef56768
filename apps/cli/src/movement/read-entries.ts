import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { CommandFailure } from '../command-failure.ts'
import { isJson } from './import-entry.ts'
import type { Json } from './import-entry.ts'

/** Where an entry stands: for the report. */
export interface Place {
  readonly file: string
  /** Counted from 1; in a file that is one document, always 1. */
  readonly line: number
  /** Within a list, counted from 1. */
  readonly index?: number
}

/** What a file holds: an identity to be created, or something that is none. */
export type FileEntry =
  | { readonly kind: 'entry'; readonly place: Place; readonly create: Json; readonly source?: string }
  | { readonly kind: 'unreadable'; readonly place: Place; readonly reason: string }

/**
 * Reads files of any shape that is about: one JSON document a line, or one document altogether; each an identity, an
 * entry of a batch, a list of those, or the body of a batch. `-` is standard input.
 */
export async function* readEntries(files: readonly string[]): AsyncGenerator<FileEntry> {
  for (const file of files) yield* isLines(file) ? readLines(file) : readWhole(file)
}

function isLines(file: string): boolean {
  return file === '-' || /\.(jsonl|ndjson)$/i.test(file)
}

async function* readLines(file: string): AsyncGenerator<FileEntry> {
  const input = file === '-' ? process.stdin : createReadStream(file)
  let line = 0
  try {
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      line += 1
      if (text.trim() !== '') yield* entriesOf(text, { file, line })
    }
  } catch (error) {
    throw unreadable(file, error)
  }
}

async function* readWhole(file: string): AsyncGenerator<FileEntry> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw unreadable(file, error)
  })
  yield* entriesOf(text, { file, line: 1 })
}

function* entriesOf(text: string, place: Place): Generator<FileEntry> {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    // What JSON.parse says quotes the text, which may be a hash.
    yield { kind: 'unreadable', place, reason: 'is no JSON; files of one document a line are called .jsonl' }
    return
  }
  const list = listOf(document)
  if (list === undefined) yield entryOf(document, place)
  else for (const [index, one] of list.entries()) yield entryOf(one, { ...place, index: index + 1 })
}

function listOf(document: unknown): readonly unknown[] | undefined {
  if (Array.isArray(document)) return document
  return isJson(document) && Array.isArray(document['identities']) ? document['identities'] : undefined
}

function entryOf(value: unknown, place: Place): FileEntry {
  if (!isJson(value)) return { kind: 'unreadable', place, reason: 'is no identity: a JSON object is expected' }
  const { create, patch_id: source } = value
  if (create === undefined) return { kind: 'entry', place, create: value }
  if (!isJson(create)) return { kind: 'unreadable', place, reason: '"create" is no JSON object' }
  return { kind: 'entry', place, create, ...(typeof source === 'string' && { source }) }
}

function unreadable(file: string, error: unknown): CommandFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'an error'
  return new CommandFailure(`${file} cannot be read (${code}).`)
}
