import { z } from 'zod'

import { isUuid } from '@gatehouse/platform/secrets'

import { bounds } from '../http/bounds.ts'
import { writableCredentials } from './writable-credentials.ts'

const json = z.unknown()
const traits = z.record(z.string(), json)
const state = z.enum(['active', 'inactive'])
const via = z.enum(['email', 'sms'])
const time = z.string().optional()

const provider = z.strictObject({
  provider: z.string().min(1),
  subject: z.string().min(1),
  organization: z.string().optional(),
  use_auto_link: z.boolean().optional(),
})

const linked = z.strictObject({
  config: z.strictObject({ providers: z.array(provider).max(bounds.addressesOfIdentity) }),
})

const backupCodes = z
  .array(z.strictObject({ code: z.string(), used_at: z.iso.datetime({ offset: true }).nullish() }))
  .max(100)

/** A security key or passkey as it is read; what this service has no use for may stand there. */
const key = z.object({
  id: z.base64().min(1),
  public_key: z.base64().min(1),
  display_name: z.string().max(256).optional(),
  added_at: z.string().optional(),
  is_passwordless: z.boolean().optional(),
  authenticator: z.object({ aaguid: z.string().nullish(), sign_count: z.int().min(0).optional() }).nullish(),
})

const keys = z.strictObject({
  config: z.strictObject({ credentials: z.array(key).min(1).max(100), user_handle: z.base64().nullish() }),
})

const credentials = z.strictObject({
  password: z
    .strictObject({
      config: z.strictObject({
        password: z.string().optional(),
        hashed_password: z.string().optional(),
        use_password_migration_hook: z.boolean().optional(),
      }),
    })
    .optional(),
  totp: z.strictObject({ config: z.strictObject({ totp_url: z.string() }) }).optional(),
  /** Reading names the codes `recovery_codes`, the import of the hosted product `codes`. */
  lookup_secret: z
    .strictObject({
      config: z.union([z.strictObject({ recovery_codes: backupCodes }), z.strictObject({ codes: backupCodes })]),
    })
    .optional(),
  webauthn: keys.optional(),
  passkey: keys.optional(),
  oidc: linked.optional(),
})

/** A name of the account that is kept when it moves. */
const id = z
  .string()
  .toLowerCase()
  .refine((text) => isUuid(text) && !/^[0-]+$/.test(text), 'expected a UUID')

/** Addresses only take effect where the traits have them. */
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

/** `POST /admin/identities`. `id` is this service's own: identities that move keep their names. */
export const createIdentityBody = z.strictObject({
  id: id.optional(),
  schema_id: z.string(),
  traits,
  state: z.union([state, z.literal('')]).optional(),
  external_id: z.string().optional(),
  metadata_public: json.optional(),
  metadata_admin: json.optional(),
  credentials: credentials.optional(),
  verifiable_addresses: z.array(verifiableAddress).max(bounds.addressesOfIdentity).optional(),
  recovery_addresses: z.array(recoveryAddress).max(bounds.addressesOfIdentity).optional(),
  organization_id: z.uuid().nullish(),
})

/**
 * `PUT /admin/identities/{id}`: schema, state and credentials that are left out stay, the rest is cleared. What a
 * client read is taken back as it is: keys that cannot be written are ignored.
 */
export const updateIdentityBody = z.object({
  schema_id: z.string().nullish(),
  traits,
  state: z.union([state, z.literal('')]).nullish(),
  external_id: z.string().nullish(),
  metadata_public: json.optional(),
  metadata_admin: json.optional(),
  credentials: z.preprocess(writableCredentials, credentials.nullish()),
})

/** What a JSON Patch can change; the rest of a patched document is left as it is. */
export const patchedIdentity = z.object({
  schema_id: z.string(),
  traits,
  state,
  external_id: z.string().optional(),
  metadata_public: json.optional(),
  metadata_admin: json.optional(),
  organization_id: z.uuid().nullish(),
  verifiable_addresses: z.array(verifiableAddress).max(bounds.addressesOfIdentity).default([]),
})

/** `PATCH /admin/identities/{id}`. */
export const jsonPatchBody = z.array(
  z.discriminatedUnion('op', [
    z.object({ op: z.literal('add'), path: z.string(), value: json }),
    z.object({ op: z.literal('remove'), path: z.string() }),
    z.object({ op: z.literal('replace'), path: z.string(), value: json }),
    z.object({ op: z.literal('move'), from: z.string(), path: z.string() }),
    z.object({ op: z.literal('copy'), from: z.string(), path: z.string() }),
    z.object({ op: z.literal('test'), path: z.string(), value: json }),
  ]),
)

/** `PATCH /admin/identities`. Each `create` is looked at on its own, so one fault does not stop the others. */
export const batchBody = z.strictObject({
  identities: z.array(z.strictObject({ create: json.optional(), patch_id: z.uuid().optional() })).default([]),
})

/** An account to be made; it may bring credentials and addresses from where it was before. */
export type CreateIdentityBody = z.output<typeof createIdentityBody>
/** Credentials to import, by their type. A password comes as text or as a hash. */
export type CredentialsBody = NonNullable<CreateIdentityBody['credentials']>
/** What is known of an address. One that the traits do not have takes no effect. */
export type VerifiableAddressBody = z.output<typeof verifiableAddress>
/** Operations of RFC 6902. What they must not touch shows when they are applied. */
export type JsonPatchBody = z.output<typeof jsonPatchBody>
