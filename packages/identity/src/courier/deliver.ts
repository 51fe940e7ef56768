import { randomUUID } from 'node:crypto'

import { inSpan, traceOfStored } from '@gatehouse/platform/log'
import { OutboundFault } from '@gatehouse/platform/outbound'
import type { Clock, DeliveryResult } from '@gatehouse/platform/work'

import { JsonnetFault } from '../jsonnet/jsonnet.ts'
import type { OutboxMessage } from './message.ts'
import type { Dispatch, OutboxStore } from './outbox-store.ts'
import { isNotice } from './resend.ts'
import { noTexts } from './sealed-texts.ts'
import { DeliveryFault, classifyFault, type MessageSender } from './sender.ts'

/** The reason of a failed delivery. `reason` is for the project's developers. */
export interface Failure extends Pick<DeliveryFault, 'step' | 'blame' | 'isFinal' | 'isTemporary'> {
  readonly reason: string
}

/** Hands a message over. Returns nothing, or the reason of the failure. */
export async function handOver(sender: MessageSender, message: OutboxMessage): Promise<Failure | undefined> {
  const attributes = { 'gatehouse.message': message.type, 'gatehouse.attempt': message.sendCount + 1 }
  const parent = traceOfStored(message.trace)
  return inSpan({ name: 'deliver message', kind: 'consumer', parent, attributes }, async (span) => {
    try {
      if (message.isUnreadable) throw new DeliveryFault(unreadable, { isFinal: true })
      await sender.send(message)
      return undefined
    } catch (error) {
      const { step, blame, isFinal, isTemporary } = classifyFault(error)
      span.failed(isFinal ? 'given up' : 'tried again later')
      return { step, blame, isFinal, isTemporary, reason: shownText(error) }
    }
  })
}

/** The dependencies of settling a message. */
export interface SettleDeps {
  readonly outbox: Pick<OutboxStore, 'settle'>
  readonly clock: Clock
  readonly retries: number
  /** Keep the text of sent messages (development mode). */
  readonly keepBodies: boolean
  readonly holder: string
}

/** The wait before the first retry. Each later wait is four times the one before, up to an hour. */
export const firstWaitMs = 5_000
const longestWaitMs = 60 * 60_000
/** The age at which a repeatedly deferred message is given up: RFC 5321, 4.5.4.1 demands four to five days at least. */
const putOffMs = 5 * 24 * 60 * 60_000

/**
 * Records that a message was sent or refused. A refusal counts as one of its tries, unless the other side called it
 * temporary.
 */
export async function settleTry(
  { outbox, clock, retries, keepBodies, holder }: SettleDeps,
  message: OutboxMessage,
  failure: Failure | undefined,
): Promise<DeliveryResult> {
  const now = clock()
  const age = now - message.createdAt
  const isPutOff = failure?.isTemporary === true && age < putOffMs
  const sendCount = message.sendCount + (isPutOff ? 0 : 1)
  // A deferral uses up no try, so the wait grows with the age.
  const grown = isPutOff ? Math.max(firstWaitMs, age) : firstWaitMs * 4 ** message.sendCount
  const wait = Math.min(grown, longestWaitMs)
  const isOver = failure !== undefined && !isPutOff && (failure.isTemporary || failure.isFinal || sendCount > retries)
  const status = failure === undefined ? 'sent' : isOver ? 'abandoned' : 'queued'
  // A notice holds no secret: an abandoned one can be sent again.
  const forget = status !== 'queued' && !keepBodies && !(status === 'abandoned' && isNotice(message))
  const dueAt = status === 'queued' ? now + wait : message.dueAt
  const settled = { ...message, status, sendCount, dueAt, updatedAt: now, ...(forget && noTexts) } as const
  await outbox.settle(settled, dispatchOf(message, failure, now), holder)
  return status === 'sent' ? 'delivered' : status === 'queued' ? 'failed' : 'given_up'
}

/** Records that the carrier failed at a message: it keeps waiting, and none of its tries is used up. */
export async function settleWaiting(
  { outbox, clock, holder }: SettleDeps,
  message: OutboxMessage,
  failure: Failure,
): Promise<void> {
  await outbox.settle({ ...message, status: 'queued' }, dispatchOf(message, failure, clock()), holder)
}

function dispatchOf({ id, templateFault }: OutboxMessage, failure: Failure | undefined, now: number): Dispatch {
  const status = failure === undefined ? 'success' : 'failed'
  return { id: randomUUID(), messageId: id, status, error: failure?.reason ?? templateFault, createdAt: now }
}

const unreadable =
  'The text of this message cannot be opened: secrets.cipher lost a secret. Put it back behind the newer ones; the recipient has to ask again.'

/**
 * Returns the stored text of a failure, ours only: the author of a configuration must not read internal servers'
 * answers.
 */
function shownText(error: unknown): string {
  const isOurs = error instanceof DeliveryFault || error instanceof OutboundFault || error instanceof JsonnetFault
  return isOurs ? error.message.slice(0, 500) : 'the message could not be handed over'
}
