import type { Clock } from '@gatehouse/platform/work'

import type { OutboxMessage } from './message.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { DeliveryStep } from './sender.ts'

/** A carrier that accepts no messages: they wait until it does. Times are Unix milliseconds. */
export interface Outage {
  readonly type: OutboxMessage['type']
  readonly step: DeliveryStep
  /** The first failure of this step, for the project's developers. */
  readonly reason: string
  readonly since: number
}

/** The condition of a carrier, and the schedule of its tries: all processes share them. Times are Unix milliseconds. */
export interface CarrierRecord {
  /** Absent: the carrier works. */
  readonly outage: Outage | undefined
  /** The number of failed tries in a row. */
  readonly failures: number
  readonly nextTry: number
  /** The end of the last outage; absent: there was none, or it goes on. */
  readonly endedAt: number | undefined
}

/** The record of a carrier that has not failed. */
export const worksWell: CarrierRecord = { outage: undefined, failures: 0, nextTry: 0, endedAt: undefined }

/** Outages in a database: every process reads them, whichever one delivers messages. */
export interface OutageStore {
  /** Lists those that go on. */
  all(): Promise<readonly Outage[]>
  find(type: OutboxMessage['type']): Promise<CarrierRecord>
  /** Stores a failure. An outage that goes on keeps its `since`. */
  fail(outage: Outage, schedule: Pick<CarrierRecord, 'failures' | 'nextTry'>): Promise<void>
  /** Moves the next try of a failing carrier. False: another process has moved it from `from`, or the outage ended. */
  reserve(type: OutboxMessage['type'], from: number, to: number): Promise<boolean>
  /** Makes the next try of every failing carrier due at once. */
  hurry(): Promise<void>
  /** Ends an outage. False: there is none. */
  end(type: OutboxMessage['type'], at: number): Promise<boolean>
}

/** The operator's log of outages: one line for each change. */
export interface OutageLog {
  warn(fields: object, text: string): void
}

/** The state of one carrier, as the process that uses it knows it. */
export interface CarrierState {
  readonly outage: () => Outage | undefined
  /** Loads what is recorded, by any process. */
  load(): Promise<void>
  /** Returns the earliest time of the next try, in Unix milliseconds. */
  readonly nextTry: () => number
  /** Takes the right to try a failing carrier, which one process at a time has; false: another one. */
  takeTry(): Promise<boolean>
  /** Checks that a message was created before the last outage ended: those keep their order. */
  isLate(message: Pick<OutboxMessage, 'createdAt'>): boolean
  /** Records a failure of the carrier. True: it is new to this process, or concerns another step than before. */
  failed(step: DeliveryStep, reason: string): Promise<boolean>
  /** Records that the carrier works: it has answered for a message. `waited` counts the messages that had to wait. */
  worked(waited: () => Promise<number>): Promise<void>
}

/** Pauses between tries: a wrong password is tried too rarely for a mail server's lock-out, yet within 30 seconds. */
const pausesMs = [5_000, 10_000, 20_000] as const
const longestPauseMs = pausesMs[2]

/** Creates the state of a carrier: it records failures and their end. */
export function createCarrierState(
  type: OutboxMessage['type'],
  { outages, clock, log }: { readonly outages: OutageStore; readonly clock: Clock; readonly log: OutageLog },
): CarrierState {
  let record = worksWell
  /** Whether this process has logged the outage. */
  let isSaid = false
  const what = type === 'email' ? 'mails' : 'text messages'
  const fieldsOf = ({ step, reason, since }: Outage) => ({ channel: type, step, reason, since: new Date(since) })

  return {
    outage: () => record.outage,
    load: async () => {
      record = await outages.find(type)
      isSaid &&= record.outage !== undefined
    },
    // A clock that was set back makes no pause longer.
    nextTry: () => (record.nextTry > clock() + longestPauseMs ? 0 : record.nextTry),
    // If this process ends before the outcome, the next one tries after the longest pause.
    takeTry: () => outages.reserve(type, record.nextTry, clock() + longestPauseMs),
    isLate: ({ createdAt }) => record.endedAt !== undefined && createdAt <= record.endedAt,
    failed: async (step, reason) => {
      const [now, before] = [clock(), record.outage]
      const outage = before?.step === step ? before : { type, step, reason, since: before?.since ?? now }
      const nextTry = now + (pausesMs[Math.min(record.failures, pausesMs.length - 1)] ?? 0)
      record = { outage, failures: record.failures + 1, nextTry, endedAt: undefined }
      await outages.fail(outage, record)
      if (outage === before && isSaid) return false
      const isFirst = before === undefined || !isSaid
      isSaid = true
      const wait = isFirst ? `${what} wait: ${reason}` : `${what} still wait, for another reason: ${reason}`
      log.warn(fieldsOf(outage), `${wait}; nothing is lost: they are sent once that is fixed`)
      return true
    },
    worked: async (waited) => {
      const ended = record.outage
      if (ended === undefined) return
      const [now, count] = [clock(), await waited()]
      record = { ...worksWell, endedAt: now }
      isSaid = false
      if (!(await outages.end(type, now))) return
      const seconds = Math.round((now - ended.since) / 1_000)
      log.warn(
        { ...fieldsOf(ended), seconds, waited: count },
        `${what} go out again after ${seconds} seconds; ${count} waited`,
      )
    },
  }
}

/** An outage, and the number of messages that wait for its end. */
interface WaitingOutage extends Outage {
  readonly waiting: number
}

/** The figures about messages that are not delivered yet, whichever process delivers them. */
export interface WaitingMessages {
  /** Counts the messages that wait to be sent, due or not. */
  readonly messagesWaiting: () => Promise<number>
  /** Counts those that have waited for five minutes or longer. */
  readonly messagesOverdue: () => Promise<number>
  /** Returns the failing carriers with waiting messages. Without any, the next message shows the carrier's state. */
  readonly outages: () => Promise<readonly WaitingOutage[]>
}

/** Longer than people wait for a code. */
const overdueMs = 5 * 60_000

/** Creates the figures. */
export function createWaitingMessages({
  outages,
  outbox,
  clock,
}: {
  readonly outages: Pick<OutageStore, 'all'>
  readonly outbox: Pick<OutboxStore, 'waiting' | 'waitingSince'>
  readonly clock: Clock
}): WaitingMessages {
  return {
    messagesWaiting: async () => (await outbox.waiting('email')) + (await outbox.waiting('phone')),
    messagesOverdue: () => outbox.waitingSince(clock() - overdueMs),
    outages: async () => {
      const all = (await outages.all()).map(async (outage) => ({
        ...outage,
        waiting: await outbox.waiting(outage.type),
      }))
      return (await Promise.all(all)).filter(({ waiting }) => waiting > 0)
    },
  }
}
