import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import type { ServerMetadata } from 'openid-client'

import type { SafeFetch } from './safe-fetch.ts'

/** An id token that an app or a browser submitted, not the provider. */
export interface HandedToken {
  readonly token: string
  /** The nonce that the app bound the token to. */
  readonly nonce: string | undefined
  readonly audiences: readonly string[]
  /** Unix milliseconds. */
  readonly now: number
}

/** Allowed algorithms: signatures with a shared secret would let every client create tokens. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** Checks signature, issuer, audience, time and nonce. Throws if one of them is wrong. */
export function createIdTokenVerifier(fetch: SafeFetch) {
  const keySets = new Map<string, JWTVerifyGetKey>()
  return async (server: ServerMetadata, handed: HandedToken): Promise<JWTPayload> => {
    if (server.jwks_uri === undefined) throw new Error('the provider publishes no keys')
    const keys =
      keySets.get(server.jwks_uri) ??
      createRemoteJWKSet(new URL(server.jwks_uri), { [customFetch]: (url, init) => fetch(url, init) })
    keySets.set(server.jwks_uri, keys)
    const { payload } = await jwtVerify(handed.token, keys, {
      issuer: expectedIssuer(server.issuer, handed.token),
      audience: [...handed.audiences],
      algorithms,
      currentDate: new Date(handed.now),
      clockTolerance: 30,
      requiredClaims: ['sub', 'exp', 'iat'],
    })
    if (typeof payload['nonce'] !== 'string') throw new Error('the token has no nonce')
    if (payload['nonce'] !== handed.nonce) throw new Error('the nonce does not match id_token_nonce')
    return payload
  }
}

const directoryId = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** Returns the issuer to expect. If one set of keys serves many directories, the token names the directory. */
function expectedIssuer(issuer: string, token: string): string {
  if (!issuer.includes('{tenantid}')) return issuer
  const { tid } = decodeJwt(token)
  if (typeof tid !== 'string' || !directoryId.test(tid)) throw new Error('the token names no directory')
  return issuer.replace('{tenantid}', tid)
}
