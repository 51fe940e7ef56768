/** The time after which a heartbeat and a lease that is not renewed expire, in seconds. */
export const leaseSeconds = 6

/**
 * The time after which a gateway stops waiting for others to apply a change that it has stored, in milliseconds. A worker
 * accepts a heartbeat only after it has applied all changes stored before it. A worker that lacks this change has therefore
 * accepted no heartbeat sent since, and is fenced before this time is over.
 */
export const applyTimeoutMs = leaseSeconds * 1_000

/** The time that a process may take to notice that its gateway's heartbeat expired, in milliseconds. */
const marginMs = 1_000
/** The time after its last heartbeat when a gateway is fenced, in milliseconds: before others stop waiting for it. */
const serveForMs = leaseSeconds * 1_000 - marginMs

/** Returns the machine's monotonic clock, the same in all its processes, in milliseconds. It stops while the machine is suspended. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n)
}

/**
 * Returns whether a process has fenced itself: its last heartbeat (`heartbeatAt`, `monotonicMs`) is too old, so it may lack
 * changes of other gateways, serves nothing and does no background work. Undefined: it is in no cluster, and never fenced.
 */
export function isFenced(heartbeatAt: number | undefined): boolean {
  return heartbeatAt !== undefined && monotonicMs() - heartbeatAt > serveForMs
}
