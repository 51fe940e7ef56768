/** How long a lease and a heartbeat count, in seconds. The gateway's processes stop serving before. */
export const leaseSeconds = 6

/** The time that a process may take to notice that its gateway's heartbeat expired, in milliseconds. */
const marginMs = 1_000
/** The time after its last heartbeat when a gateway stops serving, in milliseconds: another may lead after the margin. */
const serveForMs = leaseSeconds * 1_000 - marginMs

/**
 * Returns milliseconds since the machine was started, the same in all its processes. A suspended machine does not count
 * them; its database fences writes.
 */
export function uptimeMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n)
}

/** Returns whether a gateway is fenced, given the time of its last heartbeat. Undefined: the process is not in a cluster. */
export function isFenced(heartbeatAt: number | undefined): boolean {
  return heartbeatAt !== undefined && uptimeMs() - heartbeatAt > serveForMs
}

/** A held lease: its holder and its epoch, the number of times that the lease was taken. */
export interface HeldLease {
  readonly holder: string
  readonly epoch: number
}

/**
 * Returns the fencing statement: it fails with a `LostLeaseError` if another gateway has taken the lease. Every write
 * of the leader runs it, as a process that was suspended beyond its lease does not know that it lost it.
 */
export function requireLease({ holder, epoch }: HeldLease): string {
  return `SELECT gatehouse_gateways.require_lease('leader', '${holder.replaceAll("'", "''")}', ${epoch})`
}
