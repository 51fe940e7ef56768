import { createInterface } from 'node:readline'
import { pipeline, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { schemaFields, type SchemaField } from '@gatehouse/contract/identities'
import { entriesOf } from '../entries-of.ts'
import type { PositionedEntry } from '../import-identities.ts'
import { CsvError, parse } from 'csv-parse'
import { type FileContent, type ImportFile, type KnownSchema, recordBytes } from './import-file.ts'
import { type CsvReading, entryOfCells } from './csv-entry.ts'

/** The position of a person in a file: the line counted from 1, and within a list on it; of several files, in which. */
export type FilePosition = { readonly line: number; readonly index?: number; readonly file?: string }

/** An account out of an uploaded file, or why it cannot be read; with its position in the file. */
export type ImportedEntry = PositionedEntry<FilePosition>

/** Reads the people in a file, one after the other. */
export function readFileOfPeople(
  file: ImportFile,
  content: FileContent,
  schemas: readonly KnownSchema[],
): AsyncGenerator<ImportedEntry> {
  switch (file.format) {
    case 'csv':
      return readTable(content, file, readingOf(file, schemas))
    case 'json':
      return withSchema(readDocument(content), file.schemaId)
    case 'jsonl':
      return withSchema(readLines(content), file.schemaId)
  }
  file.format satisfies never
  throw new TypeError('an unknown format')
}

function readingOf({ targets, schemaId }: ImportFile, schemas: readonly KnownSchema[]): CsvReading {
  const known = new Map<string, readonly SchemaField[]>(schemas.map(({ id, schema }) => [id, schemaFields(schema)]))
  return { targets, schemaId, fieldsOf: (id) => known.get(id) }
}

const tableOptions = {
  bom: true,
  info: true,
  relax_column_count: true,
  max_record_size: recordBytes,
} as const

async function* readTable(
  content: FileContent,
  { delimiter }: ImportFile,
  reading: CsvReading,
): AsyncGenerator<ImportedEntry> {
  const width = reading.targets.length
  const parser = parse({ ...tableOptions, delimiter })
  // An error of the file ends the loop below.
  const table = pipeline(Readable.from(content(), { objectMode: false }), parser, () => undefined)
  let line = 1
  let isHeading = true
  try {
    for await (const { record, info } of table) {
      const cells = parseCells(record)
      // The first line of the record: `lines` counts to its end.
      const position = { line }
      line = Number(info.lines) + 1
      if (isHeading) isHeading = false
      else if (cells.length > width) {
        const reason = `has ${cells.length} cells where there are ${width} columns`
        yield { kind: 'unreadable', position, reason }
      } else if (cells.some((cell) => cell.trim() !== '')) yield { ...entryOfCells(cells, reading), position }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    yield { kind: 'unreadable', position: { line }, reason: `cannot be read from here on (${error.code})` }
  }
}

function parseCells(record: unknown): readonly string[] {
  return Array.isArray(record) ? record.map(String) : []
}

async function* readDocument(content: FileContent): AsyncGenerator<ImportedEntry> {
  const document = await text(Readable.from(content(), { objectMode: false }))
  for (const { index, ...entry } of entriesOf(document.replace(/^\uFEFF/, ''))) {
    yield { ...entry, position: { line: 1, ...(index !== undefined && { index }) } }
  }
}

async function* readLines(content: FileContent): AsyncGenerator<ImportedEntry> {
  let line = 0
  const input = Readable.from(content(), { objectMode: false })
  for await (const one of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1
    if (one.trim() === '') continue
    for (const { index, ...entry } of entriesOf(one.replace(/^\uFEFF/, ''))) {
      yield { ...entry, position: { line, ...(index !== undefined && { index }) } }
    }
  }
}

async function* withSchema(entries: AsyncIterable<ImportedEntry>, schemaId: string): AsyncGenerator<ImportedEntry> {
  for await (const entry of entries) {
    if (entry.kind === 'unreadable' || entry.create['schema_id'] !== undefined) yield entry
    else yield { ...entry, create: { schema_id: schemaId, ...entry.create } }
  }
}
