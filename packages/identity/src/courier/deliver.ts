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

/** Why a message did not get there. `reason` is for the project's developers. */
export interface Failure extends Pick<DeliveryFault, 'step' | 'blame' | 'isFinal' | 'isTemporary'> {
  readonly reason: string
}

/** Hands a message over. Nothing, or why it did not get there. */
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

/** What settling takes. */
export interface SettleDeps {
  readonly outbox: Pick<OutboxStore, 'settle'>
  readonly clock: Clock
  readonly retries: number
  /** Keep the text of what was sent (development mode). */
  readonly keepBodies: boolean
  readonly holder: string
}

/** The first retry comes after this long, each later one after four times the wait before, up to an hour. */
export const firstWaitMs = 5_000
const longestWaitMs = 60 * 60_000
/** After so long a message goes that was put off each time: RFC 5321, 4.5.4.1 has four to five days at least. */
const putOffMs = 5 * 24 * 60 * 60_000

/**
 * Writes down that a message was sent, or that this one was not taken. That counts as one of its tries, unless the other
 * side said that it will pass by itself.
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
  // Tries are not counted where none is spent: the wait grows with the age.
  const grown = isPutOff ? Math.max(firstWaitMs, age) : firstWaitMs * 4 ** message.sendCount
  const wait = Math.min(grown, longestWaitMs)
  const isOver = failure !== undefined && !isPutOff && (failure.isTemporary || failure.isFinal || sendCount > retries)
  const status = failure === undefined ? 'sent' : isOver ? 'abandoned' : 'queued'
  // A notice has nothing secret: one that was given up can be sent again.
  const forget = status !== 'queued' && !keepBodies && !(status === 'abandoned' && isNotice(message))
  const dueAt = status === 'queued' ? now + wait : message.dueAt
  const settled = { ...message, status, sendCount, dueAt, updatedAt: now, ...(forget && noTexts) } as const
  await outbox.settle(settled, dispatchOf(message, failure, now), holder)
  return status === 'sent' ? 'delivered' : status === 'queued' ? 'failed' : 'given_up'
}

/** Writes down that the carrier failed at a message: it waits on, and none of its tries is spent. */
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

/** Only texts that are ours: the author of a project's configuration must not read the answers of internal servers. */
function shownText(error: unknown): string {
  const isOurs = error instanceof DeliveryFault || error instanceof OutboundFault || error instanceof JsonnetFault
  return isOurs ? error.message.slice(0, 500) : 'the message could not be handed over'
}
