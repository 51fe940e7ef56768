import { detached } from './detached.ts'
import { faultChanges, type FaultListener } from './fault-changes.ts'

/** Work that is done again and again in the background. */
export interface RepeatedWork {
  /** Does it now, and from then on. */
  start(): void
  /** Resolves once no round is under way. */
  idle(): Promise<void>
  /** Ends after the work under way. */
  stop(): Promise<void>
}

/** Makes it; one round at a time. After a round that threw the next one comes all the same. */
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
