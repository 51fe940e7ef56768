import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'
import type { FileContent, ImportFile } from './import-file.ts'

/** A column of a table, and what stands in its first lines. */
export interface SampledColumn {
  readonly name: string
  readonly samples: readonly string[]
}

const lines = 3
const longest = 60

/** The columns of a staged table. */
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
    // What cannot be read is said where the file is looked at as a whole.
  }
  return columns.map((name, index) => ({
    name,
    samples: isSecret(targets[index]) ? rows.map(() => '…') : rows.map((row) => cut(row[index] ?? '')),
  }))
}

/** Where a hash goes shows without the hash. */
function isSecret(target: string | undefined): boolean {
  return target === 'password' || target === 'password_hash'
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
