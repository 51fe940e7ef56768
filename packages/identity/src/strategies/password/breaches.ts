import { createHash } from 'node:crypto'

/** The number of leaks that contain a password, or the failure to reach the register. */
export type BreachLookup = { readonly kind: 'known'; readonly times: number } | { readonly kind: 'unreachable' }

const timeoutMs = 3000

/**
 * Looks up a password at a HaveIBeenPwned service by k-anonymity: only five hex digits of its SHA-1 leave this machine,
 * and padding hides the number of entries that share them.
 */
export async function lookUpBreaches(
  password: string,
  host: string,
  fetch: typeof globalThis.fetch,
): Promise<BreachLookup> {
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const response = await fetch(`${host.includes('://') ? host : `https://${host}`}/range/${digest.slice(0, 5)}`, {
      headers: { 'add-padding': 'true' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) return { kind: 'unreachable' }
    const entry = (await response.text())
      .split('\n')
      .map((line) => line.trim().split(':', 2))
      .find(([suffix]) => suffix?.toUpperCase() === digest.slice(5))
    return { kind: 'known', times: Number(entry?.[1] ?? 0) || 0 }
  } catch {
    return { kind: 'unreachable' }
  }
}
