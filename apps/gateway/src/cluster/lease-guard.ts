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
