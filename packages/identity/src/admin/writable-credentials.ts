import { isObject } from '../flows/http/submission.ts'
import type { CredentialKind } from '../identities/credential-kinds.ts'

const providerKeys = ['provider', 'subject', 'organization', 'use_auto_link']

/**
 * Credentials as an administrator read them, reduced to what can be written: identifiers and times follow from the rest, types
 * without a secret come and go with the traits, and a `config` that was not asked for, or is empty, says nothing.
 */
export function writableCredentials(value: unknown, credentialKinds: readonly CredentialKind[]): unknown {
  if (!isObject(value)) return value
  const entries = credentialKinds.flatMap(({ type, writable }) => {
    const entry = value[type]
    const config = isObject(entry) ? entry['config'] : undefined
    if (!isObject(config) || !writable) return []
    const { keys, list } = writable
    const known = picked(config, keys)
    if (Object.keys(known).length === 0 || (list !== undefined && !hasEntries(known[list]))) return []
    const providers: unknown = known['providers']
    const written = Array.isArray(providers) ? { providers: providers.map(writableProvider) } : known
    return [[type, { config: written }] as const]
  })
  return Object.fromEntries(entries)
}

function writableProvider(entry: unknown): unknown {
  return isObject(entry) ? picked(entry, providerKeys) : entry
}

function picked(object: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  const present = keys.filter((key) => Object.hasOwn(object, key) && object[key] !== null && object[key] !== undefined)
  return Object.fromEntries(present.map((key) => [key, object[key]]))
}

function hasEntries(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0
}
