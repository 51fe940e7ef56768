import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { AdminClient, BatchOutcome } from '@gatehouse/client/admin-client'
import { IdentityServiceUnreachable, type ErrorAnswer } from '@gatehouse/client/client'
import { isJson, type Json } from './import-entry.ts'
import type { ImportOutcome } from './import-outcome.ts'

/** The result of a batch: of each identity in their order, or why none of them could be sent. */
export type SentBatch =
  | { readonly kind: 'sent'; readonly outcomes: readonly ImportOutcome[] }
  /** The service takes no identities at all: no permission, too busy, unreachable. */
  | { readonly kind: 'refused'; readonly answer: ErrorAnswer }
  /** The service at this address takes no batches. */
  | { readonly kind: 'no_batches' }

const pausesMs = [500, 2_000, 8_000]

/**
 * Sends identities as one batch. A batch that is refused as a whole is sent again in halves, so that one fault does not
 * stop the others.
 * @throws IdentityServiceUnreachable when the service does not answer any more.
 */
export async function sendBatch(
  client: Pick<AdminClient, 'batchPatchIdentities'>,
  creates: readonly Json[],
): Promise<SentBatch> {
  const named = creates.map((create) => ({ create, patch_id: randomUUID() }))
  const answer = await withRetries(() => client.batchPatchIdentities({ identities: named }))
  if (answer.kind === 'ok') {
    const outcomes = new Map(answer.body.identities.map((outcome) => [outcome.patch_id, outcome]))
    return { kind: 'sent', outcomes: named.map(({ patch_id: id }) => outcomeOf(outcomes.get(id))) }
  }
  if (answer.kind !== 'error') return { kind: 'no_batches' }
  if (![400, 409, 413].includes(answer.status) || creates.length === 0) return { kind: 'refused', answer }
  if (creates.length === 1) {
    const { message, reason } = answer.envelope.error
    return { kind: 'sent', outcomes: [failed(answer.status, reason ?? message)] }
  }
  const middle = Math.ceil(creates.length / 2)
  const first = await sendBatch(client, creates.slice(0, middle))
  if (first.kind !== 'sent') return first
  const second = await sendBatch(client, creates.slice(middle))
  return second.kind === 'sent' ? { kind: 'sent', outcomes: [...first.outcomes, ...second.outcomes] } : second
}

function outcomeOf(outcome: BatchOutcome | undefined): ImportOutcome {
  if (outcome === undefined) return { result: 'refused', reason: 'the service said nothing about it' }
  if (outcome.action === 'create' && outcome.identity !== undefined) {
    return { result: 'created', identity: outcome.identity }
  }
  const { error } = outcome
  const { code, reason, message } = isJson(error) ? error : {}
  const text = [reason, message].find((one) => typeof one === 'string' && one !== '')
  return failed(Number(code), typeof text === 'string' ? text : 'the service gave no reason')
}

function failed(status: number, reason: string): ImportOutcome {
  // A service may name each fault on a separate line; a report has one line for each entry.
  const line = reason
    .split('\n')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .join('; ')
  return status === 409 ? { result: 'exists', reason: line } : { result: 'refused', reason: line }
}

/**
 * Retries for some seconds while a service restarts or is busy. Sending again is safe: an account that was created is
 * there already.
 */
async function withRetries<T extends { readonly kind: string; readonly status: number }>(
  send: () => Promise<T>,
): Promise<T> {
  for (const pause of pausesMs) {
    try {
      const answer = await send()
      if (answer.status < 500 && answer.status !== 429) return answer
    } catch (error) {
      if (!(error instanceof IdentityServiceUnreachable)) throw error
    }
    await delay(pause)
  }
  return send()
}
