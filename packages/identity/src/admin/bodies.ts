import { z } from 'zod'

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
  lookup_secret: z
    .strictObject({
      config: z.strictObject({
        recovery_codes: z.array(z.strictObject({ code: z.string(), used_at: z.iso.datetime().nullish() })).max(100),
      }),
    })
    .optional(),
  oidc: z.strictObject({ config: z.strictObject({ providers: z.array(provider) }) }).optional(),
})

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

/** `POST /admin/identities`. */
export const createIdentityBody = z.strictObject({
  schema_id: z.string(),
  traits,
  state: z.union([state, z.literal('')]).optional(),
  external_id: z.string().optional(),
  metadata_public: json.optional(),
  metadata_admin: json.optional(),
  credentials: credentials.optional(),
  verifiable_addresses: z.array(verifiableAddress).optional(),
  recovery_addresses: z.array(recoveryAddress).optional(),
  organization_id: z.uuid().nullish(),
})

/** `PUT /admin/identities/{id}`: what is left out is cleared. */
export const updateIdentityBody = z.strictObject({
  schema_id: z.string(),
  traits,
  state,
  external_id: z.string().optional(),
  metadata_public: json.optional(),
  metadata_admin: json.optional(),
  credentials: credentials.optional(),
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
  verifiable_addresses: z.array(verifiableAddress).default([]),
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

export type CreateIdentityBody = z.output<typeof createIdentityBody>
export type CredentialsBody = NonNullable<CreateIdentityBody['credentials']>
export type VerifiableAddressBody = z.output<typeof verifiableAddress>
export type JsonPatchBody = z.output<typeof jsonPatchBody>
