import type { ImportOutcome } from './import-outcome.ts'

/**
 * A line of the report: the entry's position (`P`) and result. `source` is the identity's id in the source system. No
 * line has a trait or a hash.
 */
export type ImportReportRow<P> = P & { readonly source?: string } & ImportOutcome

/** How many of each. */
export type ImportCounts = Readonly<Record<ImportOutcome['result'], number>>

/** Before anything was read. */
export const noCounts: ImportCounts = { created: 0, exists: 0, refused: 0, fine: 0 }

/** Adds some more rows to the counts. */
export function countRows(counts: ImportCounts, rows: readonly ImportOutcome[]): ImportCounts {
  return rows.reduce((sum, { result }) => ({ ...sum, [result]: sum[result] + 1 }), counts)
}
