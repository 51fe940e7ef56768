import { randomUUID } from 'node:crypto'

import type { Clock } from '../clock.ts'
import type { OutboxMessage } from './message.ts'
import type { MailSender } from './smtp.ts'
import type { OutboxStore } from './store.ts'

/** Sends what is due in the outbox, in the background. */
export interface CourierWorker {
  start(): void
  /** Looks into the outbox soon. */
  wake(): void
  /** Resolves once nothing is being sent and nothing that is due waits. */
  idle(): Promise<void>
  /** Ends after the mails under way. */
  stop(): Promise<void>
}

export interface WorkerDeps {
  readonly outbox: OutboxStore
  readonly sender: MailSender
  readonly clock: Clock
  readonly retries: number
  /** Keep the text of what was sent (development mode). */
  readonly keepBodies: boolean
  readonly warn: (text: string) => void
}

const batch = 10
/** A message taken longer ago than this belongs to a process that died. */
const leaseMs = 5 * 60_000
/** The first retry comes after this long, each later one after four times the wait before, up to an hour. */
const firstWaitMs = 5_000
const longestWaitMs = 60 * 60_000
const longestSleepMs = 60_000

const mailOnly: readonly OutboxMessage['type'][] = ['email']

export function createCourierWorker(deps: WorkerDeps): CourierWorker {
  const { outbox, clock } = deps
  const state: {
    running: boolean
    /** The round of sending under way. */
    round: Promise<void> | undefined
    /** Something came in during the round. */
    again: boolean
    timer: NodeJS.Timeout | undefined
  } = { running: false, round: undefined, again: false, timer: undefined }

  function wake(): void {
    if (!state.running) return
    if (state.round) {
      state.again = true
      return
    }
    clearTimeout(state.timer)
    state.round = sendAllDue()
      .catch((error: unknown) => deps.warn(`the outbox cannot be worked on: ${textOf(error)}`))
      .finally(() => {
        state.round = undefined
        if (state.again) wake()
        else sleep()
      })
  }

  function sleep(): void {
    if (!state.running) return
    const due = outbox.nextDue(mailOnly)
    const waitMs = due === undefined ? longestSleepMs : Math.min(Math.max(due - clock(), 0), longestSleepMs)
    state.timer = setTimeout(wake, waitMs)
    state.timer.unref()
  }

  async function sendAllDue(): Promise<void> {
    state.again = false
    outbox.recover(clock() - leaseMs)
    while (state.running) {
      const messages = outbox.claim({ types: mailOnly, limit: batch, now: clock() })
      if (messages.length === 0) return
      await Promise.all(messages.map((message) => deliver(deps, message)))
    }
  }

  return {
    start: () => {
      state.running = true
      wake()
    },
    wake: () => void setImmediate(wake),
    idle: async () => {
      // A wake that was asked for in this turn of the event loop comes before this.
      await new Promise((resolve) => setImmediate(resolve))
      while (state.round) await state.round
    },
    stop: async () => {
      state.running = false
      clearTimeout(state.timer)
      while (state.round) await state.round
      deps.sender.close()
    },
  }
}

async function deliver(
  { sender, outbox, clock, retries, keepBodies }: WorkerDeps,
  message: OutboxMessage,
): Promise<void> {
  const failure = await sender.send(message).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  const now = clock()
  const sendCount = message.sendCount + 1
  const wait = Math.min(firstWaitMs * 4 ** message.sendCount, longestWaitMs)
  const over = failure !== undefined && (sendCount > retries || isFinal(failure.error))
  const status = failure === undefined ? 'sent' : over ? 'abandoned' : 'queued'
  const forget = status !== 'queued' && !keepBodies
  outbox.settle(
    {
      ...message,
      status,
      sendCount,
      dueAt: status === 'queued' ? now + wait : message.dueAt,
      updatedAt: now,
      ...(forget && { body: '', html: '' }),
    },
    {
      id: randomUUID(),
      messageId: message.id,
      status: failure === undefined ? 'success' : 'failed',
      error: failure && textOf(failure.error),
      createdAt: now,
    },
  )
}

/** A server that says 5xx about the message will say so again. */
function isFinal(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'responseCode' in error ? Number(error.responseCode) : 0
  const command = typeof error === 'object' && error !== null && 'command' in error ? error.command : undefined
  // A refused login is a fault of the configuration, which somebody may mend.
  return code >= 500 && command !== 'AUTH' && !String(command).startsWith('AUTH')
}

function textOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500)
}
