import type { Clock } from './clock.ts'
import { detached } from './detached.ts'
import { faultChanges, type FaultListener } from './fault-changes.ts'
import { afterUnit } from './sql/units.ts'

/** What came of an attempt to hand something over. `failed`: it is tried again later. */
export type DeliveryResult = 'delivered' | 'failed' | 'given_up'

/** Work in the background of a service. */
export interface BackgroundWork {
  readonly start: () => void
  /** Resolves once nothing is being worked on and nothing that is due waits. */
  readonly idle: () => Promise<void>
  /** Ends after the work under way. */
  readonly stop: () => Promise<void>
}

/** Work on a queue in the background: at once when woken, else when the next piece is due. */
export interface WorkLoop extends BackgroundWork {
  /** Looks into the queue soon: after the transaction that is under way. */
  readonly wake: () => void
}

/** What is done, and how the loop knows when. */
export interface WorkLoopOptions extends FaultListener {
  readonly clock: Clock
  /** When the next piece is due, in Unix milliseconds; absent: nothing waits. */
  readonly nextDue: () => Promise<number | undefined>
  /** Works on a batch of what is due. True: there may be more. */
  readonly work: () => Promise<boolean>
  /** How long to wait after being woken, in milliseconds; absent: only for the transaction that is under way. */
  readonly wakeAfterMs?: number
}

const longestSleepMs = 60_000

/** Does what is due, whenever something is, until it is stopped; one round at a time. */
export function createWorkLoop(options: WorkLoopOptions): WorkLoop {
  const { clock, nextDue, work, wakeAfterMs } = options
  const faults = faultChanges(options)
  const state: {
    running: boolean
    /** The round of work under way. */
    round: Promise<void> | undefined
    /** Something came in during the round. */
    again: boolean
    timer: NodeJS.Timeout | undefined
    /** `wake` was called, and the wait after it is not over. */
    woken: NodeJS.Timeout | undefined
  } = { running: false, round: undefined, again: false, timer: undefined, woken: undefined }

  function wake(): void {
    if (!state.running) return
    if (state.round) {
      state.again = true
      return
    }
    clearTimeout(state.timer)
    state.round = detached(round)
  }

  async function round(): Promise<void> {
    let due: number | undefined
    try {
      await workAll()
      due = await nextDue()
      faults.passed()
    } catch (error) {
      faults.failed(error)
    }
    state.round = undefined
    if (state.again) wake()
    else sleepUntil(due)
  }

  function sleepUntil(due: number | undefined): void {
    if (!state.running) return
    const waitMs = due === undefined ? longestSleepMs : Math.min(Math.max(due - clock(), 0), longestSleepMs)
    state.timer = setTimeout(wake, waitMs)
    state.timer.unref()
  }

  function wakeLater(): void {
    afterUnit(() => {
      if (wakeAfterMs === undefined) setImmediate(wake)
      else state.woken ??= setTimeout(endWait, wakeAfterMs).unref()
    })
  }

  function endWait(): void {
    if (state.woken === undefined) return
    clearTimeout(state.woken)
    state.woken = undefined
    wake()
  }

  async function workAll(): Promise<void> {
    state.again = false
    while (state.running && (await work()));
  }

  return {
    start: () => {
      state.running = true
      wake()
    },
    wake: wakeLater,
    idle: async () => {
      // A wake that was asked for in this turn of the event loop comes before this.
      await new Promise((resolve) => setImmediate(resolve))
      endWait()
      while (state.round) await state.round
    },
    stop: async () => {
      state.running = false
      clearTimeout(state.timer)
      clearTimeout(state.woken)
      while (state.round) await state.round
    },
  }
}
