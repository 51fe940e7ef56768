import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { AdminClient, BatchOutcome } from '@gatehouse/client/admin-client'
import { IdentityServiceUnreachable } from '@gatehouse/client/unreachable'
import { CommandFailure, refusal } from '../command-failure.ts'
import { isJson } from './import-entry.ts'
import type { ImportOutcome, ImportReportRow } from './import-report.ts'
import type { FileEntry } from './read-entries.ts'

/** An entry that can be sent. */
export type SendableEntry = Extract<FileEntry, { kind: 'entry' }>

const pausesMs = [500, 2_000, 8_000]

/**
 * Sends entries as one batch and answers what became of each, in their order. A batch that is refused as a whole is sent
 * again in halves, so that one fault does not stop the others. Fails where the service does not answer any more.
 */
export async function sendBatch(
  client: AdminClient,
  entries: readonly SendableEntry[],
): Promise<readonly ImportReportRow[]> {
  const named = entries.map((entry) => ({ entry, patchId: randomUUID() }))
  const body = { identities: named.map(({ entry, patchId }) => ({ create: entry.create, patch_id: patchId })) }
  const answer = await withPatience(() => client.batchPatchIdentities(body))
  if (answer.kind === 'ok') {
    const outcomes = new Map(answer.body.identities.map((outcome) => [outcome.patch_id, outcome]))
    return named.map(({ entry, patchId }) => row(entry, outcomeOf(outcomes.get(patchId))))
  }
  const isFault = answer.kind === 'error' && [400, 409, 413].includes(answer.status)
  const [only, ...others] = entries
  if (!isFault || only === undefined) {
    throw answer.kind === 'error' ? refusal(answer) : new CommandFailure('This is no admin API that takes batches.')
  }
  if (others.length === 0) {
    const { message, reason } = answer.envelope.error
    return [row(only, failed(answer.status, reason ?? message))]
  }
  const middle = Math.ceil(entries.length / 2)
  const first = await sendBatch(client, entries.slice(0, middle))
  return [...first, ...(await sendBatch(client, entries.slice(middle)))]
}

function row({ place, source }: SendableEntry, outcome: ImportOutcome): ImportReportRow {
  return { ...place, ...(source !== undefined && { source }), ...outcome }
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
  return status === 409 ? { result: 'exists', reason } : { result: 'refused', reason }
}

/** A service that is restarted, or busy, gets some seconds. Sending again is safe: what was created is there already. */
async function withPatience<T extends { readonly kind: string; readonly status: number }>(
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
