import { randomBytes } from 'node:crypto'

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

/** The policy of answers that are no pages (JSON, scripts, pictures): opened alone, they may do nothing. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"

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

/** Additional sources, by directive. All empty by default. */
export interface CspAdditions {
  readonly script?: readonly string[]
  /** Without any, styles are allowed by nonce, which overrides `'unsafe-inline'` in browsers. */
  readonly style?: readonly string[]
  readonly connect?: readonly string[]
  readonly image?: readonly string[]
  readonly frame?: readonly string[]
  /** Chromium also checks the targets of redirects after a form post, so sign-in with a provider lists its origin here. */
  readonly formAction?: readonly string[]
}

const noncePlaceholder = '{nonce}'

/**
 * Prepares the policy of our pages. Scripts run only with a nonce: imports of our scripts inherit the nonce, and a file
 * of ours that an attacker manages to reference without it does not run. Prepared once; the result fills in a nonce.
 */
function contentSecurityPolicy(additions: CspAdditions = {}): (nonce: string) => string {
  const nonceSource = `'nonce-${noncePlaceholder}'`
  const directives: readonly (readonly [name: string, sources: readonly string[]])[] = [
    ['default-src', ["'none'"]],
    ['script-src', [nonceSource, ...(additions.script ?? [])]],
    ['style-src', ["'self'", ...(additions.style ?? [nonceSource])]],
    ['img-src', ["'self'", 'data:', ...(additions.image ?? [])]],
    ['font-src', ["'self'"]],
    ['connect-src', ["'self'", ...(additions.connect ?? [])]],
    ['manifest-src', ["'self'"]],
    ['frame-src', additions.frame === undefined || additions.frame.length === 0 ? ["'none'"] : additions.frame],
    ['form-action', ["'self'", ...(additions.formAction ?? [])]],
    ['frame-ancestors', ["'none'"]],
    ['base-uri', ["'none'"]],
  ]
  const template = directives.map(([name, sources]) => `${name} ${sources.join(' ')}`).join('; ')
  return (nonce) => template.replaceAll(noncePlaceholder, nonce)
}

/** The sources that pages inside a page (`srcdoc`) may use: never a script. */
export interface FramedSources {
  readonly styleNonce?: string
  readonly images?: readonly string[]
}

/** Returns the policy of a page with one inline stylesheet and no script. `styleHash` is a base64 SHA-256. */
export function selfContainedPolicy(styleHash: string, { styleNonce, images = [] }: FramedSources = {}): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'${styleNonce === undefined ? '' : ` 'nonce-${styleNonce}'`}`,
    ...(styleNonce === undefined ? [] : [`img-src ${["'self'", 'data:', ...images].join(' ')}`, "font-src 'self'"]),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}
