import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'
import type { FileContent, ImportFile } from './import-file.ts'

/** A column of a table, and its values in the first lines. */
export interface SampledColumn {
  readonly name: string
  readonly samples: readonly string[]
}

const lines = 3
const longest = 60

/** Returns the columns of a staged table. */
export async function columnsOf(
  { columns, delimiter, targets }: ImportFile,
  content: FileContent,
): Promise<SampledColumn[]> {
  const parser = parse({ bom: true, delimiter, relax_column_count: true, from: 2, to: lines + 1 })
  const rows: (readonly string[])[] = []
  try {
    for await (const row of pipeline(Readable.from(content(), { objectMode: false }), parser, () => undefined)) {
      if (Array.isArray(row)) rows.push(row.map(String))
    }
  } catch {
    // The check of the whole file reports records that cannot be read.
  }
  return columns.map((name, index) => ({
    name,
    samples: isSecret(targets[index]) ? rows.map(() => '…') : rows.map((row) => cut(row[index] ?? '')),
  }))
}

/** Tells whether a column holds passwords or hashes, which are not shown. */
function isSecret(target: string | undefined): boolean {
  return target === 'password' || target === 'password_hash'
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
