/** The time after which a heartbeat and a lease that is not renewed expire, in seconds. */
export const leaseSeconds = 6

/**
 * The time after which a publisher stops waiting for a change that it has stored, in milliseconds. A heartbeat counts only
 * after all changes before it: a process without the change has none since, and is fenced by then.
 */
export const publishTimeoutMs = leaseSeconds * 1_000

/** The time that a process may take to notice that its gateway's heartbeat expired, in milliseconds. */
const marginMs = 1_000
/** The time after its last heartbeat when a gateway is fenced, in milliseconds: before others stop waiting for it. */
const serveForMs = leaseSeconds * 1_000 - marginMs

/** Returns the machine's monotonic clock, the same in all its processes, in milliseconds. It stops while the machine is suspended. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n)
}

/** Returns whether a gateway is fenced, given the moment of its last heartbeat (`monotonicMs`). Undefined: it is in no cluster. */
export function isFenced(heartbeatAt: number | undefined): boolean {
  return heartbeatAt !== undefined && monotonicMs() - heartbeatAt > serveForMs
}
