import { randomUUID } from 'node:crypto'

import { OutboundFault } from '@gatehouse/platform/outbound'

import { inSpan, traceOfStored } from '@gatehouse/platform/log'
import {
  createWorkLoop,
  leaseMs,
  whileRenewed,
  type Clock,
  type DeliveryResult,
  type WorkLoop,
} from '@gatehouse/platform/work'
import { JsonnetFault } from '../jsonnet/jsonnet.ts'
import type { OutboxMessage } from './message.ts'
import { isNotice } from './resend.ts'
import { noTexts } from './sealed-texts.ts'
import { DeliveryFault } from './sender.ts'
import type { MessageSender } from './sender.ts'
import type { OutboxStore } from './outbox-store.ts'

/** Sends what is due in the outbox, in the background. */
export type CourierWorker = WorkLoop

/** What sending the outbox takes. */
export interface WorkerDeps {
  readonly outbox: OutboxStore
  /** By the kind of message; kinds without a sender stay in the outbox. */
  readonly senders: ReadonlyMap<OutboxMessage['type'], MessageSender>
  readonly clock: Clock
  readonly retries: number
  /** Keep the text of what was sent (development mode). */
  readonly keepBodies: boolean
  readonly warn: (text: string) => void
  /** Hears of every attempt. */
  readonly onAttempt?: ((result: DeliveryResult) => void) | undefined
}

const batch = 10
/** The first retry comes after this long, each later one after four times the wait before, up to an hour. */
export const firstWaitMs = 5_000
const longestWaitMs = 60 * 60_000
/**
 * The answer to whoever asked for a message has left by then. Handing the message over before would delay it, and so
 * tell that the address has an account.
 */
const answeredMs = 50

/** Sends what is due, and tries again with growing pauses. */
export function createCourierWorker(deps: WorkerDeps): CourierWorker {
  const { outbox, clock, senders } = deps
  const types = [...senders.keys()]
  const holder = randomUUID()
  const loop = createWorkLoop({
    clock,
    nextDue: () => outbox.nextDue(types, leaseMs),
    work: async () => {
      await outbox.recover(clock() - leaseMs)
      const messages = await outbox.claim({ types, limit: batch, now: clock(), holder })
      const left = new Set(messages.map(({ id }) => id))
      const renew = () => outbox.renew([...left], holder, clock())
      const deliverOne = async (message: OutboxMessage) => {
        const parent = traceOfStored(message.trace)
        const attributes = { 'gatehouse.message': message.type, 'gatehouse.attempt': message.sendCount + 1 }
        await inSpan({ name: 'deliver message', kind: 'consumer', parent, attributes }, async (span) => {
          const status = await deliver(deps, message, holder)
          deps.onAttempt?.(status === 'sent' ? 'delivered' : status === 'queued' ? 'failed' : 'given_up')
          if (status !== 'sent') span.failed(status === 'queued' ? 'tried again later' : 'given up')
        })
        left.delete(message.id)
      }
      await whileRenewed(renew, () => Promise.all(messages.map(deliverOne)))
      return messages.length > 0
    },
    wakeAfterMs: answeredMs,
    failed: (error) => deps.warn(`the outbox cannot be worked on: ${textOf(error)}`),
  })
  return {
    start: loop.start,
    wake: loop.wake,
    idle: loop.idle,
    stop: async () => {
      await loop.stop()
      for (const sender of senders.values()) sender.close()
    },
  }
}

async function deliver(
  { senders, outbox, clock, retries, keepBodies }: WorkerDeps,
  message: OutboxMessage,
  holder: string,
): Promise<OutboxMessage['status']> {
  const sender = senders.get(message.type)
  if (!sender) throw new Error('only messages that somebody can send are claimed')
  const failure = await handOver(sender, message)
  const now = clock()
  const sendCount = message.sendCount + 1
  const wait = Math.min(firstWaitMs * 4 ** message.sendCount, longestWaitMs)
  const over =
    failure !== undefined && (sendCount > retries || (failure.error instanceof DeliveryFault && failure.error.isFinal))
  const status = failure === undefined ? 'sent' : over ? 'abandoned' : 'queued'
  // A notice has nothing secret: one that was given up can be sent again.
  const forget = status !== 'queued' && !keepBodies && !(status === 'abandoned' && isNotice(message))
  await outbox.settle(
    {
      ...message,
      status,
      sendCount,
      dueAt: status === 'queued' ? now + wait : message.dueAt,
      updatedAt: now,
      ...(forget && noTexts),
    },
    {
      id: randomUUID(),
      messageId: message.id,
      status: failure === undefined ? 'success' : 'failed',
      error: failure && shownText(failure.error),
      createdAt: now,
    },
    holder,
  )
  return status
}

/** Nothing, or why it did not get there. */
async function handOver(
  sender: MessageSender,
  message: OutboxMessage,
): Promise<{ readonly error: unknown } | undefined> {
  if (message.isUnreadable) return { error: new DeliveryFault(unreadable, { isFinal: true }) }
  return sender.send(message).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
}

const unreadable =
  'The text of this message cannot be opened: secrets.cipher lost a secret. Put it back behind the newer ones; the recipient has to ask again.'

/** Only texts that are ours: whoever writes a project's configuration must not read what a server here says. */
function shownText(error: unknown): string {
  const isOurs = error instanceof DeliveryFault || error instanceof OutboundFault || error instanceof JsonnetFault
  return isOurs ? error.message.slice(0, 500) : 'the message could not be handed over'
}

function textOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500)
}
