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

/** Reads entries and deals with them in batches. Their rows are reported in the order of the input. */
export async function importIdentities<P extends object>(work: ImportWork<P>): Promise<ImportEnd> {
  const { passwordsPerBatch = mostPasswords } = work
  let counts = noCounts
  let reported = 0
  let batch: CheckedEntry<P>[] = []
  let passwords = 0
  let bytes = 0
  const send = async () => {
    const sendable = batch.flatMap(({ entry, reason }) => (entry.kind === 'entry' && reason === undefined ? entry : []))
    const outcomes = (sendable.length === 0 ? [] : await work.handle(sendable)).values()
    const rows = batch.map((checked) => rowOf(checked, () => outcomes.next().value))
    await work.report(rows)
    reported += rows.length
    counts = countRows(counts, rows)
    work.reported(counts)
    batch = []
    passwords = 0
    bytes = 0
  }
  let position = 0
  for await (const entry of work.entries) {
    if (work.stopped()) break
    position += 1
    if (position <= work.skip) continue
    const { create } = entry.kind === 'entry' ? entry : {}
    const reason = entry.kind === 'entry' ? faultOf(entry.create) : entry.reason
    const size = create === undefined ? 0 : Buffer.byteLength(JSON.stringify(create))
    const password = create !== undefined && hasPlainPassword(create) ? 1 : 0
    const isFull =
      batch.length >= work.batchSize || bytes + size > mostBytes || passwords + password > passwordsPerBatch
    if (isFull && batch.length > 0) await send()
    if (work.stopped()) break
    batch.push({ entry, reason })
    passwords += password
    bytes += size
  }
  const isWhole = !work.stopped()
  if (isWhole && batch.length > 0) await send()
  return { counts, seen: Math.min(position, work.skip) + reported, isWhole }
}

/** An entry, and why it cannot be sent. */
interface CheckedEntry<P> {
  readonly entry: PositionedEntry<P>
  readonly reason: string | undefined
}

/** Returns the row of an entry. `outcome` returns what became of the next entry that was sent. */
function rowOf<P extends object>(
  { entry, reason }: CheckedEntry<P>,
  outcome: () => ImportOutcome | undefined,
): ImportReportRow<P> {
  if (reason !== undefined) return { ...entry.position, result: 'refused', reason }
  const source = entry.kind === 'entry' ? entry.source : undefined
  const known = outcome()
  if (known === undefined) throw new TypeError('an entry was not dealt with')
  return { ...entry.position, ...(source !== undefined && { source }), ...known }
}
