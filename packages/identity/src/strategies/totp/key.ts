import { Secret, TOTP, URI } from 'otpauth'

/** Returns the time step of a code, or nothing if it is wrong. Codes of the step before and after count too. */
export function stepOf(key: TOTP, code: string, now: number): number | undefined {
  if (code.length !== key.digits) return undefined
  const delta = key.validate({ token: code, timestamp: now, window: 1 })
  return delta === null ? undefined : key.counter({ timestamp: now }) + delta
}

/** Creates a key of 160 bits, or the one with this secret (base32), in the form of authenticator apps. */
export function createKey(issuer: string, accountName: string, secret?: string): TOTP {
  return new TOTP({
    issuer: shownName(issuer, 40),
    label: shownName(accountName, 64),
    secret: secret === undefined ? new Secret({ size: 20 }) : Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
  })
}

/** Shortens a name, so that cameras can read the picture; a colon would end the issuer's part of the label. */
function shownName(name: string, longest: number): string {
  return name.slice(0, longest).toWellFormed().replaceAll(':', ' ')
}

const fewestBytes = 10

/** Returns the key of an `otpauth://totp/…` address; nothing if it is unusable. */
export function readKey(url: string): TOTP | undefined {
  try {
    const key = URI.parse(url)
    const isUsable = key instanceof TOTP && key.digits >= 6 && key.digits <= 8 && key.period >= 10 && key.period <= 300
    return isUsable && key.secret.bytes.length >= fewestBytes ? key : undefined
  } catch {
    return undefined
  }
}
