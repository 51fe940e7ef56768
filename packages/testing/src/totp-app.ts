import { Secret, TOTP } from 'otpauth'

/**
 * Returns the code of an authenticator app for a secret (base32), `steps` times 30 seconds after a moment (Unix
 * milliseconds).
 */
export function totpCode(secret: string, now: number, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * 30_000 })
}

/** Returns a code that the app shows neither now nor two minutes around. */
export function wrongTotpCode(secret: string, now: number): string {
  const near = new Set([-4, -3, -2, -1, 0, 1, 2, 3, 4].map((steps) => totpCode(secret, now, steps)))
  const wrong = Array.from({ length: 10 }, (_, index) => `00000${index}`).find((code) => !near.has(code))
  if (wrong === undefined) throw new Error('ten codes cannot all be among nine')
  return wrong
}
