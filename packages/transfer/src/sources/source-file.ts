import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { FileContent, ImportFileFormat } from '../files/import-file.ts'
import { isJson } from '../import-entry.ts'
import { parsedJson } from './foreign-person.ts'

/** A file of an export, regardless of its storage. */
export interface SourceFile {
  readonly name: string
  readonly format: ImportFileFormat
  /** Between the cells of a table. */
  readonly delimiter: string
  readonly content: FileContent
}

/** Describes a file on the disk, by its name and its first lines. */
export async function sourceFileOnDisk(name: string): Promise<SourceFile> {
  const content = () => createReadStream(name)
  const format = /\.csv$/i.test(name) ? 'csv' : (await isLines(name)) ? 'jsonl' : 'json'
  return { name, format, delimiter: ',', content }
}

/** Tells whether the first line is a complete JSON object. */
async function isLines(file: string): Promise<boolean> {
  if (/\.(?:jsonl|ndjson)$/i.test(file)) return true
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
  let first: string | undefined
  let further = 0
  for await (const line of lines) {
    if (line.trim() === '') continue
    if (first === undefined) first = line
    else further += 1
    if (further > 0 || parsedJson(first) === undefined) break
  }
  lines.close()
  return first !== undefined && further > 0 && isJson(parsedJson(first))
}
