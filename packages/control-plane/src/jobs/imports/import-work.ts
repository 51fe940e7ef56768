import type { AdminClient } from '@gatehouse/client/admin-client'
import { IdentityServiceUnreachable } from '@gatehouse/client/client'
import type { schemaVerdicts } from '@gatehouse/transfer/check'
import type { ImportedEntry, FilePosition } from '@gatehouse/transfer/files'
import { importIdentities, type SendableEntry, type ImportOutcome, sendBatch } from '@gatehouse/transfer/import'
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type Job, type JobHandle, WorkRefused } from '../../model/job.ts'

/** Batches are small: the page shows the progress after each, and a stop waits for one at most. */
const batch = { identities: 100, passwords: 20 } as const

/** The target that receives the people of a file. */
export interface ImportTarget {
  readonly admin: Pick<AdminClient, 'batchPatchIdentities' | 'getIdentity'>
  /** Validates an account by its schema, before it is sent. */
  readonly check: ReturnType<typeof schemaVerdicts>
  /** Whether the service accepts ids of ours. */
  readonly takesIds: boolean
}

/**
 * Creates the people of a file, in batches, from the job's next entry on; existing people are reported and not created
 * again. A person without an id in the file gets one that is derived from the file and the position in it: if a process
 * ended before it reported a batch, no account is created twice.
 */
export async function importWork(
  target: ImportTarget,
  read: () => AsyncIterable<ImportedEntry>,
  job: Pick<Job, 'source' | 'total' | 'done' | 'isTakenOver'>,
  { setTotal, stopped, report }: JobHandle,
): Promise<void> {
  if (job.total === undefined) {
    let total = 0
    for await (const _ of read()) total += 1
    await setTotal(total)
  }
  let isUncertain = job.isTakenOver
  await importIdentities({
    entries: read(),
    skip: job.done,
    batchSize: batch.identities,
    passwordsPerBatch: batch.passwords,
    handle: async (entries) => {
      // Schema violations are reported with the names of fields: the service would report paths.
      const refusals = await Promise.all(entries.map((entry) => refusalOf(target, entry)))
      const fitting = entries.filter((_, at) => refusals[at] === undefined)
      const named = target.takesIds ? fitting.map((entry) => withId(job.source ?? '', entry)) : fitting
      const outcomes = named.length === 0 ? [] : await send(target.admin, named)
      const known = isUncertain
        ? await Promise.all(outcomes.map((one, at) => settled(target, named[at], one)))
        : outcomes
      isUncertain = false
      const left = known.values()
      return refusals.map((refusal) => refusal ?? left.next().value ?? unsaid)
    },
    report,
    reported: () => undefined,
    stopped,
  })
}

const unsaid: ImportOutcome = { result: 'refused', reason: 'the service said nothing about it' }

async function refusalOf(
  { check }: ImportTarget,
  { create }: SendableEntry<FilePosition>,
): Promise<ImportOutcome | undefined> {
  const verdict = await check(create)
  return verdict.kind === 'faulty' ? { result: 'refused', reason: verdict.reason } : undefined
}

function withId(file: string, entry: SendableEntry<FilePosition>): SendableEntry<FilePosition> {
  return { ...entry, create: { id: entryId(file, entry.position), ...entry.create } }
}

/** Settles the batch that another process had in work: a person with the id derived here was created by it. */
async function settled(
  { admin, takesIds }: ImportTarget,
  entry: SendableEntry<FilePosition> | undefined,
  outcome: ImportOutcome,
): Promise<ImportOutcome> {
  const id = entry?.create['id']
  if (outcome.result !== 'exists' || !takesIds || typeof id !== 'string') return outcome
  const found = await admin.getIdentity({ id })
  return found.kind === 'ok' ? { result: 'created', identity: id } : outcome
}

async function send(
  admin: ImportTarget['admin'],
  entries: readonly SendableEntry<FilePosition>[],
): Promise<readonly ImportOutcome[]> {
  // Lets concurrent sign-ins run.
  await setImmediate()
  const creates = entries.map(({ create }) => create)
  const sent = await sendBatch(admin, creates).catch((error: unknown) => {
    if (error instanceof IdentityServiceUnreachable) throw new WorkRefused('The identity service does not answer.')
    throw error
  })
  switch (sent.kind) {
    case 'sent':
      return sent.outcomes
    case 'refused': {
      const { reason, message } = sent.answer.envelope.error
      throw new WorkRefused(reason ?? message)
    }
    case 'no_batches':
      throw new WorkRefused('The identity service takes no batches.')
  }
  sent satisfies never
  throw new TypeError('a batch with an unknown end')
}

/** Returns the id of an account from a file's entry: a UUID (version 8), always the same for the same entry. */
function entryId(file: string, { line, index, file: part }: FilePosition): string {
  const bytes = createHash('sha256')
    .update(`${file} ${line} ${index ?? ''}${part === undefined ? '' : ` ${part}`}`)
    .digest()
    .subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
