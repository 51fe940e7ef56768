import type { CredentialView } from '@gatehouse/contract/identities'
import { isJson, type Json, type LeftBehind } from './import-entry.ts'
import type { CarriedCredential, ImportFormat } from './import-format.ts'

/** The carried part of one credential, and the parts that stay behind. */
export interface CarriedConfig {
  /** Its `config` as the import takes it; undefined if there is nothing to carry. */
  readonly config?: Json
  readonly left?: readonly LeftBehind[]
}

type Carrier = (config: Json, format: ImportFormat) => CarriedConfig

/** TABLE: conversions of a credential's `config`, as it is read, into that of an import. */
const carriers: Readonly<Record<CarriedCredential, Carrier>> = {
  password: (config, { hash, title }) => {
    if (config['use_password_migration_hook'] === true) return { config: { use_password_migration_hook: true } }
    const hashed = config['hashed_password']
    if (typeof hashed !== 'string' || hashed === '') return {}
    if (hash.test(hashed)) return { config: { hashed_password: hashed } }
    return left(
      'credentials.password',
      `${title} does not know this kind of hash; the person has to recover the account`,
    )
  },
  oidc: (config, { link }) => {
    const linked = listOf(config['providers'])
    if (linked.length === 0) return {}
    const providers = linked.map((one) =>
      Object.fromEntries(link.flatMap((field) => (isSaid(one[field]) ? [[field, one[field]] as const] : []))),
    )
    const hasTokens = linked.some((one) => tokens.some((token) => isSaid(one[token])))
    return {
      config: { providers },
      left: hasTokens
        ? [{ what: 'credentials.oidc.config.providers.*.initial_*_token', why: 'no import takes them' }]
        : [],
    }
  },
  totp: (config) => (isSaid(config['totp_url']) ? { config: { totp_url: config['totp_url'] } } : {}),
  lookup_secret: (config) => {
    const codes = listOf(config['recovery_codes'])
    if (codes.length === 0) return {}
    return { config: { recovery_codes: codes.map(({ code, used_at: at }) => ({ code, ...usedAt(at) })) } }
  },
  webauthn: keysOf,
  passkey: keysOf,
}

const tokens = ['initial_id_token', 'initial_access_token', 'initial_refresh_token']

/** Types that every service derives from the traits. */
const derived: readonly string[] = ['code', 'link_recovery', 'code_recovery']

/** Converts a credential for an import. */
export function carryCredential(
  { type, config = {} }: Pick<CredentialView, 'type' | 'config'>,
  format: ImportFormat,
): CarriedConfig {
  if (derived.includes(type)) return {}
  const carried = isCarried(type) ? carriers[type](config, format) : ofUnknownType(config)
  if (carried.config === undefined || (isCarried(type) && format.credentials.includes(type))) return carried
  return left(`credentials.${type}`, `the import of ${format.title} does not take it; the person sets it up again`)
}

/** Returns the config of an unknown type; an empty one holds nothing that could be lost. */
function ofUnknownType(config: Json): CarriedConfig {
  return Object.keys(config).length === 0 ? {} : { config }
}

function keysOf(config: Json): CarriedConfig {
  const keys = listOf(config['credentials'])
  if (keys.length === 0) return {}
  return {
    config: {
      credentials: keys.map((key) =>
        Object.fromEntries(keyFields.flatMap((field) => (isSaid(key[field]) ? [[field, key[field]] as const] : []))),
      ),
      ...(isSaid(config['user_handle']) && { user_handle: config['user_handle'] }),
    },
  }
}

const keyFields = ['id', 'public_key', 'display_name', 'added_at', 'is_passwordless', 'authenticator']

/** Kratos says that a code is unused by null, or by the year 1. */
function usedAt(at: unknown): { used_at?: string } {
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN
  return Number.isNaN(time) || time <= 0 ? {} : { used_at: new Date(time).toISOString() }
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

function isCarried(type: string): type is CarriedCredential {
  return Object.hasOwn(carriers, type)
}

function left(what: string, why: string): CarriedConfig {
  return { left: [{ what, why }] }
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isJson) : []
}
