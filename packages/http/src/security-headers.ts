import { randomBytes } from 'node:crypto'
import { contentSecurityPolicy, type CspAdditions } from './content-security-policy.ts'

/** What the headers of an answer depend on. */
export interface SecurityContext {
  /** Whether visitors come over https: only then may a browser be told to insist on it. */
  readonly https: boolean
  readonly nonce: string
  readonly additions: CspAdditions
}

const staticHeaders: readonly (readonly [name: string, value: string])[] = [
  ['x-content-type-options', 'nosniff'],
  // `no-referrer` would make browsers send `Origin: null` with our own forms; see the same-origin check.
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
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

/** A value no page can guess, new for every request. */
export function newNonce(): string {
  return randomBytes(18).toString('base64')
}

/** Completes an answer's headers. A header the answer already carries stays: a self-contained page knows its own policy. */
export function addSecurityHeaders(headers: Headers, context: SecurityContext): void {
  for (const [name, value] of staticHeaders) if (!headers.has(name)) headers.set(name, value)
  if (!headers.has('content-security-policy')) {
    headers.set('content-security-policy', contentSecurityPolicy(context.nonce, context.additions))
  }
  if (context.https) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
}
