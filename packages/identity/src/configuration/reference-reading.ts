import { isTree, type ConfigTree } from './unsupported.ts'

/** What Ory Kratos makes of a value that means nothing: it is left out, read as another one, or kept for the checks. */
type Reading =
  | { readonly kind: 'kept' }
  | { readonly kind: 'left_out'; readonly why?: string }
  | { readonly kind: 'read_as'; readonly value: unknown; readonly why: string }

const kept: Reading = { kind: 'kept' }

interface Rule {
  /** Dotted; `*` stands for any one key, or for every item of a list. */
  readonly path: string
  readonly read: (value: string) => Reading
}

/**
 * Values with which Ory Kratos starts although they cannot work. Each is read as there, with a warning; what
 * could harm a person (a semicolon in a cookie's domain) is none of them, and stops the start.
 */
const rules: readonly Rule[] = [
  { path: 'cookies.domain', read: cookieDomain },
  { path: 'session.cookie.domain', read: cookieDomain },
  { path: 'cookies.path', read: cookiePath },
  { path: 'session.cookie.path', read: cookiePath },
  { path: 'serve.*.cors.allowed_origins.*', read: corsOrigin },
  { path: 'selfservice.allowed_return_urls.*', read: returnUrl },
  { path: 'selfservice.methods.*.config.rp.id', read: relyingPartyId },
  { path: 'selfservice.methods.oidc.config.providers.*.net_id_token_origin_header', read: netIdOrigin },
]

/** The tree as Ory Kratos reads it, with a line for the operator for each value that is not used as it stands. */
export function asReferenceReads(document: ConfigTree): { tree: ConfigTree; warnings: readonly string[] } {
  const tree = structuredClone(document)
  const warnings: string[] = []
  for (const { path, read } of rules) visit(tree, path.split('.'), [], read, warnings)
  return { tree, warnings }
}

function visit(
  node: unknown,
  [head = '', ...rest]: readonly string[],
  seen: readonly string[],
  read: Rule['read'],
  warnings: string[],
): void {
  if (Array.isArray(node)) {
    if (head !== '*') return
    // From the end, as items are taken out.
    for (const index of node.map((_, at) => node.length - 1 - at)) step(node, index)
  } else if (isTree(node)) {
    for (const key of head === '*' ? Object.keys(node) : [head]) if (Object.hasOwn(node, key)) step(node, key)
  }

  function step(parent: object, key: string | number): void {
    const value: unknown = Reflect.get(parent, key)
    const path = [...seen, String(key)]
    if (rest.length > 0) return visit(value, rest, path, read, warnings)
    if (typeof value !== 'string') return
    const reading = read(value)
    if (reading.kind === 'kept') return
    if (reading.why !== undefined) warnings.push(`${path.join('.')} ${JSON.stringify(value)} ${reading.why}`)
    if (reading.kind === 'read_as') Reflect.set(parent, key, reading.value)
    else if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else Reflect.deleteProperty(parent, key)
  }
}

function cookieDomain(value: string): Reading {
  if (value === '') return { kind: 'left_out' }
  const hasMore = /^[a-z][a-z0-9+.-]*:\/\/[^;\s]*$/i.test(value) || /^[a-z0-9.-]+:\d+\/?$/i.test(value)
  const isWildcard = /^\*\.[a-z0-9.-]+$/i.test(value)
  if (!hasMore && !isWildcard) return kept
  const [name = ''] = value
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^\*\./, '')
    .split(/[:/]/, 1)
  return {
    kind: 'left_out',
    why: `is no domain of a cookie, so cookies belong to the host that sets them, as in Ory Kratos; write ${name || 'example.org'} to share them with its subdomains, or leave the key out`,
  }
}

function cookiePath(value: string): Reading {
  if (value === '') return { kind: 'left_out' }
  if (value.startsWith('/') || /[;\p{Cc}]/u.test(value)) return kept
  return {
    kind: 'left_out',
    why: `does not begin with a slash, and browsers ignore such a path; it is left out: write /${value}, or leave the key out for /`,
  }
}

function corsOrigin(value: string): Reading {
  const url = URL.parse(value)
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]+\/.+$/i.test(value) || url === null) return kept
  return {
    kind: 'left_out',
    why: `has more than an origin, so it lets no page call, as in Ory Kratos; write ${url.protocol}//${url.host}`,
  }
}

function returnUrl(value: string): Reading {
  if (value === '') return { kind: 'left_out' }
  const url = URL.parse(value)
  if (url?.hostname === '*' || /^\/\/\*?(?:\/|$)/.test(value)) {
    return { kind: 'left_out', why: 'would allow every host, and is ignored, as in Ory Kratos; name the hosts' }
  }
  if (
    /^[a-z][a-z0-9+.-]*:/i.test(value)
      ? /^[a-z][a-z0-9+.-]*:\//i.test(value) || isUnsafe(value)
      : /^\/(?!\/)/.test(value)
  ) {
    return kept
  }
  return {
    kind: 'left_out',
    why: 'is no address, and is ignored, as in Ory Kratos; write it like https://app.example.org/path, or /path for the public address',
  }
}

/** What the checks have words of their own for. */
function isUnsafe(value: string): boolean {
  return /^(?:javascript|data|vbscript|blob|file|about):/i.test(value)
}

function relyingPartyId(value: string): Reading {
  const host = /^([a-z0-9.-]+):\d{1,5}$/i.exec(value)?.[1]
  if (host === undefined) return kept
  return {
    kind: 'read_as',
    value: host,
    why: `has a port, which browsers refuse for security keys and passkeys; it is read as ${host}: write that`,
  }
}

function netIdOrigin(value: string): Reading {
  if (value === '') return { kind: 'left_out' }
  if (/^https?:\/\/./i.test(value) && URL.canParse(value)) return kept
  return {
    kind: 'left_out',
    why: 'is no origin, and is ignored; netID takes none of its tokens until it is one, such as https://example.org',
  }
}
