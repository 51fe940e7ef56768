import type { Clock } from './clock.ts'
import { detached } from './detached.ts'
import { faultChanges, type FaultListener } from './fault-changes.ts'
import { afterUnit } from './sql/units.ts'

/** The outcome of an attempt to deliver. `failed`: it is retried later. */
export type DeliveryResult = 'delivered' | 'failed' | 'given_up'

/** The background work of a service. */
export interface BackgroundWork {
  readonly start: () => void
  /** Resolves once nothing is being worked on and nothing that is due waits. */
  readonly idle: () => Promise<void>
  /** Resolves after the current work. */
  readonly stop: () => Promise<void>
}

/** Works on a queue in the background: at once when woken, otherwise when the next piece is due. */
export interface WorkLoop extends BackgroundWork {
  /** Requests a look into the queue soon: after the current transaction. */
  readonly wake: () => void
}

/** The work and its schedule. */
export interface WorkLoopOptions extends FaultListener {
  readonly clock: Clock
  /** Returns when the next piece is due, in Unix milliseconds; absent: none waits. */
  readonly nextDue: () => Promise<number | undefined>
  /** Works on a batch of due pieces. True: there may be more. */
  readonly work: () => Promise<boolean>
  /** The delay after a wake-up, in milliseconds; absent: only until the pending transaction ends. */
  readonly wakeAfterMs?: number
}

const longestSleepMs = 60_000

interface LoopState {
  running: boolean
  /** The current round of work. */
  round: Promise<void> | undefined
  /** Whether the loop was woken during the round. */
  again: boolean
  timer: NodeJS.Timeout | undefined
  /** The pending wait after `wake` was called. */
  woken: NodeJS.Timeout | undefined
}

/** Does work whenever it is due, until it is stopped; one round at a time. */
export function createWorkLoop(options: WorkLoopOptions): WorkLoop {
  const { clock, nextDue, work, wakeAfterMs } = options
  const faults = faultChanges(options)
  const state: LoopState = { running: false, round: undefined, again: false, timer: undefined, woken: undefined }

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
      // A wake-up that was requested in this turn of the event loop is handled first.
      await new Promise((resolve) => setImmediate(resolve))
      endWait()
      while (state.round) await state.round
    },
    stop: async () => {
      state.running = false
      clearTimeout(state.timer)
      clearTimeout(state.woken)
      state.woken = undefined
      while (state.round) await state.round
    },
  }
}
