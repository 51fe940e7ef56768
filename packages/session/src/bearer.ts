import type { TokenCheck, TokenClaims } from './tokens.ts'

/** The verdict on a bearer token. */
export type BearerVerdict =
  | { readonly kind: 'allowed'; readonly claims: TokenClaims }
  | { readonly kind: 'refused'; readonly response: Response }

const scheme = /^bearer +(\S+) *$/i

/**
 * Allows a request with a valid token in `Authorization: Bearer`, by the published keys alone; every other request is
 * answered with 401 as RFC 6750 specifies, or with 503 if the keys cannot be loaded. `check`: of `createTokens`.
 */
export async function guardToken(check: TokenCheck, headers: Headers): Promise<BearerVerdict> {
  const [, token] = scheme.exec(headers.get('authorization') ?? '') ?? []
  if (token === undefined) return refused(401, 'token_missing', { 'www-authenticate': 'Bearer' })
  const found = await check(token)
  switch (found.kind) {
    case 'valid':
      return { kind: 'allowed', claims: found.claims }
    case 'invalid':
      return refused(401, 'invalid_token', { 'www-authenticate': 'Bearer error="invalid_token"' })
    case 'unavailable':
      return refused(503, 'keys_unavailable', { 'retry-after': '5' })
    default:
      return found satisfies never
  }
}

function refused(status: number, error: string, headers: Readonly<Record<string, string>>): BearerVerdict {
  const response = Response.json({ error }, { status, headers: { 'cache-control': 'no-store', ...headers } })
  return { kind: 'refused', response }
}
