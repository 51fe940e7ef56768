import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

import { withoutTrailing } from '@gatehouse/contract/http'
import { stringifySetCookie } from 'cookie'

import type { IdentityConfig } from '../../configuration/config.ts'
import type { Refusal } from '../../http/answer.ts'

const secretBytes = 32

/** The visitor's anti-CSRF secret, as in its cookie. Forms contain it only masked. */
export interface CsrfSecret {
  readonly bytes: Buffer
  /** SHA-256 (hex) that the flow stores of it. */
  readonly hash: string
}

/** The operations on the anti-CSRF cookie. */
export interface CsrfCookies {
  /** Returns the secret of a request's cookies; absent without the cookie or with a malformed one. */
  read(cookies: Readonly<Record<string, string | undefined>>): CsrfSecret | undefined
  /** Returns the `Set-Cookie` line that gives a secret to a browser. */
  write(secret: CsrfSecret): string
}

/**
 * Creates the anti-CSRF cookies. A cookie's name holds the SHA-256 of the public base URL (as a browser writes it, with
 * a slash at the end), so that services on one host use different ones.
 */
export function createCsrfCookies(config: Pick<IdentityConfig, 'publicBaseUrl' | 'cookies'>): CsrfCookies {
  const name = `csrf_token_${hash('sha256', `${withoutTrailing(config.publicBaseUrl, '/')}/`)}`
  const { domain, path, sameSite, secure } = config.cookies
  return {
    read: (cookies) => {
      const value = cookies[name]
      return value === undefined ? undefined : secretFrom(value)
    },
    write: (secret) =>
      stringifySetCookie({
        name,
        value: secret.bytes.toString('base64'),
        path,
        maxAge: 31_536_000,
        httpOnly: true,
        secure,
        sameSite: lower(sameSite),
        ...(domain !== undefined && { domain }),
      }),
  }
}

/** Returns a new secret: 256 random bits. */
export function newCsrfSecret(): CsrfSecret {
  return withHash(randomBytes(secretBytes))
}

/**
 * Returns the secret under a new one-time pad (base64, 88 characters). Every call differs, so that compressed pages do
 * not leak it; every earlier one stays valid.
 */
export function maskCsrfSecret(secret: CsrfSecret): string {
  const pad = randomBytes(secretBytes)
  return Buffer.concat([pad, xor(pad, secret.bytes)]).toString('base64')
}

/** True if `token` is the secret under some pad. */
export function unmasksTo(token: string, secret: CsrfSecret): boolean {
  const bytes = Buffer.from(token, 'base64')
  if (bytes.length !== 2 * secretBytes) return false
  return timingSafeEqual(xor(bytes.subarray(0, secretBytes), bytes.subarray(secretBytes)), secret.bytes)
}

/** The evidence that the check of a browser flow uses. */
export interface CsrfEvidence {
  readonly headers: Headers
  readonly secret: CsrfSecret | undefined
  /** SHA-256 of the secret that the flow was created for; absent: the flow is not bound to a browser. */
  readonly boundTo: string | undefined
  /** The submitted token. Absent when only the cookie is checked (reading a flow). */
  readonly token?: unknown
}

/** Returns the refusal of a request that may not access the flow, or nothing. */
export function csrfRefusal(evidence: CsrfEvidence, check: 'cookie' | 'cookie and token'): Refusal | undefined {
  const { headers, secret, boundTo, token } = evidence
  if (boundTo === undefined) return undefined
  if (!headers.get('cookie')) return violation(headers, 'The request has no Cookie header.')
  if (!secret) return violation(headers, 'The request has cookies, but not the anti-CSRF cookie.')
  if (check === 'cookie and token') {
    if (typeof token !== 'string' || token === '') return violation(headers, 'The form was sent without `csrf_token`.')
    if (!unmasksTo(token, secret)) return violation(headers, mismatch)
  }
  if (secret.hash === boundTo) return undefined
  // A read has no token that could be wrong.
  return violation(headers, check === 'cookie' ? undefined : mismatch)
}

const mismatch = 'The anti-CSRF cookie and the flow do not belong together. Start the flow again in this browser.'

/** Returns the refusal of a request that may come from another site’s page; `rejectReason` is for developers. */
export function violation(headers: Headers, rejectReason: string | undefined): Refusal {
  const byScript = ['cors', 'same-origin'].includes(headers.get('sec-fetch-mode') ?? '')
  return {
    code: 403,
    id: 'security_csrf_violation',
    reason:
      'This request could come from a foreign page, so it was stopped to protect the account. Start the flow again; if that does not help, delete the cookies of this site.',
    message: 'the request was stopped to protect you from cross-site request forgery',
    details: {
      docs: 'https://www.ory.sh/docs/kratos/debug/csrf',
      hint: byScript
        ? 'The call came from a script: it has to send cookies (`credentials: "include"`), and CORS has to allow that.'
        : 'The call carried no sign of a browser page: send the cookies of the response that created the flow.',
      ...(rejectReason !== undefined && { reject_reason: rejectReason }),
    },
  }
}

function secretFrom(value: string): CsrfSecret | undefined {
  const bytes = Buffer.from(value, 'base64')
  return bytes.length === secretBytes ? withHash(bytes) : undefined
}

function withHash(bytes: Buffer): CsrfSecret {
  return {
    bytes,
    // Most secrets are only written to a cookie or read from one.
    get hash() {
      return hash('sha256', bytes)
    },
  }
}

function xor(a: Buffer, b: Buffer): Buffer {
  return Buffer.from(a.map((byte, index) => byte ^ (b[index] ?? 0)))
}

function lower(sameSite: IdentityConfig['cookies']['sameSite']): 'lax' | 'strict' | 'none' {
  return sameSite === 'Lax' ? 'lax' : sameSite === 'Strict' ? 'strict' : 'none'
}
