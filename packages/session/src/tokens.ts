import { baseAddress } from './base-address.ts'
import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from 'jose'
import { reachAt } from './reach.ts'

/** The issuer of the tokens, and the address of its keys. */
export interface TokensOptions {
  /** Origin of the account pages, such as `https://account.example.org`: tokens name it as their issuer. */
  readonly url: string
  /** The address to which servers connect if it is not `url`, such as `http://gatehouse:4455`. */
  readonly internalUrl?: string
  /** The published keys, if not below it. */
  readonly jwksUrl?: string
}

/** The claims of a token: `sub` is the identity's id, `sid` the session's. */
export type TokenClaims = JWTPayload & { readonly sub: string; readonly sid: string }

/** The verdict on a token. */
export type TokenResult =
  | { readonly kind: 'valid'; readonly claims: TokenClaims }
  | { readonly kind: 'invalid'; readonly reason: string }
  /** The keys cannot be had: answer 503. */
  | { readonly kind: 'unavailable'; readonly reason: string }

/** Checks a token. Never rejects. */
export type TokenCheck = (token: string) => Promise<TokenResult>

/**
 * Checks session tokens (`whoami?tokenize_as=`) without asking who it is: keys are fetched once and kept. A sign-out is
 * heard of when the token ends.
 */
export function createTokens({ url, internalUrl, jwksUrl }: TokensOptions): TokenCheck {
  const origin = baseAddress(url)
  const keys = createRemoteJWKSet(new URL(jwksUrl ?? `${origin}/.well-known/jwks.json`), {
    [customFetch]: reachAt(internalUrl),
  })
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, { issuer: `${origin}/`, requiredClaims: ['sub', 'sid', 'exp'] })
      const { sub, sid } = payload
      if (typeof sub !== 'string' || typeof sid !== 'string') return { kind: 'invalid', reason: 'no sub or sid' }
      return { kind: 'valid', claims: { ...payload, sub, sid } }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return { kind: isAboutToken(error) ? 'invalid' : 'unavailable', reason }
    }
  }
}

/** Whether the token is at fault, and not the connection to the keys or the keys themselves. */
function isAboutToken(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false
  const isAboutKeys = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid
  return !isAboutKeys && error.code !== 'ERR_JOSE_GENERIC'
}
