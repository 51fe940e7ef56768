/** The number of attempts after which a delivery is given up: about nine hours. */
export const mostAttempts = 18

const firstWaitMs = 5_000
const longestWaitMs = 60 * 60_000

/**
 * Returns the wait after the given number of failed attempts, in milliseconds: it doubles each time, up to an hour, and
 * is reduced at random by up to half, so that deliveries that failed together are not retried together. `random` is
 * from 0 up to 1.
 */
export function waitAfter(attempts: number, random: number): number {
  const whole = Math.min(firstWaitMs * 2 ** Math.max(0, attempts - 1), longestWaitMs)
  return Math.round(whole * (1 - random / 2))
}

/** The number of lanes that have to fail, with no success between, before a receiver counts as down. */
const lanesOfAnOutage = 3
const longestProbeWaitMs = 5 * 60_000

/** Whether a receiver as a whole is down. */
export type Outage = ReturnType<typeof createOutage>

/**
 * Tracks whether a receiver as a whole is down: then one delivery at a time probes it, instead of all of them using up
 * their attempts. One event that is refused repeatedly does not count as an outage.
 */
export function createOutage() {
  const lanes = new Set<string>()
  let failures = 0
  let probeAt = 0
  return {
    isDown: () => lanes.size >= lanesOfAnOutage,
    /** Returns the time of the next probe; 0: at once. */
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
