import { detached } from './detached.ts'
import { faultChanges, type FaultListener } from './fault-changes.ts'

/** Work that is repeated in the background. */
export interface RepeatedWork {
  /** Runs it now, and repeatedly from then on. */
  start(): void
  /** Resolves once no round is running. */
  idle(): Promise<void>
  /** Resolves after the current round. */
  stop(): Promise<void>
}

/** Creates repeated work; one round at a time. A round that throws does not stop the next ones. */
export function createRepeatedWork(
  options: FaultListener & { readonly everyMs: number; readonly work: () => Promise<unknown> },
): RepeatedWork {
  const { everyMs, work } = options
  const faults = faultChanges(options)
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  const next = () => {
    round ??= detached(async () => {
      await work().then(faults.passed, faults.failed)
      round = undefined
    })
  }
  return {
    start: () => {
      clearInterval(timer)
      next()
      timer = setInterval(next, everyMs).unref()
    },
    idle: async () => round,
    stop: async () => {
      clearInterval(timer)
      await round
    },
  }
}
