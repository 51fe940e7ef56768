import { courierTemplateTypes, deliveryFaultKinds } from '../courier.ts'
import { z } from 'zod'

const time = z.iso.datetime({ offset: true })
const via = z.string().meta({ description: 'email or sms' })
const anything = z.unknown()
const object = z.record(z.string(), anything)

const verifiableAddress = z
  .looseObject({
    id: z.string(),
    value: z.string(),
    verified: z.boolean(),
    via,
    status: z.string(),
    verified_at: time.optional(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'VerifiableIdentityAddress' })

const recoveryAddress = z
  .looseObject({ id: z.string(), value: z.string(), via, created_at: time, updated_at: time })
  .meta({ id: 'RecoveryIdentityAddress' })

const credentials = z
  .looseObject({
    type: z.string(),
    identifiers: z.array(z.string()).nullish(),
    version: z.int(),
    created_at: time,
    updated_at: time,
    config: object.optional(),
  })
  .meta({ id: 'IdentityCredentials' })

/** An account as the wire shows it. `credentials` and `metadata_admin` are on the admin API alone. */
export const identity = z
  .looseObject({
    id: z.guid(),
    external_id: z.string().optional(),
    schema_id: z.string(),
    schema_url: z.string(),
    state: z.enum(['active', 'inactive']).optional(),
    state_changed_at: time.optional(),
    traits: anything,
    verifiable_addresses: z.array(verifiableAddress).optional(),
    recovery_addresses: z.array(recoveryAddress).optional(),
    metadata_public: anything.optional(),
    metadata_admin: anything.optional(),
    credentials: z.record(z.string(), credentials).optional(),
    organization_id: z.string().nullish(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Identity' })

const aal = z.string().meta({ description: 'aal0, aal1 or aal2' })

/** A session, with its account if the caller asked for it or owns it. */
export const session = z
  .looseObject({
    id: z.guid(),
    active: z.boolean(),
    expires_at: time,
    authenticated_at: time,
    authenticator_assurance_level: aal,
    authentication_methods: z.array(z.looseObject({ method: z.string(), aal, completed_at: time })),
    issued_at: time,
    identity: identity.nullish(),
    devices: z.array(z.looseObject({ id: z.string() })).nullish(),
    tokenized: z.string().optional(),
  })
  .meta({ id: 'Session' })

/** A mail or text message as the admin API shows it. */
export const courierMessage = z
  .looseObject({
    id: z.guid(),
    status: z.enum(['queued', 'processing', 'sent', 'abandoned']),
    type: z.string(),
    recipient: z.string(),
    subject: z.string(),
    body: z.string(),
    template_type: z.enum(courierTemplateTypes),
    template_name: z.string().optional(),
    channel: z.string().optional(),
    send_count: z.int(),
    can_be_resent: z.literal(true).optional(),
    last_error: z.string().optional(),
    last_error_kind: z.enum(deliveryFaultKinds).optional(),
    held_since: time.optional(),
    dispatches: z.array(z.looseObject({ id: z.string(), status: z.string() })).optional(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Message' })

/** A code or link that lets its holder into an account. */
export const recovery = z
  .looseObject({ recovery_link: z.string(), recovery_code: z.string().optional(), expires_at: time.optional() })
  .meta({ id: 'RecoveryCodeForIdentity' })

/** The result of a batch, entry by entry. */
export const batchResult = z
  .looseObject({
    identities: z.array(
      z.looseObject({
        action: z.enum(['create', 'error']),
        patch_id: z.string().optional(),
        identity: z.string().optional(),
        error: anything.optional(),
      }),
    ),
  })
  .meta({ id: 'BatchPatchIdentitiesResponse' })

/** An identity schema as lists have it. */
export const listedSchema = z.looseObject({ id: z.string(), schema: object }).meta({ id: 'IdentitySchemaContainer' })

const importedCredentials = z.looseObject({
  password: z
    .looseObject({
      config: z.looseObject({ password: z.string().optional(), hashed_password: z.string().optional() }).optional(),
    })
    .optional(),
  oidc: z
    .looseObject({
      config: z
        .looseObject({ providers: z.array(z.looseObject({ provider: z.string(), subject: z.string() })).optional() })
        .optional(),
    })
    .optional(),
})

/** A new account. */
export const createIdentityBody = z
  .looseObject({
    schema_id: z.string(),
    traits: object,
    state: z.enum(['active', 'inactive']).optional(),
    external_id: z.string().optional(),
    credentials: importedCredentials.optional(),
    metadata_public: anything.optional(),
    metadata_admin: anything.optional(),
    organization_id: z.string().nullish(),
    verifiable_addresses: z
      .array(z.looseObject({ value: z.string(), via, verified: z.boolean().optional(), status: z.string().optional() }))
      .optional(),
    recovery_addresses: z.array(z.looseObject({ value: z.string(), via })).optional(),
  })
  .meta({ id: 'CreateIdentityBody' })

/** An account after a change; omitted keys are cleared. */
export const updateIdentityBody = z
  .looseObject({
    schema_id: z.string().optional(),
    traits: object,
    state: z.enum(['active', 'inactive']).optional(),
    external_id: z.string().optional(),
    credentials: importedCredentials.optional(),
    metadata_public: anything.optional(),
    metadata_admin: anything.optional(),
  })
  .meta({ id: 'UpdateIdentityBody' })

/** Changes of RFC 6902. */
export const jsonPatchBody = z
  .array(
    z.looseObject({
      op: z.enum(['add', 'remove', 'replace', 'move', 'copy', 'test']),
      path: z.string(),
      from: z.string().optional(),
      value: anything.optional(),
    }),
  )
  .meta({ id: 'JsonPatchDocument' })

/** Up to 1,000 new accounts. */
export const batchBody = z
  .looseObject({
    identities: z.array(z.looseObject({ create: createIdentityBody, patch_id: z.guid().optional() })).optional(),
  })
  .meta({ id: 'PatchIdentitiesBody' })

/** The account for which a code or link is wanted. */
export const recoveryBody = z
  .looseObject({
    identity_id: z.guid(),
    expires_in: z.string().optional(),
    flow_type: z.enum(['browser', 'api']).optional(),
  })
  .meta({ id: 'CreateRecoveryForIdentityBody' })

/** Which sessions are ended (`disable`) or removed (`delete`): of these accounts, or of all (`["*"]`). */
export const manageSessionsBody = z
  .looseObject({ action: z.string(), identities: z.array(z.string()) })
  .meta({ id: 'ManageSessionsBody' })
