import type { Clock } from '@gatehouse/platform/work'

import type { OutboxMessage } from './message.ts'
import type { DeliveryStep } from './sender.ts'

/** A carrier that accepts no messages: they wait until it does. Times are Unix milliseconds. */
export interface Outage {
  readonly type: OutboxMessage['type']
  readonly step: DeliveryStep
  /** The first failure of this step, for the project's developers. */
  readonly reason: string
  readonly since: number
}

/** Outages in a database: every process reads them, whichever one delivers messages. */
export interface OutageStore {
  all(): Promise<readonly Outage[]>
  /** Stores one for each type. An existing one keeps its `since`. */
  put(outage: Outage): Promise<void>
  remove(type: OutboxMessage['type']): Promise<void>
}

/** The operator's log of outages: one line for each change. */
export interface OutageLog {
  warn(fields: object, text: string): void
}

/** The state of one carrier in the process that uses it. */
export interface CarrierState {
  readonly outage: () => Outage | undefined
  /** Loads the outage that another process recorded, or this one before its restart. */
  load(): Promise<void>
  /** Returns the earliest time of the next try, in Unix milliseconds. */
  readonly nextTry: () => number
  /** Checks that a message was created before the last outage ended: those keep their order. */
  isLate(message: Pick<OutboxMessage, 'createdAt'>): boolean
  /** Records a failure of the carrier. True: it is new to this process, or concerns another step than before. */
  failed(step: DeliveryStep, reason: string): Promise<boolean>
  /** Records that the carrier works: it has answered for a message. `waited` counts the messages that had to wait. */
  worked(waited: () => Promise<number>): Promise<void>
  /** Makes the next try due at once. */
  hurry(): void
}

/** Pauses between tries: a wrong password is tried too rarely for a mail server's lock-out, yet within 30 seconds. */
const pausesMs = [5_000, 10_000, 20_000] as const

/** Creates the state of a carrier: it records failures and their end. */
export function createCarrierState(
  type: OutboxMessage['type'],
  { outages, clock, log }: { readonly outages: OutageStore; readonly clock: Clock; readonly log: OutageLog },
): CarrierState {
  let outage: Outage | undefined
  let isLoaded = false
  let isSaid = false
  let failures = 0
  let nextTry = 0
  let lateUntil = -1
  const what = type === 'email' ? 'mails' : 'text messages'
  const fieldsOf = ({ step, reason, since }: Outage) => ({ channel: type, step, reason, since: new Date(since) })

  return {
    outage: () => outage,
    load: async () => {
      if (isLoaded) return
      outage = (await outages.all()).find((one) => one.type === type)
      isLoaded = true
    },
    nextTry: () => nextTry,
    isLate: ({ createdAt }) => createdAt <= lateUntil,
    failed: async (step, reason) => {
      nextTry = clock() + (pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0)
      failures += 1
      if (outage?.step === step && isSaid) return false
      const isFirst = outage === undefined || !isSaid
      isSaid = true
      outage = { type, step, reason, since: outage?.since ?? clock() }
      await outages.put(outage)
      const now = isFirst ? `${what} wait: ${reason}` : `${what} still wait, for another reason: ${reason}`
      log.warn(fieldsOf(outage), `${now}; nothing is lost: they are sent once that is fixed`)
      return true
    },
    worked: async (waited) => {
      failures = 0
      if (outage === undefined) return
      const ended = outage
      const [now, count] = [clock(), await waited()]
      await outages.remove(type)
      outage = undefined
      isSaid = false
      lateUntil = now
      const seconds = Math.round((now - ended.since) / 1_000)
      log.warn(
        { ...fieldsOf(ended), seconds, waited: count },
        `${what} go out again after ${seconds} seconds; ${count} waited`,
      )
    },
    hurry: () => {
      nextTry = 0
      failures = 0
    },
  }
}
