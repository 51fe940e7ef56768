import { setImmediate } from 'node:timers/promises'
import type { AdminClient } from '@gatehouse/client/admin-client'
import { IdentityServiceUnreachable } from '@gatehouse/client/client'
import { importIdentities, type SendableEntry, type ImportOutcome, sendBatch } from '@gatehouse/transfer/import'
import { type JobHandle, WorkRefused } from '../jobs/job.ts'
import type { ImportedEntry, FilePosition } from '@gatehouse/transfer/files'

/** Small ones: the page shows how far it is after each, and stopping waits for no more than one. */
const batch = { identities: 100, passwords: 20 } as const

/** Creates everybody in a file, in batches; who is there already is reported, and made once only. */
export async function importWork(
  admin: AdminClient,
  read: () => AsyncIterable<ImportedEntry>,
  { setTotal, stopped, report }: JobHandle,
): Promise<void> {
  let total = 0
  for await (const _ of read()) total += 1
  setTotal(total)
  await importIdentities({
    entries: read(),
    skip: 0,
    batchSize: batch.identities,
    passwordsPerBatch: batch.passwords,
    handle: (entries) => send(admin, entries),
    report,
    reported: () => undefined,
    stopped,
  })
}

async function send(
  admin: AdminClient,
  entries: readonly SendableEntry<FilePosition>[],
): Promise<readonly ImportOutcome[]> {
  // The people who sign in meanwhile get their turn.
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
