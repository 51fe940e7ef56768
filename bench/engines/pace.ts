import type { LoadTarget } from '../load.ts'
import type { Contestant } from './contestant.ts'
import { loadByWrk } from './wrk.ts'

/** The speed of answers, and its cost. */
export interface Pace {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Of all the service's processes, per answer. Unlike the other figures it is independent of the load's own cost. */
  readonly processorMs: number
  /** Answered with another status than 2xx, or not at all. */
  readonly failures: number
}

const warmUpSeconds = 1
const seconds = 3

/** Asks for the same all the time. */
export async function paceOf(contestant: Contestant, target: LoadTarget): Promise<Pace> {
  await loadByWrk(target, warmUpSeconds)
  const before = contestant.use().processorMs
  const { requestsPerSecond, p50Ms, p99Ms, failures } = await loadByWrk(target, seconds)
  const perSecond = requestsPerSecond - failures / seconds
  const processorMs = (contestant.use().processorMs - before) / (perSecond * seconds)
  return { perSecond, p50Ms, p99Ms, processorMs, failures }
}

/** Does something that takes several requests again and again, eight times at once; each time gets its number. */
export async function paceOfSteps(contestant: Contestant, step: (index: number) => Promise<unknown>): Promise<Pace> {
  const before = contestant.use().processorMs
  const began = performance.now()
  const taken: number[] = []
  let failures = 0
  let next = 0
  async function worker(): Promise<void> {
    while (performance.now() < began + seconds * 1_000) {
      const at = performance.now()
      next += 1
      // oxlint-disable-next-line no-await-in-loop -- a worker does one after the other
      await step(next).then(
        () => void taken.push(performance.now() - at),
        () => void (failures += 1),
      )
    }
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  const sorted = taken.toSorted((a, b) => a - b)
  const quantile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return {
    perSecond: taken.length / ((performance.now() - began) / 1_000),
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    processorMs: (contestant.use().processorMs - before) / taken.length,
    failures,
  }
}
