import { parse } from 'csv-parse/sync'
import type { FileContent, ImportFileFormat } from './import-file.ts'

/** The recognized format of a file. */
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
  /** A compressed file, a spreadsheet or a database. */
  | { readonly kind: 'packed' }

/** TABLE: how files begin that hold no text: ZIP (and spreadsheets), gzip, older spreadsheets, SQLite. */
const packedBeginnings = ['PK\u0003\u0004', '\u001F\u008B', '\u00D0\u00CF\u0011\u00E0', 'SQLite format 3\0']

const headLength = 256 * 1_024

/** Recognizes the format of a file by its beginning. */
export async function recognize(content: FileContent): Promise<Recognized> {
  if (await isPacked(content)) return { kind: 'packed' }
  if (!(await isUtf8(content))) return { kind: 'not_utf8' }
  const head = (await beginningOf(content)).replace(/^\uFEFF/, '').trimStart()
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

async function isPacked(content: FileContent): Promise<boolean> {
  for await (const chunk of content()) {
    const beginning = Buffer.from(chunk.subarray(0, 16)).toString('latin1')
    return packedBeginnings.some((one) => beginning.startsWith(one))
  }
  return false
}

async function isUtf8(content: FileContent): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of content()) decoder.decode(chunk, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

async function beginningOf(content: FileContent): Promise<string> {
  const decoder = new TextDecoder()
  let head = ''
  for await (const chunk of content()) {
    head += decoder.decode(chunk, { stream: true })
    if (head.length >= headLength) break
  }
  return head
}

function isWholeDocument(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

/** Returns the usual delimiter that the first line has most of. */
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
