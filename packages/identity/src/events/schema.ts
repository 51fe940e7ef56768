import { z } from 'zod'

const count = (meaning: string) => z.int().min(0).describe(meaning)
const text = (meaning: string) => z.string().describe(meaning)
const names = (meaning: string) => z.array(z.string()).describe(meaning)
const time = (meaning: string) => z.iso.datetime().describe(meaning)

/** The classes of reasons of a refusal: they stay the same when messages are reworded. */
export const reasonClasses = [
  'account_inactive',
  'code_expired',
  'csrf_violation',
  'duplicate_credentials',
  'flow_expired',
  'invalid_code',
  'invalid_credentials',
  'invalid_input',
  'method_unavailable',
  'other',
  'password_policy',
  'provider_failed',
  'too_many_attempts',
  'unknown_account',
  'unverified_address',
] as const
/** `reason` of the events about failures. */
export type ReasonClass = (typeof reasonClasses)[number]

const method = text(
  'strategy id: `password`, `code`, `link`, `totp`, `lookup_secret`, `webauthn`, `passkey`, `oidc`, `profile`…',
)
const provider = text('id of the provider, where one vouched for the person').optional()
const flowType = z.enum(['browser', 'api']).describe('who the flow was made for')
const duration = count('time it took to handle the submission, in milliseconds')
const failure = {
  method: method.optional(),
  reason: z.enum(reasonClasses).describe('class of the reason'),
  message_ids: z.array(z.int()).describe('ids of the messages that were shown'),
  flow_type: flowType,
  duration_ms: duration,
  identifier_digest: text(
    'keyed digest (HMAC-SHA-256, 128 bits) of what was typed as sign-in name, where no account has it; equal for equal input',
  ).optional(),
}
const success = { method, provider, flow_type: flowType, duration_ms: duration }
const credentialTypes = 'credential types'

/** One kind of event. */
export interface EventDefinition {
  /** Rises whenever a key of `data` is removed or changes its meaning; added keys do not change it. */
  readonly version: number
  readonly meaning: string
  readonly data: z.ZodObject
}

/** TABLE: every event of the identity service. The names are those of Ory's live events. */
export const identityEvents = {
  IdentityCreated: {
    version: 1,
    meaning: 'An account was made, by its owner or an administrator.',
    data: z.strictObject({
      schema_id: text('identity schema'),
      state: z.enum(['active', 'inactive']),
      organization_id: z.string().nullable().describe('organization it belongs to'),
      credentials: names(credentialTypes),
    }),
  },
  IdentityUpdated: {
    version: 1,
    meaning: 'Something about an account changed. Names of what has changed, no values.',
    data: z.strictObject({
      changed: names(
        '`traits`, `state`, `schema_id`, `metadata_public`, `metadata_admin`, `external_id`, `organization_id`, `verifiable_addresses`, `recovery_addresses`, `credentials`',
      ),
      credentials_added: names(credentialTypes),
      credentials_changed: names(credentialTypes),
      credentials_removed: names(credentialTypes),
      state: z.enum(['active', 'inactive']).describe('from now on'),
    }),
  },
  IdentityDeleted: {
    version: 1,
    meaning: 'An account is gone, and its sessions with it.',
    data: z.strictObject({}),
  },
  SessionIssued: {
    version: 1,
    meaning: 'A person is signed in.',
    data: z.strictObject({
      aal: z.enum(['aal1', 'aal2']).describe('authenticator assurance level'),
      methods: names('methods it was opened with'),
      expires_at: time('when it ends unless it is extended'),
    }),
  },
  SessionChanged: {
    version: 1,
    meaning: 'A session was confirmed or raised by another proof.',
    data: z.strictObject({
      aal: z.enum(['aal1', 'aal2']).describe('from now on'),
      methods: names('all methods given in it, in their order'),
    }),
  },
  SessionLifespanExtended: {
    version: 1,
    meaning: 'A session ends later than it was going to.',
    data: z.strictObject({ expires_at: time('the new end') }),
  },
  SessionRevoked: {
    version: 1,
    meaning:
      'A session was ended before its time: signed out, revoked or removed. One that runs out has no event; see `expires_at`.',
    data: z.strictObject({}),
  },
  SessionRestored: {
    version: 1,
    meaning: 'A session that an operator had ended is active again: they took it back within a minute.',
    data: z.strictObject({}),
  },
  LoginSucceeded: {
    version: 1,
    meaning: 'A proof of a person’s identity was accepted.',
    data: z.strictObject({
      ...success,
      aal: z.enum(['aal1', 'aal2']).describe('what this proof counts as'),
      new_session: z.boolean().describe('false: it confirmed or raised the session in use'),
    }),
  },
  LoginFailed: {
    version: 1,
    meaning: 'A proof was not accepted. `identity_id` is there if it was about an account that exists.',
    data: z.strictObject(failure),
  },
  RegistrationSucceeded: {
    version: 1,
    meaning: 'A person signed up.',
    data: z.strictObject(success),
  },
  RegistrationFailed: {
    version: 1,
    meaning: 'A sign-up was not accepted.',
    data: z.strictObject(failure),
  },
  RecoverySucceeded: {
    version: 1,
    meaning: 'A person got back into their account.',
    data: z.strictObject(success),
  },
  RecoveryFailed: {
    version: 1,
    meaning: 'A recovery was not accepted.',
    data: z.strictObject(failure),
  },
  RecoveryInitiatedByAdmin: {
    version: 1,
    meaning: 'An administrator asked for a code or a link that opens this account.',
    data: z.strictObject({ method: z.enum(['code', 'link']), expires_at: time('how long it works') }),
  },
  VerificationSucceeded: {
    version: 1,
    meaning: 'An address was proved.',
    data: z.strictObject({ ...success, via: z.enum(['email', 'sms']).describe('kind of address') }),
  },
  VerificationFailed: {
    version: 1,
    meaning: 'The proof of an address was not accepted.',
    data: z.strictObject(failure),
  },
  SettingsSucceeded: {
    version: 1,
    meaning: 'A person changed their own account; the IdentityUpdated of the same flow says what.',
    data: z.strictObject(success),
  },
  SettingsFailed: {
    version: 1,
    meaning: 'A change of one’s own account was not accepted.',
    data: z.strictObject(failure),
  },
  CourierMessageDispatched: {
    version: 1,
    meaning: 'An email or text message was handed over to its carrier. Without the address.',
    data: z.strictObject({
      message_id: text('id of the message on the admin API'),
      channel: text('`email` or `sms`'),
      template_type: text('which text it was'),
      send_count: count('attempts so far'),
    }),
  },
  CourierMessageAbandoned: {
    version: 1,
    meaning: 'An email or text message was given up.',
    data: z.strictObject({
      message_id: text('id of the message on the admin API'),
      channel: text('`email` or `sms`'),
      template_type: text('which text it was'),
      send_count: count('attempts so far'),
    }),
  },
} as const satisfies Readonly<Record<string, EventDefinition>>

/** The name of an event, as receivers see it in `type`. */
export type IdentityEventType = keyof typeof identityEvents
/** The data of an event of a type. */
export type EventData<Type extends IdentityEventType> = z.input<(typeof identityEvents)[Type]['data']>
