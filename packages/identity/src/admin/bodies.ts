import { isUuid } from '@gatehouse/platform/secrets'
import { z } from 'zod'
import { isObject } from '../flows/http/submission.ts'
import { bounds } from '../http/bounds.ts'
import type { CredentialKind } from '../identities/credential-kinds.ts'
import type { Methods } from '../strategies/methods.ts'
import { credentialsBody } from './import-credentials.ts'

const json = z.unknown()
const traits = z.record(z.string(), json)
const state = z.enum(['active', 'inactive'])
const via = z.enum(['email', 'sms'])
const time = z.string().optional()

/** The external id of an account, which a migration keeps. */
const id = z
  .string()
  .toLowerCase()
  .refine((text) => isUuid(text) && !/^[0-]+$/.test(text), 'expected a UUID')

/** An address of a body. It only takes effect if the traits have it. */
const verifiableAddress = z.strictObject({
  id: z.string().optional(),
  value: z.string(),
  verified: z.boolean().default(false),
  via,
  status: z.enum(['pending', 'sent', 'completed']).optional(),
  verified_at: z.string().nullish(),
  created_at: time,
  updated_at: time,
})
const recoveryAddress = z.strictObject({
  id: z.string().optional(),
  value: z.string(),
  via,
  created_at: time,
  updated_at: time,
})

/** A state of a body. An empty one counts as absent. */
const givenState = z.enum(['active', 'inactive', '']).nullish()

/** Removes empty parts of an address: null, and Go's empty text. The channel follows from its value. */
function saidAddress(value: unknown): unknown {
  if (!isObject(value)) return value
  const said = Object.entries(value).filter(([key, part]) => part !== null && (part !== '' || key === 'value'))
  return { via: String(value['value']).includes('@') ? 'email' : 'sms', ...Object.fromEntries(said) }
}

/** Removes empty credentials: of a type or a `config` that is null, or with null keys only. */
function saidCredentials(value: unknown): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([type, entry]) => {
      if (entry === null || (isObject(entry) && entry['config'] === null)) return []
      if (!isObject(entry) || !isObject(entry['config'])) return [[type, entry] as const]
      const config = Object.entries(entry['config']).filter(([, part]) => part !== null)
      return [[type, { ...entry, config: Object.fromEntries(config) }] as const]
    }),
  )
}

/** Returns the shapes of bodies that write identities; their credentials are those of the service's methods. */
export function identityBodies({ imports, credentialKinds }: Pick<Methods, 'credentialKinds' | 'imports'>) {
  const credentials = z.preprocess(saidCredentials, credentialsBody(imports))
  const verifiableAddresses = z.array(z.preprocess(saidAddress, verifiableAddress)).max(bounds.addressesOfIdentity)
  const recoveryAddresses = z.array(z.preprocess(saidAddress, recoveryAddress)).max(bounds.addressesOfIdentity)
  return {
    /** `POST /admin/identities`. `id` is an addition of this service: migrated identities keep their ids. */
    create: z.strictObject({
      id: id.nullish(),
      schema_id: z.string().nullish(),
      traits,
      state: givenState,
      external_id: z.string().nullish(),
      metadata_public: json.optional(),
      metadata_admin: json.optional(),
      credentials: credentials.nullish(),
      verifiable_addresses: verifiableAddresses.nullish(),
      recovery_addresses: recoveryAddresses.nullish(),
      organization_id: z.uuid().nullish(),
    }),
    /**
     * `PUT /admin/identities/{id}`: omitted schema, state and credentials stay, the rest is cleared. A body that a
     * client read before is accepted: keys that cannot be written are ignored.
     */
    update: z.object({
      schema_id: z.string().nullish(),
      traits,
      state: givenState,
      external_id: z.string().nullish(),
      metadata_public: json.optional(),
      metadata_admin: json.optional(),
      credentials: z.preprocess((value) => writableCredentials(value, credentialKinds), credentials.nullish()),
    }),
  }
}

/** The shapes of bodies that write identities. */
export type IdentityBodies = ReturnType<typeof identityBodies>

/** The parts that a JSON Patch can change; the rest of a patched document stays. */
export const patchedIdentity = z.object({
  schema_id: z.string(),
  traits,
  state,
  external_id: z.string().nullish(),
  metadata_public: json.optional(),
  metadata_admin: json.optional(),
  organization_id: z.uuid().nullish(),
  verifiable_addresses: z
    .array(z.preprocess(saidAddress, verifiableAddress))
    .max(bounds.addressesOfIdentity)
    .nullish()
    .transform((given) => given ?? []),
})

/** `PATCH /admin/identities/{id}`. */
export const jsonPatchBody = z.array(
  z.discriminatedUnion('op', [
    z.object({ op: z.literal('add'), path: z.string(), value: json.optional() }),
    z.object({ op: z.literal('remove'), path: z.string() }),
    z.object({ op: z.literal('replace'), path: z.string(), value: json.optional() }),
    z.object({ op: z.literal('move'), from: z.string(), path: z.string() }),
    z.object({ op: z.literal('copy'), from: z.string(), path: z.string() }),
    z.object({ op: z.literal('test'), path: z.string(), value: json.optional() }),
  ]),
)

/** `PATCH /admin/identities`. Each `create` is checked independently, so one fault does not stop the others. */
export const batchBody = z.strictObject({
  identities: z.array(z.strictObject({ create: json.optional(), patch_id: z.uuid().nullish() })).nullish(),
})

/** A new account; it may have credentials and addresses of its previous system. */
export type CreateIdentityBody = z.output<IdentityBodies['create']>
/** The new state of an account. */
export type UpdateIdentityBody = z.output<IdentityBodies['update']>
/** Operations of RFC 6902. Protected parts are checked when they are applied. */
export type JsonPatchBody = z.output<typeof jsonPatchBody>

const providerKeys = ['provider', 'subject', 'organization', 'use_auto_link']

/**
 * Reduces credentials as an administrator read them to the writable parts: identifiers and times follow from the rest,
 * types without a secret come and go with the traits, and an absent or empty `config` means no change.
 */
function writableCredentials(value: unknown, credentialKinds: readonly CredentialKind[]): unknown {
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
