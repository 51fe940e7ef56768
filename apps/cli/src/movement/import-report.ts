import type { Place } from './read-entries.ts'

/** What became of an entry. */
export type ImportOutcome =
  | { readonly result: 'created'; readonly identity: string }
  | { readonly result: 'exists'; readonly reason: string }
  | { readonly result: 'refused'; readonly reason: string }
  /** Of a dry run: nothing is wrong with it as far as can be seen. */
  | { readonly result: 'fine' }

/** A line of the report. `source` is the identity's id where it came from. No line has a trait or a hash. */
export type ImportReportRow = Place & { readonly source?: string } & ImportOutcome

/** How many of each. */
export type ImportCounts = Readonly<Record<ImportOutcome['result'], number>>

export const noCounts: ImportCounts = { created: 0, exists: 0, refused: 0, fine: 0 }

/** The counts with some more rows. */
export function countRows(counts: ImportCounts, rows: readonly ImportOutcome[]): ImportCounts {
  return rows.reduce((sum, { result }) => ({ ...sum, [result]: sum[result] + 1 }), counts)
}
