import { faultOf, hasPlainPassword } from './check-entry.ts'
import { countRows, noCounts } from './import-report.ts'
import type { ImportCounts, ImportReportRow } from './import-report.ts'
import type { FileEntry } from './read-entries.ts'
import type { SendableEntry } from './send-batch.ts'
import type { Sink } from './sink.ts'

/** What an import works with. */
export interface ImportWork {
  readonly entries: AsyncIterable<FileEntry>
  /** Entries at the beginning that an earlier run has dealt with. */
  readonly skip: number
  readonly batchSize: number
  /** Deals with some entries: sends them, or looks at them only. */
  readonly handle: (entries: readonly SendableEntry[]) => Promise<readonly ImportReportRow[]>
  readonly report: Sink<ImportReportRow>
  readonly told: (counts: ImportCounts) => void
  /** Whether to stop after the batch at hand. */
  readonly stopped: () => boolean
}

/** How an import ended. `seen` counts every entry, those skipped as well. */
export interface ImportEnd {
  readonly counts: ImportCounts
  readonly seen: number
  readonly isWhole: boolean
}

/** Every plain password costs the service a hash; more of them in one batch are refused. */
const mostPasswords = 200
/** The embedded service takes bodies of 16 MiB. */
const mostBytes = 8 * 1024 * 1024

/** Reads entries and deals with them in batches. */
export async function importIdentities(work: ImportWork): Promise<ImportEnd> {
  let counts = noCounts
  let seen = 0
  let batch: SendableEntry[] = []
  let passwords = 0
  let bytes = 0
  const tell = async (rows: readonly ImportReportRow[]) => {
    await work.report.append(rows)
    counts = countRows(counts, rows)
    work.told(counts)
  }
  const send = async () => {
    if (batch.length > 0) await tell(await work.handle(batch))
    batch = []
    passwords = 0
    bytes = 0
  }
  for await (const entry of work.entries) {
    if (work.stopped()) break
    seen += 1
    if (seen <= work.skip) continue
    const reason = entry.kind === 'unreadable' ? entry.reason : faultOf(entry.create)
    if (entry.kind === 'unreadable' || reason !== undefined) {
      await tell([{ ...entry.place, result: 'refused', reason: reason ?? '' }])
      continue
    }
    const size = Buffer.byteLength(JSON.stringify(entry.create))
    const password = hasPlainPassword(entry.create) ? 1 : 0
    const full = batch.length >= work.batchSize || bytes + size > mostBytes || passwords + password > mostPasswords
    if (full) await send()
    if (work.stopped()) {
      seen -= 1
      break
    }
    batch.push(entry)
    passwords += password
    bytes += size
  }
  const isWhole = !work.stopped()
  if (isWhole) await send()
  return { counts, seen: seen - batch.length, isWhole }
}
