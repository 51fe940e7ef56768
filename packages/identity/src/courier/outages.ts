import type { Clock } from '@gatehouse/platform/work'

import type { OutboxMessage } from './message.ts'
import type { DeliveryStep } from './sender.ts'

/** A carrier that takes no messages: what it carries waits, and goes out once it does. Times are Unix milliseconds. */
export interface Outage {
  readonly type: OutboxMessage['type']
  readonly step: DeliveryStep
  /** The first failure of this step, for the project's developers. */
  readonly reason: string
  readonly since: number
}

/** Outages in a database: every process knows of them, whichever hands messages over. */
export interface OutageStore {
  all(): Promise<readonly Outage[]>
  /** One for each type. One that is there keeps its `since`. */
  put(outage: Outage): Promise<void>
  remove(type: OutboxMessage['type']): Promise<void>
}

/** Where an operator reads of outages: one line for each change. */
export interface OutageLog {
  warn(fields: object, text: string): void
}

/** How one carrier stands, to the process that uses it. */
export interface CarrierState {
  readonly outage: () => Outage | undefined
  /** Takes over what another process knew, or this one before its end. */
  load(): Promise<void>
  /** Not to be asked before, in Unix milliseconds. */
  readonly nextTry: () => number
  /** Whether a message was asked for before the last outage ended: those keep their order. */
  isLate(message: Pick<OutboxMessage, 'createdAt'>): boolean
  /** The carrier failed. True: that is new to this process, or is another step than before. */
  failed(step: DeliveryStep, reason: string): Promise<boolean>
  /** The carrier has answered for a message. `waited` counts what had to wait. */
  worked(waited: () => Promise<number>): Promise<void>
  /** Has it asked at once. */
  hurry(): void
}

/** A wrong password is not tried so often that a mail server would lock the account, nor so rarely that 30 seconds pass. */
const pausesMs = [5_000, 10_000, 20_000] as const

/** Follows a carrier from its first failure to the end. */
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
      log.warn(fieldsOf(outage), `${now}; nothing is lost, and they go out by themselves once that is mended`)
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
