/** A lease as it was taken: by whom, and the how-manieth taking of it that was. */
export interface HeldLease {
  readonly holder: string
  readonly epoch: number
}

/**
 * The statement that fails with a `LostLeaseError` once another gateway has taken the lead, wherever it is run in that
 * database: a process that stood still beyond its lease does not know of it yet.
 */
export function requireLease({ holder, epoch }: HeldLease): string {
  return `SELECT gatehouse_gateways.require_lease('leader', '${holder.replaceAll("'", "''")}', ${epoch})`
}
