import { faultOf, hasPlainPassword } from './check-entry.ts'
import type { Json } from './import-entry.ts'
import type { ImportOutcome } from './import-outcome.ts'
import { countRows, noCounts, type ImportCounts, type ImportReportRow } from './import-report.ts'

/** An identity that can be sent, and its position in the input. */
export interface SendableEntry<P> {
  readonly kind: 'entry'
  readonly position: P
  readonly create: Json
  /** Its id in the source system. */
  readonly source?: string
}

/** An entry that an import reads: an identity to be created, or something that is none. */
export type PositionedEntry<P> =
  | SendableEntry<P>
  | { readonly kind: 'unreadable'; readonly position: P; readonly reason: string }

/** The input of an import. */
export interface ImportWork<P> {
  readonly entries: AsyncIterable<PositionedEntry<P>>
  /** Entries at the beginning that an earlier run has dealt with. */
  readonly skip: number
  readonly batchSize: number
  /** How many plain passwords one batch may have: each costs the service a hash. Default: the limit of services. */
  readonly passwordsPerBatch?: number
  /** Deals with some entries: sends them, or looks at them only. */
  readonly handle: (entries: readonly SendableEntry<P>[]) => Promise<readonly ImportOutcome[]>
  readonly report: (rows: readonly ImportReportRow<P>[]) => Promise<void> | void
  readonly reported: (counts: ImportCounts) => void
  /** Whether to stop after the current batch. */
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
export async function importIdentities<P extends object>(work: ImportWork<P>): Promise<ImportEnd> {
  let counts = noCounts
  let seen = 0
  let batch: SendableEntry<P>[] = []
  const { passwordsPerBatch = mostPasswords } = work
  let passwords = 0
  let bytes = 0
  const tell = async (rows: readonly ImportReportRow<P>[]) => {
    await work.report(rows)
    counts = countRows(counts, rows)
    work.reported(counts)
  }
  const send = async () => {
    if (batch.length > 0) {
      const outcomes = await work.handle(batch)
      await tell(batch.map((entry, index) => rowOf(entry, outcomes[index])))
    }
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
      await tell([{ ...entry.position, result: 'refused', reason: reason ?? '' }])
      continue
    }
    const size = Buffer.byteLength(JSON.stringify(entry.create))
    const password = hasPlainPassword(entry.create) ? 1 : 0
    const full = batch.length >= work.batchSize || bytes + size > mostBytes || passwords + password > passwordsPerBatch
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

function rowOf<P extends object>(
  { position, source }: SendableEntry<P>,
  outcome: ImportOutcome | undefined,
): ImportReportRow<P> {
  if (outcome === undefined) throw new TypeError('an entry was not dealt with')
  return { ...position, ...(source !== undefined && { source }), ...outcome }
}
