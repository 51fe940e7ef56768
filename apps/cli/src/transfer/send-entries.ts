import type { AdminClient } from '@gatehouse/client/admin-client'
import type { Json } from '@gatehouse/transfer/formats'
import { sendBatch, type ImportOutcome } from '@gatehouse/transfer/import'
import { CommandFailure, refusal } from '../command-failure.ts'

/** Sends identities as one batch and returns the result of each. Fails if the service does not take them at all. */
export async function sendEntries(
  client: AdminClient,
  entries: readonly { readonly create: Json }[],
): Promise<readonly ImportOutcome[]> {
  const creates = entries.map(({ create }) => create)
  const sent = await sendBatch(client, creates)
  switch (sent.kind) {
    case 'sent':
      return sent.outcomes
    case 'refused':
      throw refusal(sent.answer)
    case 'no_batches':
      throw new CommandFailure('This is no admin API that takes batches.')
  }
  sent satisfies never
  throw new TypeError('a batch with an unknown end')
}
