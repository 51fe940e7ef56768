import { randomUUID } from 'node:crypto'

import {
  createWorkLoop,
  leaseMs,
  whileRenewed,
  type Clock,
  type DeliveryResult,
  type WorkLoop,
} from '@gatehouse/platform/work'
import { ranOut } from './mail-fault.ts'
import { handOver, settleTry, settleWaiting, type Failure } from './deliver.ts'
import type { OutboxMessage } from './message.ts'
import { createCarrierState, type CarrierState, type OutageLog, type OutageStore } from './outages.ts'
import type { MessageSender } from './sender.ts'
import type { OutboxStore } from './outbox-store.ts'

/** Sends the due messages of the outbox, in the background. */
export interface CourierWorker extends WorkLoop {
  /** Retries carriers at once that failed before. */
  readonly hurry: () => Promise<void>
}

/** The dependencies of sending the outbox. */
export interface WorkerDeps {
  readonly outbox: OutboxStore
  readonly outages: OutageStore
  /** By the kind of message; kinds without a sender stay in the outbox. */
  readonly senders: ReadonlyMap<OutboxMessage['type'], MessageSender>
  readonly clock: Clock
  readonly retries: number
  /** Keep the text of sent messages (development mode). */
  readonly keepBodies: boolean
  readonly log: OutageLog
  /** Checks that the code or link of a message has expired at this time: the person has to request another. */
  readonly hasRunOut: (message: OutboxMessage, now: number) => boolean
  /** Replaces the built-in texts by the operator's templates. It never rejects. */
  readonly inOwnWords: (message: OutboxMessage) => Promise<OutboxMessage>
  /** Receives the result of every attempt. */
  readonly onAttempt?: ((result: DeliveryResult) => void) | undefined
}

const batch = 10
/**
 * The pause before a message is sent: the answer to its request has left by then. Sending it before would delay the
 * answer, and so reveal that the address has an account.
 */
const answeredMs = 50

/** Creates the worker: it sends due messages, each kind independently, and retries with pauses. */
export function createCourierWorker(deps: WorkerDeps): CourierWorker {
  const carriers = Array.from(deps.senders, ([type, sender]) => ({
    sender,
    state: createCarrierState(type, deps),
    type,
  }))
  const loops = carriers.map((carrier) => createCarrierLoop(deps, carrier))
  return {
    start: () => loops.forEach((loop) => loop.start()),
    wake: () => loops.forEach((loop) => loop.wake()),
    idle: async () => void (await Promise.all(loops.map((loop) => loop.idle()))),
    hurry: async () => {
      await deps.outages.hurry()
      for (const loop of loops) loop.wake()
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()))
      for (const { sender } of carriers) sender.close()
    },
  }
}

interface Carrier {
  readonly type: OutboxMessage['type']
  readonly sender: MessageSender
  readonly state: CarrierState
}

interface Tried {
  readonly message: OutboxMessage
  readonly failure: Failure | undefined
}

function createCarrierLoop(deps: WorkerDeps, carrier: Carrier): WorkLoop {
  const { outbox, clock, log } = deps
  const { type, state } = carrier
  const holder = randomUUID()
  /** The messages that this round has taken and not returned. */
  const held = new Map<string, OutboxMessage>()
  const { take, tryAll, judge } = createRoundSteps(deps, carrier, { holder, held })

  async function isDue(): Promise<boolean> {
    const due = await outbox.nextDue([type], leaseMs)
    return due !== undefined && due <= clock()
  }

  async function round(): Promise<boolean> {
    // A process that may not try a failing carrier takes no message: it would delay that one behind later ones.
    if (state.outage() !== undefined && !((await isDue()) && (await state.takeTry()))) return false
    const messages = await take(state.outage() === undefined ? batch : 1)
    if (messages.length === 0) return false
    const tried = await tryAll(messages)
    const failed = await judge(tried)
    if (failed?.failure === undefined) {
      await state.worked(async () => (await outbox.waiting(type)) + messages.length)
      return true
    }
    const { message, failure } = failed
    const isNews = await state.failed(failure.step, failure.reason)
    if (!isNews) return false
    await settleWaiting({ ...deps, holder }, message, failure)
    held.delete(message.id)
    return false
  }

  return createWorkLoop({
    clock,
    nextDue: async () => {
      const due = await outbox.nextDue([type], leaseMs)
      return due === undefined || state.outage() === undefined ? due : Math.max(due, state.nextTry())
    },
    work: async () => {
      await state.load()
      await outbox.recover(clock() - leaseMs)
      if (state.outage() !== undefined && clock() < state.nextTry()) return false
      try {
        return await whileRenewed(() => outbox.renew([...held.keys()], holder, clock()), round)
      } finally {
        if (held.size > 0) await outbox.release([...held.keys()], holder)
        held.clear()
      }
    },
    wakeAfterMs: answeredMs,
    failed: (error) => log.warn({}, `the outbox cannot be processed: ${textOf(error)}`),
    mended: () => log.warn({}, 'the outbox is processed again'),
  })
}

/** The messages of one round. */
interface Round {
  /** The name under which this process claims messages. */
  readonly holder: string
  readonly held: Map<string, OutboxMessage>
}

/** Returns the steps of a round: take due messages, try them, and decide who is to blame for a failure. */
function createRoundSteps(deps: WorkerDeps, { type, sender, state }: Carrier, { holder, held }: Round) {
  const { outbox, clock, log, onAttempt = () => {} } = deps

  /** Takes due messages. Expired ones are abandoned unsent: a mail with a dead code would look as if it worked. */
  async function take(limit: number): Promise<readonly OutboxMessage[]> {
    let unsent = 0
    for (;;) {
      const claimed = await outbox.claim({ types: [type], limit, now: clock(), holder })
      for (const message of claimed) held.set(message.id, message)
      const over = claimed.filter((message) => deps.hasRunOut(message, clock()))
      for (const message of over) await settle(message, runOut)
      unsent += over.length
      if (over.length > 0 && over.length === claimed.length) continue
      if (unsent > 0) log.warn({ type, messages: unsent }, `messages were given up unsent: ${runOut.reason}`)
      return claimed.filter((message) => !over.includes(message))
    }
  }

  /** Tries one message and settles it, unless the carrier may be to blame. */
  async function tryOne(claimed: OutboxMessage): Promise<Tried> {
    const message = await deps.inOwnWords(claimed)
    const failure = await handOver(sender, message)
    if (failure === undefined || failure.blame === 'message') await settle(message, failure)
    else onAttempt('failed')
    return { message, failure }
  }

  async function settle(message: OutboxMessage, failure: Failure | undefined): Promise<void> {
    const result = await settleTry({ ...deps, holder }, message, failure)
    held.delete(message.id)
    // The attempt of a failure that was unclear at first is counted already.
    if (failure?.blame !== 'unclear' || result === 'given_up') onAttempt(result)
  }

  /** Tries messages one after another until the carrier may be to blame, or all at once if they need no order. */
  async function tryAll(messages: readonly OutboxMessage[]): Promise<readonly Tried[]> {
    if (state.outage() === undefined && !messages.some((message) => state.isLate(message))) {
      return Promise.all(messages.map(tryOne))
    }
    const tried: Tried[] = []
    for (const message of messages) {
      const one = await tryOne(message)
      tried.push(one)
      if (isOfCarrier(one.failure)) break
    }
    return tried
  }

  /** Decides whether the carrier fails or only these messages: the next message is the test. */
  async function judge(tried: readonly Tried[]): Promise<Tried | undefined> {
    const failed = tried.filter(({ failure }) => isOfCarrier(failure))
    const first = failed[0]
    if (first === undefined || failed.some(({ failure }) => failure?.blame === 'carrier')) return first
    const untried = [...held.values()].find((one) => !failed.some(({ message }) => message.id === one.id))
    const witness = untried ?? (await take(1))[0]
    const isCarrier =
      witness === undefined ? failed.length === tried.length : isOfCarrier((await tryOne(witness)).failure)
    if (isCarrier) return first
    for (const { message, failure } of failed) await settle(message, failure)
    return undefined
  }

  return { take, tryAll, judge }
}

const runOut: Failure = {
  step: 'accept',
  blame: 'message',
  isFinal: true,
  isTemporary: false,
  reason: ranOut,
}

function isOfCarrier(failure: Failure | undefined): boolean {
  return failure !== undefined && failure.blame !== 'message'
}

function textOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500)
}
