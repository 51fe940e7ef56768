import type { IncomingMessage } from 'node:http'
import type { Session } from './session.ts'
import type { TokenClaims } from './tokens.ts'

const known = new WeakMap<IncomingMessage, Session>()

/** Keeps a session with its request. */
export function keepSession(request: IncomingMessage, session: Session): void {
  known.set(request, session)
}

/** Returns the session of a request that `requireSession` has allowed. Throws for any other request. */
export function sessionOf(request: IncomingMessage): Session {
  const session = known.get(request)
  if (session === undefined) throw new Error('requireSession has not seen this request')
  return session
}

const claimed = new WeakMap<IncomingMessage, TokenClaims>()

/** Keeps the claims of a token with its request. */
export function keepClaims(request: IncomingMessage, claims: TokenClaims): void {
  claimed.set(request, claims)
}

/** Returns the claims of a request that `requireToken` has allowed. Throws for any other request. */
export function claimsOf(request: IncomingMessage): TokenClaims {
  const claims = claimed.get(request)
  if (claims === undefined) throw new Error('requireToken has not seen this request')
  return claims
}

/** Builds the request that a guard checks. In a mounted router, Express keeps the whole path in `originalUrl`. */
export function requestOf(message: IncomingMessage & { readonly originalUrl?: string }): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const path = (message.originalUrl ?? message.url ?? '/').replace(/^\/+/, '/')
  return new Request(new URL(path, 'http://localhost'), { method: message.method ?? 'GET', headers })
}
