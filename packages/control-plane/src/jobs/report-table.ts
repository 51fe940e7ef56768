import { stringify } from 'csv-stringify/sync'
import type { ReportRow } from './job.ts'

/** Everything that a line of a report may have. */
const columns = ['line', 'index', 'source', 'identity', 'result', 'reason'] as const

/** A report as CSV, with the columns that are in use. */
export function reportTable(rows: readonly ReportRow[]): string {
  const used = columns.filter((column) => rows.some((row) => row[column] !== undefined))
  const header = used.length > 0
  // A reason may quote what begins with "=": a spreadsheet would compute it.
  return stringify([...rows], { columns: [...used], header, escape_formulas: true, record_delimiter: 'windows' })
}
