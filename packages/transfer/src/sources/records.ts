import { createInterface } from 'node:readline'
import { pipeline, Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CsvError, parse } from 'csv-parse'
import { recordBytes } from '../files/import-file.ts'
import { isJson, type Json } from '../import-entry.ts'
import { parsedJson } from './foreign-person.ts'
import type { SourceFile } from './source-file.ts'

/** The position of a record: the line, counted from 1; in a list, the index in it. */
export interface RecordPosition {
  readonly file: string
  readonly line: number
  readonly index?: number
}

/** A record of an export, or why it cannot be read. Texts of the file are never repeated: they may be hashes. */
export type ForeignRecord =
  | { readonly kind: 'record'; readonly position: RecordPosition; readonly record: Json }
  | { readonly kind: 'unreadable'; readonly position: RecordPosition; readonly reason: string }

/**
 * Reads the records of an export: a table with headings, one JSON object a line, or a JSON document that is a list or has
 * one by one of the names `lists`. Lines and tables are read piece by piece, a document as a whole.
 */
export function readRecords(file: SourceFile, lists: readonly string[]): AsyncGenerator<ForeignRecord> {
  switch (file.format) {
    case 'csv':
      return readTable(file)
    case 'jsonl':
      return readLines(file, lists)
    case 'json':
      return readDocument(file, lists)
  }
  file.format satisfies never
  throw new TypeError('an unknown format')
}

const bytesOf = ({ content }: SourceFile) => Readable.from(content(), { objectMode: false })

async function* readTable({ name: file, ...rest }: SourceFile): AsyncGenerator<ForeignRecord> {
  const { delimiter } = rest
  const options = { bom: true, columns: true, info: true, relax_column_count: true } as const
  const table = parse({ ...options, delimiter, max_record_size: recordBytes })
  // An error in the file is thrown in the loop below, which reads the end of the pipeline.
  const rows = pipeline(bytesOf({ name: file, ...rest }), table, () => {})
  let line = 1
  try {
    for await (const { record, info } of rows) {
      line = info.lines
      yield { kind: 'record', position: { file, line }, record }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // The parser's message quotes the field. Rows that it had read and not handed on are lost with it.
    const reason = `cannot be read from here on: line ${table.info.lines} is no line of a table (${error.code})`
    yield { kind: 'unreadable', position: { file, line: line + 1 }, reason }
  }
}

async function* readLines(file: SourceFile, lists: readonly string[]): AsyncGenerator<ForeignRecord> {
  let line = 0
  for await (const one of createInterface({ input: bytesOf(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1
    if (one.trim() === '') continue
    const value = parsedJson(one.replace(/^\uFEFF/, ''))
    const position = { file: file.name, line }
    // A document without line breaks is one line.
    yield* recordsOf(listIn(value, lists) ?? value, position)
  }
}

async function* readDocument(file: SourceFile, lists: readonly string[]): AsyncGenerator<ForeignRecord> {
  const document = parsedJson((await text(bytesOf(file))).replace(/^\uFEFF/, ''))
  const position = { file: file.name, line: 1 }
  const found = listIn(document, lists)
  if (found !== undefined) yield* recordsOf(found, position)
  else if (isJson(document) && lists.length === 0) yield { kind: 'record', position, record: document }
  else {
    const wanted = ['a list', ...lists.map((name) => `an object with the list "${name}"`)].join(', or ')
    yield { kind: 'unreadable', position, reason: `is no JSON document that is ${wanted}` }
  }
}

function listIn(value: unknown, lists: readonly string[]): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (!isJson(value)) return undefined
  const name = lists.find((one) => Array.isArray(value[one]))
  const found: unknown = name === undefined ? undefined : value[name]
  return Array.isArray(found) ? found : undefined
}

function* recordsOf(value: unknown, position: RecordPosition): Generator<ForeignRecord> {
  if (!Array.isArray(value)) yield recordOf(value, position)
  else for (const [index, one] of value.entries()) yield recordOf(one, { ...position, index: index + 1 })
}

function recordOf(value: unknown, position: RecordPosition): ForeignRecord {
  if (isJson(value)) return { kind: 'record', position, record: value }
  return { kind: 'unreadable', position, reason: 'is no JSON object' }
}
