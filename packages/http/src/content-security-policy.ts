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
export function contentSecurityPolicy(additions: CspAdditions = {}): (nonce: string) => string {
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

/** The policy of answers that are no pages (JSON, scripts, pictures): opened alone, they may do nothing. */
export const dataPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"

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
