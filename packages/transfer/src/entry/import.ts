/** Imports accounts in batches, with the result of each. */
export { importIdentities, type ImportEnd, type PositionedEntry, type SendableEntry } from '../import-identities.ts'
export type { ImportOutcome } from '../import-outcome.ts'
export type { ImportCounts, ImportReportRow } from '../import-report.ts'
export { sendBatch } from '../send-batch.ts'
