/** How long what a process has taken is its own without being renewed, in milliseconds: it may have ended. */
export const leaseMs = 5_000
/** How often to renew it, in milliseconds. */
const renewMs = 1_000

/**
 * Does work on what was taken from a database, and renews that meanwhile, so that no other process takes it however long the
 * work takes. A renewal that fails is not the work's: the next one comes, and at worst another process does it as well.
 */
export async function whileRenewed<T>(renew: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => void renew().catch(() => undefined), renewMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
