/** The duration of a process's lease without renewal, in milliseconds: it may have ended. */
export const leaseMs = 5_000
/** The interval of renewal, in milliseconds. */
const renewMs = 1_000

/**
 * Works on a row that was claimed in a database, and renews the lease meanwhile, so that no other process claims it
 * however long the work takes. A failed renewal does not fail the work: the next one follows, and at worst another
 * process does the work as well.
 */
export async function whileRenewed<T>(renew: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => void renew().catch(() => undefined), renewMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
