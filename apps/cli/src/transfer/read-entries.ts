import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { entriesOf } from '@gatehouse/transfer/formats'
import type { PositionedEntry } from '@gatehouse/transfer/import'
import { CommandFailure } from '../command-failure.ts'

/** The position of an entry, for the report. */
export interface SourcePosition {
  readonly file: string
  /** Counted from 1; in a file that is one document, always 1. */
  readonly line: number
  /** Within a list, counted from 1. */
  readonly index?: number
}

/** An entry of a file, with its position. */
type FileEntry = PositionedEntry<SourcePosition>

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
      if (text.trim() !== '') yield* entriesIn(text, { file, line })
    }
  } catch (error) {
    throw unreadable(file, error)
  }
}

async function* readWhole(file: string): AsyncGenerator<FileEntry> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw unreadable(file, error)
  })
  yield* entriesIn(text, { file, line: 1 })
}

function* entriesIn(text: string, position: SourcePosition): Generator<FileEntry> {
  for (const { index, ...entry } of entriesOf(text)) {
    yield { ...entry, position: { ...position, ...(index !== undefined && { index }) } }
  }
}

function unreadable(file: string, error: unknown): CommandFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'an error'
  return new CommandFailure(`${file} cannot be read (${code}).`)
}
