import { createHmac, hash, randomInt, timingSafeEqual } from 'node:crypto'
import type { Secret } from '@gatehouse/platform/secrets'
import type { RouteContext } from '../http/route.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const length = 32

/** Returns a new session token: `ory_st_` and 32 alphanumerics (190 bits), each equally likely. */
export function newSessionToken(): string {
  return `ory_st_${Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')}`
}

/** Returns the stored hash of a token. SHA-256 without salt is enough: the token is random and cannot be guessed. */
export function hashToken(token: string): string {
  return hash('sha256', token)
}

/** Returns the logout token of a session: `ory_lo_` and 32 alphanumerics, the same each time. */
export function logoutToken(secret: Secret, sessionId: string): string {
  const mac = createHmac('sha256', secret.reveal()).update(`logout:${sessionId}`).digest('hex')
  let rest = BigInt(`0x${mac}`)
  let text = ''
  for (let index = 0; index < length; index += 1) {
    text += alphabet[Number(rest % 62n)]
    rest /= 62n
  }
  return `ory_lo_${text}`
}

/** True if the token is this session's, under any of the present secrets. */
export function isLogoutToken(secrets: readonly Secret[], sessionId: string, token: string): boolean {
  const given = Buffer.from(token)
  return secrets.some((secret) => {
    const expected = Buffer.from(logoutToken(secret, sessionId))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}

/**
 * Returns the session token of a request, in the wire's order: `X-Session-Token`, cookie, bearer. The first one counts,
 * even if it turns out to be wrong.
 */
export function sessionTokenOf(
  context: Pick<RouteContext, 'request' | 'cookies'>,
  cookieName: string,
): string | undefined {
  const { headers } = context.request
  return headers.get('x-session-token') || context.cookies[cookieName] || bearerOf(headers.get('authorization'))
}

function bearerOf(header: string | null): string | undefined {
  return /^bearer +(\S+)$/i.exec(header ?? '')?.[1]
}
