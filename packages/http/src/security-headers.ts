import { randomBytes } from 'node:crypto'
import { contentSecurityPolicy, type CspAdditions, dataPolicy } from './content-security-policy.ts'

/** The options of the headers of all answers. */
export interface SecurityHeadersOptions {
  /** Whether visitors use https: only then may the headers oblige a browser to use it. */
  readonly https: boolean
  readonly additions: CspAdditions
}

/** The options for the answers of one route. */
export interface AnswerScope {
  /** Whether an HTML answer keeps the reference of the window that opened it (no `Cross-Origin-Opener-Policy`). */
  readonly keepsOpener: boolean
}

/** Completes an answer's headers. `nonce` is called only if the answer is a page. */
export type AddSecurityHeaders = (headers: Headers, nonce: () => string, scope?: AnswerScope) => void

type HeaderList = readonly (readonly [name: string, value: string])[]

/** The headers of answers that are no page: opened as one, an answer has no rights and cannot be framed. */
const dataHeaders: HeaderList = [
  ['x-content-type-options', 'nosniff'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['content-security-policy', dataPolicy],
]

const pageHeaders: HeaderList = [
  ['x-content-type-options', 'nosniff'],
  // `no-referrer` would make browsers send `Origin: null` with our own forms; see the same-origin check.
  ['referrer-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['x-frame-options', 'DENY'],
  ['origin-agent-cluster', '?1'],
  [
    'permissions-policy',
    [
      'publickey-credentials-create=(self)',
      'publickey-credentials-get=(self)',
      'identity-credentials-get=(self)',
      'otp-credentials=(self)',
      ...['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid'].map((f) => `${f}=()`),
      ...['browsing-topics', 'display-capture', 'midi', 'accelerometer', 'gyroscope'].map((f) => `${f}=()`),
    ].join(', '),
  ],
]

const isolation: HeaderList = [['cross-origin-opener-policy', 'same-origin']]

/** A value no page can guess, new for every request. */
export function newNonce(): string {
  return randomBytes(18).toString('base64')
}

/**
 * Prepares the headers of every answer. An existing header is kept: a self-contained page has its own policy. Every
 * answer has a policy, because one that is no page can also be opened as one.
 */
export function securityHeaders({ https, additions }: SecurityHeadersOptions): AddSecurityHeaders {
  const pagePolicy = contentSecurityPolicy(additions)
  return (headers, nonce, scope) => {
    const isPage = headers.get('content-type')?.startsWith('text/html') === true
    complete(headers, isPage ? pageHeaders : dataHeaders)
    if (isPage && scope?.keepsOpener !== true) complete(headers, isolation)
    if (isPage && !headers.has('content-security-policy')) {
      headers.set('content-security-policy', pagePolicy(nonce()))
    }
    if (https) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
  }
}

function complete(headers: Headers, list: HeaderList): void {
  for (const [name, value] of list) if (!headers.has(name)) headers.set(name, value)
}
