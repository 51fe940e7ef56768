import { setImmediate } from 'node:timers/promises'
import type { AdminClient } from '@gatehouse/client/admin-client'
import { IdentityServiceUnreachable } from '@gatehouse/client/unreachable'
import { importIdentities, type SendableEntry } from '@gatehouse/transfer/import-identities'
import type { ImportOutcome } from '@gatehouse/transfer/import-outcome'
import { sendBatch } from '@gatehouse/transfer/send-batch'
import { type JobHandle, WorkRefused } from '../../src/jobs/job.ts'
import type { ImportedEntry, ImportPlace } from './read-staged.server.ts'

/** Small ones: the page shows how far it is after each, and stopping waits for no more than one. */
const batch = { identities: 100, passwords: 20 } as const

/** Creates everybody in a file, in batches; who is there already is reported, and nobody is made twice. */
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
  entries: readonly SendableEntry<ImportPlace>[],
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
