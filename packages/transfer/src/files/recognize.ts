import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { ImportFileFormat } from './import-file.ts'

/** What a file turned out to be. */
export type Recognized =
  | {
      readonly kind: 'recognized'
      readonly format: ImportFileFormat
      readonly delimiter: string
      readonly columns: readonly string[]
    }
  /** Its letters are not UTF-8: names would be damaged. */
  | { readonly kind: 'not_utf8' }
  /** A table without a first line that names its columns. */
  | { readonly kind: 'no_columns' }

const headBytes = 256 * 1_024

/** Finds out how a file says who is in it, by its beginning. */
export async function recognize(path: string): Promise<Recognized> {
  if (!(await isUtf8(path))) return { kind: 'not_utf8' }
  const head = (await beginningOf(path)).replace(/^\uFEFF/, '').trimStart()
  if (head.startsWith('[')) return { kind: 'recognized', format: 'json', delimiter: '', columns: [] }
  if (head.startsWith('{')) {
    const format = isWholeDocument(head.split(/\r?\n/, 1)[0] ?? '') ? 'jsonl' : 'json'
    return { kind: 'recognized', format, delimiter: '', columns: [] }
  }
  const delimiter = delimiterOf(head.split(/\r?\n/, 1)[0] ?? '')
  const columns = headingsOf(head, delimiter)
  if (columns === undefined || columns.every((column) => column === '')) return { kind: 'no_columns' }
  return { kind: 'recognized', format: 'csv', delimiter, columns }
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk as Buffer, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

async function beginningOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return new TextDecoder().decode(buffer.subarray(0, bytesRead), { stream: true })
  } finally {
    await file.close()
  }
}

function isWholeDocument(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

/** Whichever of the usual ones the first line has most of. */
function delimiterOf(line: string): string {
  const count = (sign: string) => line.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

function headingsOf(head: string, delimiter: string): readonly string[] | undefined {
  try {
    const [first] = parse(head, { delimiter, to: 1, relax_column_count: true, trim: true })
    return Array.isArray(first) ? first.map(String) : undefined
  } catch {
    return undefined
  }
}
