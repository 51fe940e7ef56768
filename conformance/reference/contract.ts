import { readFileSync } from 'node:fs'

/** The definition of one configuration key in the reference's own schema. */
export interface ReferenceKey {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly string[]
  readonly const?: unknown
  readonly default?: unknown
}

/** The wire and the configuration of a version of the reference after 26.2. `[]` is any item, `*` any name. */
export interface ReferenceContract {
  readonly source: string
  /** Ids of messages, each with its name there. */
  readonly message_ids: Readonly<Record<string, string>>
  readonly node_groups: readonly string[]
  readonly continue_with_actions: readonly string[]
  readonly hooks: readonly string[]
  readonly configuration_keys: Readonly<Record<string, ReferenceKey>>
}

/** Loads the contract of July 2026. */
export function loadContract(): ReferenceContract {
  return JSON.parse(readFileSync(new URL('kratos-2026-07.json', import.meta.url), 'utf8')) as ReferenceContract
}

/** A document of the configuration with one key at a value that the reference takes. */
export interface TriedKey {
  readonly key: string
  readonly value: unknown
  readonly document: Readonly<Record<string, unknown>>
}

/** The values that an entry of the reference requires, by the end of its path. `*` at the end of a key is any name. */
const companions: readonly (readonly [end: string, value: Readonly<Record<string, unknown>>])[] = [
  ['hooks[]', { hook: 'web_hook', config: { url: 'https://hooks.example.org/' } }],
  ['hooks[].config', { url: 'https://hooks.example.org/' }],
  ['migrate_hook', { config: { url: 'https://hooks.example.org/' } }],
  ['migrate_hook.config', { url: 'https://hooks.example.org/' }],
  ['request_config', { url: 'https://messages.example.org/' }],
  ['channels[]', { id: 'sms', type: 'http', request_config: { url: 'https://messages.example.org/' } }],
  ['providers[]', { id: 'acme', provider: 'google', client_id: 'a', client_secret: 'b' }],
  ['organizations[]', { id: 'c4f4c6ea-2b1c-4a0e-9a2d-9c5f6c4b7a10' }],
  ['schemas[]', { id: 'default', url: 'base64://eyJwcm9wZXJ0aWVzIjp7InRyYWl0cyI6e319fQ==' }],
  ['auth.config', { user: 'a', password: 'b' }],
  ['auth', { type: 'basic_auth', config: { user: 'a', password: 'b' } }],
]

const apiKey = { type: 'api_key', config: { name: 'X-Key', value: 'a', in: 'header' } }
/** Keys that mean nothing alone: the document that has them together, by the end of the path. */
const together: readonly (readonly [end: RegExp, beside: (key: string) => Readonly<Record<string, unknown>>])[] = [
  [/auth\.config\.(?:name|value|in)$/, (key) => ({ [key.replace(/\.config\.\w+$/, '')]: apiKey })],
  [
    /hooks\[\]\.config\.recipients$/,
    (key) => ({ [key.replace(/\.config\.\w+$/, '')]: { hook: 'notify_previous_addresses', config: {} } }),
  ],
  [/^oauth2_provider\.(?!url)/, () => ({ 'oauth2_provider.url': 'https://oauth2.example.org/' })],
  [/^courier\.delivery_strategy$/, () => ({ 'courier.http.request_config.url': 'https://messages.example.org/' })],
]

/** Values for keys that the schema calls texts, by the end of the path. */
const texts: readonly (readonly [end: RegExp, value: unknown])[] = [
  [/(?:lifespan|max_age|session_extend|possible_extend|timeouts\.\w+|cacheable_sessions_max_age)$/, '1h'],
  [/cookies?\.secure$/, true],
  [/cookies?\.domain$/, 'example.org'],
  [/cookies?\.path$/, '/'],
  [/secrets\.\w+\[\]$/, 'a-secret-of-thirty-two-characters'],
  [/providers\[\]\.organization_id$/, 'c4f4c6ea-2b1c-4a0e-9a2d-9c5f6c4b7a10'],
  [/jwks_url$|mapper_url$|\.body$|templates\..*\.(?:plaintext|html|subject)$/, 'base64://e30='],
  [/schemas\[\]\.url$/, 'base64://eyJwcm9wZXJ0aWVzIjp7InRyYWl0cyI6e319fQ=='],
  [/smtp\.connection_uri$/, 'smtps://mail.example.org:465/'],
  [/base_url$|request_config\.url$/, 'https://example.org'],
  [/rp\.id$/, 'example.org'],
  [/rp\.origins?(?:\[\])?$/, 'https://example.org'],
  [/haveibeenpwned_host$/, 'api.example.org'],
  [/\.method$/, 'POST'],
  [/headers\.\*$/, 'a value'],
]

const byFormat: Readonly<Record<string, unknown>> = {
  uri: 'https://example.org/a',
  'uri-reference': '/a',
  uuid: 'c4f4c6ea-2b1c-4a0e-9a2d-9c5f6c4b7a10',
  hostname: 'example.org',
  email: 'no-reply@example.org',
}
const byType: Readonly<Record<string, unknown>> = { object: {}, array: [], boolean: true, integer: 32, string: 'text' }

/** Returns every key once for each of its values: the default, every one of a list, or one of its type. */
export function triedKeys(contract: ReferenceContract, base: Readonly<Record<string, unknown>>): readonly TriedKey[] {
  return Object.entries(contract.configuration_keys).flatMap(([key, about]) =>
    valuesOf(key, about, contract).map((value) => ({ key, value, document: documentWith(base, key, value) })),
  )
}

function valuesOf(key: string, about: ReferenceKey, { hooks }: ReferenceContract): readonly unknown[] {
  const isAfter = key.includes('.after.')
  if (key.endsWith('hooks[].hook')) return [...(isAfter ? hooks : [about.const]), ...(about.enum ?? [])]
  const listed = [...(about.enum ?? []), ...(about.const === undefined ? [] : [about.const])]
  if (listed.length > 0) return about.type === 'boolean' ? [false, true] : listed
  const text =
    about.type === 'string' || about.type === undefined ? texts.find(([end]) => end.test(key))?.[1] : undefined
  if (text !== undefined) return [text]
  if (about.default !== undefined && about.default !== '') return [about.default]
  return [byFormat[about.format ?? ''] ?? byType[about.type ?? '']]
}

type Mutable = Record<string | number, unknown>

function documentWith(base: Readonly<Record<string, unknown>>, key: string, value: unknown) {
  const document = structuredClone(base) as Mutable
  for (const [end, beside] of together) {
    if (end.test(key)) for (const [path, inner] of Object.entries(beside(key))) put(document, path, inner)
  }
  if (key.endsWith('hooks[].hook') && value !== 'web_hook') put(document, key.replace(/\.hook$/, ''), { hook: value })
  else put(document, key, value)
  return document
}

/** Puts a value at a path, with the required companions of the keys above it. */
function put(document: Mutable, path: string, value: unknown): void {
  const parts = path.replaceAll('[]', '.0').replaceAll('*', 'x').split('.')
  const names = path.replaceAll('[]', '.[]').split('.')
  let node: Mutable = document
  parts.forEach((part, index) => {
    const isLast = index === parts.length - 1
    const at = names
      .slice(0, index + 1)
      .join('.')
      .replaceAll('.[]', '[]')
    const needs = companions.find(([end]) => at.endsWith(end))?.[1]
    if (isLast) node[part] = isEmpty(value) ? (node[part] ?? structuredClone(needs ?? value)) : value
    else {
      node[part] ??= parts[index + 1] === '0' ? [] : structuredClone(needs ?? {})
      node = node[part] as Mutable
    }
  })
}

/** Tells whether a value is an empty object or list; a required value may replace it. */
function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
