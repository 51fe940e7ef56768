import { argon2Most, hashBounds } from './bounds.ts'
import { cookieDomain as cookieDomainField, memoryKiB } from './fields.ts'
import { isTree, type ConfigTree } from './unsupported.ts'

/** Ory Kratos' reading of a meaningless value: it is left out, read as another one, or kept for the checks. */
type Reading =
  | { readonly kind: 'kept' }
  | { readonly kind: 'left_out'; readonly why?: string }
  | { readonly kind: 'read_as'; readonly value: unknown; readonly why: string }

const kept: Reading = { kind: 'kept' }

interface Rule {
  /** Dotted; `*` matches any one key, or every item of a list. */
  readonly path: string
  readonly read: (value: string) => Reading
  /** Only in a file of the operator; in the console the field refuses it. */
  readonly isOwn?: true
}

/**
 * Values with which Ory Kratos starts although they cannot work. Each is read as there, with a warning; a value that
 * could harm a person (a semicolon in a cookie's domain) is not among them, and stops the start.
 */
const rules: readonly Rule[] = [
  { path: 'cookies.domain', read: cookieDomain },
  { path: 'session.cookie.domain', read: cookieDomain },
  { path: 'cookies.path', read: cookiePath },
  { path: 'session.cookie.path', read: cookiePath },
  { path: 'serve.*.cors.allowed_origins.*', read: corsOrigin },
  { path: 'selfservice.allowed_return_urls.*', read: returnUrl },
  { path: 'selfservice.methods.*.config.rp.id', read: relyingPartyId },
  { path: 'serve.public.base_url', read: publicAddress, isOwn: true },
  { path: 'selfservice.methods.*.config.rp.id', read: relyingPartyHost, isOwn: true },
  { path: 'selfservice.methods.*.config.rp.origin', read: relyingPartyOrigin, isOwn: true },
  { path: 'selfservice.methods.*.config.rp.origins.*', read: relyingPartyOrigin, isOwn: true },
  { path: 'selfservice.default_browser_return_url', read: pagePath, isOwn: true },
  { path: 'selfservice.flows.*.ui_url', read: pagePath, isOwn: true },
  { path: 'selfservice.flows.*.after.default_browser_return_url', read: pagePath, isOwn: true },
  { path: 'selfservice.flows.*.after.*.default_browser_return_url', read: pagePath, isOwn: true },
  { path: 'hashers.argon2.memory', read: argon2Memory, isOwn: true },
  { path: 'selfservice.methods.oidc.config.providers.*.net_id_token_origin_header', read: netIdOrigin },
]

/**
 * Changes the values of a tree to those that Ory Kratos reads. Returns a line for the operator for each value that is
 * not used as written. `isOwn`: it is a file of the operator's own.
 */
export function readAsReference(tree: ConfigTree, isOwn: boolean): readonly string[] {
  const warnings: string[] = []
  for (const rule of rules) {
    if (isOwn || rule.isOwn === undefined) visit(tree, rule.path.split('.'), [], rule.read, warnings)
  }
  if (isOwn) warnings.push(...boundHashers(tree))
  return warnings
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
    // Backwards, as items are removed.
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

/** Leaves out an invalid domain of a cookie, as Go does; the checks refuse values that would add attributes. */
function cookieDomain(value: string): Reading {
  if (value === '') return { kind: 'left_out' }
  if (/[;\s\p{Cc}]/u.test(value) || cookieDomainField.safeParse(value).success) return kept
  const [name = ''] = value
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/^\*\.?/, '')
    .split(/[:/]/, 1)
  const meant = cookieDomainField.safeParse(name).success ? name : 'example.org'
  return {
    kind: 'left_out',
    why: `is no domain of a cookie, so cookies belong to the host that sets them, as in Ory Kratos; write ${meant} to share them with its subdomains, or leave the key out`,
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
  if (url === null || /^[a-z][a-z0-9+.-]*:\/\/[^/]+\/?$/i.test(value)) return kept
  const isHostWithPort = /^[a-z0-9.-]+:\d+/i.test(value)
  const meant = isHostWithPort
    ? `http://${value}`
    : url.host === ''
      ? 'https://app.example.org'
      : `${url.protocol}//${url.host}`
  return {
    kind: 'left_out',
    why: `${url.host === '' ? 'is no origin' : 'has more than an origin'}, so it lets no page call, as in Ory Kratos; write ${meant}`,
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

/** Checks for the schemes that the checks refuse with their own message. */
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

/** Reads the host of a value with a scheme, a path or capitals. An IP address has no domain to read. */
function relyingPartyHost(value: string): Reading {
  const host = (/^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? URL.parse(value)?.hostname : value)?.toLowerCase()
  if (host === undefined || host === value) return kept
  return {
    kind: 'read_as',
    value: host,
    why: `is no domain, which browsers refuse for security keys and passkeys; it is read as ${host}: write that`,
  }
}

function relyingPartyOrigin(value: string): Reading {
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol) || `${url.pathname}${url.search}${url.hash}` === '/') return kept
  return { kind: 'read_as', value: url.origin, why: `has more than an origin; it is read as ${url.origin}: write that` }
}

function publicAddress(value: string): Reading {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return kept
  return {
    kind: 'left_out',
    why: 'is no address, and is ignored: the service counts as being at its port of 127.0.0.1; write it like https://auth.example.org',
  }
}

/** Reads a path without a leading slash. */
function pagePath(value: string): Reading {
  if (!/^[\w.~%-][^\\\s\p{Cc}]*$/u.test(value) || /^[a-z][a-z0-9+.-]*:/i.test(value)) return kept
  return {
    kind: 'read_as',
    value: `/${value}`,
    why: `has neither a scheme nor a slash before it; it is read as /${value} of serve.public.base_url: write the whole address`,
  }
}

const shared =
  'each sign-in takes that from the cores and memory of all projects (docs/reference/security.md, "What projects share")'

function argon2Memory(value: string): Reading {
  const read = memoryKiB.safeParse(value)
  if (!read.success || read.data <= argon2Most.memoryKiB) return kept
  return { kind: 'read_as', value: '1GB', why: `is too much, and is read as 1GB: ${shared}` }
}

/** Limits costs, which are numbers, with those of argon2 combined; changes the tree. */
function boundHashers(tree: ConfigTree): readonly string[] {
  const { hashers } = tree
  if (!isTree(hashers)) return []
  const { bcrypt, argon2 } = hashers
  const memory = isTree(argon2) ? memoryKiB.safeParse(argon2['memory'] ?? '128MB') : undefined
  const work = hashBounds.argon2Work.most
  return [
    ...bounded(bcrypt, 'bcrypt', 'cost', hashBounds.bcryptCost.most, 31),
    ...(memory?.success ? bounded(argon2, 'argon2', 'iterations', Math.floor(work / memory.data)) : []),
  ]
}

function bounded(node: unknown, name: string, key: string, most: number, kratosMost = Infinity): readonly string[] {
  const value: unknown = isTree(node) ? node[key] : undefined
  if (!isTree(node) || typeof value !== 'number' || value <= most || value > kratosMost) return []
  Reflect.set(node, key, most)
  return [`hashers.${name}.${key} ${value} is too much, and is read as ${most}: ${shared}`]
}

function netIdOrigin(value: string): Reading {
  if (value === '') return { kind: 'left_out' }
  if (/^https?:\/\/./i.test(value) && URL.canParse(value)) return kept
  return {
    kind: 'left_out',
    why: 'is no origin, and is ignored; netID takes none of its tokens until it is one, such as https://example.org',
  }
}
