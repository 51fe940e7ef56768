/** After how many attempts a delivery has failed for good: about nine hours. */
export const mostAttempts = 18

const firstWaitMs = 5_000
const longestWaitMs = 60 * 60_000

/**
 * How long to wait after so many failed attempts, in milliseconds: twice as long each time, up to an hour, and up to a
 * half less by chance, so that what failed together does not come back together. `random` is from 0 up to 1.
 */
export function waitAfter(attempts: number, random: number): number {
  const whole = Math.min(firstWaitMs * 2 ** Math.max(0, attempts - 1), longestWaitMs)
  return Math.round(whole * (1 - random / 2))
}

/** In how many lanes deliveries have to fail, with no success between, for a receiver to count as down. */
const lanesOfAnOutage = 3
const longestProbeWaitMs = 5 * 60_000

/**
 * Whether a receiver is down, as a whole: then one delivery at a time finds out whether it is back, instead of all of
 * them using up their attempts. One event that is refused again and again does not make it so.
 */
export function createOutage() {
  const lanes = new Set<string>()
  let failures = 0
  let probeAt = 0
  return {
    isDown: () => lanes.size >= lanesOfAnOutage,
    /** Not before this moment; 0: at once. */
    probeAt: () => (lanes.size >= lanesOfAnOutage ? probeAt : 0),
    succeeded: () => {
      lanes.clear()
      failures = 0
      probeAt = 0
    },
    failed: (lane: string, now: number, random: number) => {
      lanes.add(lane)
      if (lanes.size < lanesOfAnOutage) return
      failures += 1
      probeAt = now + Math.min(waitAfter(failures, random), longestProbeWaitMs)
    },
  }
}
