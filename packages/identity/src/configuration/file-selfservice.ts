import { z } from 'zod'
import { aalPolicy, baseUrl, duration, pageUrl, recoveryMethod } from './fields.ts'
import { oidcFile } from './file-oidc.ts'
import { httpCall } from './http-call.ts'
import { b2bFile } from './organizations.ts'

const hook = z.strictObject({ hook: z.string(), config: z.record(z.string(), z.unknown()).default({}) })
const afterMethod = z.strictObject({ default_browser_return_url: pageUrl.optional(), hooks: z.array(hook).default([]) })
const ofMethod = afterMethod.optional()

/** `after` of a flow; its keys that name a method are collected in `methods`. */
const after = afterMethod
  .extend({
    password: ofMethod,
    code: ofMethod,
    link: ofMethod,
    oidc: ofMethod,
    saml: ofMethod,
    webauthn: ofMethod,
    passkey: ofMethod,
    totp: ofMethod,
    lookup_secret: ofMethod,
    profile: ofMethod,
  })
  .transform(({ default_browser_return_url, hooks, ...methods }) => ({ default_browser_return_url, hooks, methods }))
  .prefault({})

const before = z.strictObject({ hooks: z.array(hook).default([]) }).prefault({})
const flow = { ui_url: pageUrl.optional(), lifespan: duration.prefault('1h'), before, after }
const codeFlow = {
  ...flow,
  enabled: z.boolean().default(false),
  use: recoveryMethod.default('code'),
  notify_unknown_recipients: z.boolean().default(false),
}

const flows = z.strictObject({
  error: z.strictObject({ ui_url: pageUrl.optional() }).prefault({}),
  logout: z
    .strictObject({ after: z.strictObject({ default_browser_return_url: pageUrl.optional() }).prefault({}) })
    .prefault({}),
  login: z.strictObject({ ...flow, style: z.enum(['unified', 'identifier_first']).default('unified') }).prefault({}),
  registration: z
    .strictObject({
      ...flow,
      enabled: z.boolean().default(true),
      style: z.enum(['profile_first', 'unified']).optional(),
      enable_legacy_one_step: z.boolean().default(false),
      login_hints: z.boolean().default(false),
    })
    .prefault({}),
  settings: z
    .strictObject({
      ...flow,
      privileged_session_max_age: duration.prefault('1h'),
      required_aal: aalPolicy.default('highest_available'),
    })
    .prefault({}),
  recovery: z.strictObject(codeFlow).prefault({}),
  verification: z.strictObject(codeFlow).prefault({}),
})

/** `origin` is the former spelling of a list with one entry. */
const relyingParty = z
  .strictObject({
    id: z.string().optional(),
    display_name: z.string().optional(),
    origin: z.string().optional(),
    origins: z.array(z.string()).optional(),
  })
  .prefault({})

const wish = z.enum(['required', 'preferred', 'discouraged'])
const passkey = z
  .strictObject({
    rp: relyingParty,
    authenticator_selection: z
      .strictObject({
        attachment: z.enum(['platform', 'cross-platform']).default('platform'),
        resident_key: wish.default('required'),
        user_verification: wish.default('preferred'),
      })
      .prefault({}),
    attestation: z
      .strictObject({ preference: z.enum(['none', 'indirect', 'direct', 'enterprise']).default('none') })
      .prefault({}),
    // Not a key of Ory Kratos. `improvements.ts` has the default.
    both_steps: z.boolean().optional(),
    timeouts: z.strictObject({ registration: duration.prefault('5m'), login: duration.prefault('5m') }).prefault({}),
  })
  .prefault({})

const methods = z.strictObject({
  password: z
    .strictObject({
      enabled: z.boolean().default(true),
      config: z
        .strictObject({
          min_password_length: z.int().min(6).default(8),
          identifier_similarity_check_enabled: z.boolean().default(true),
          haveibeenpwned_enabled: z.boolean().default(true),
          haveibeenpwned_host: z.string().default('api.pwnedpasswords.com'),
          max_breaches: z.int().min(0).default(0),
          ignore_network_errors: z.boolean().default(true),
          migrate_hook: z
            .strictObject({
              enabled: z.boolean().default(false),
              config: httpCall.extend({ emit_analytics_event: z.boolean().optional() }).optional(),
            })
            .prefault({}),
        })
        .prefault({}),
    })
    .prefault({}),
  code: z
    .strictObject({
      enabled: z.boolean().default(true),
      passwordless_enabled: z.boolean().default(false),
      mfa_enabled: z.boolean().default(false),
      config: z
        .strictObject({ lifespan: duration.prefault('1h'), max_submissions: z.int().min(1).max(255).default(5) })
        .prefault({}),
    })
    .prefault({}),
  link: z
    .strictObject({
      enabled: z.boolean().default(false),
      config: z.strictObject({ lifespan: duration.prefault('1h'), base_url: baseUrl.optional() }).prefault({}),
    })
    .prefault({}),
  profile: z.strictObject({ enabled: z.boolean().default(true) }).prefault({}),
  oidc: oidcFile,
  b2b: b2bFile,
  totp: z
    .strictObject({
      enabled: z.boolean().default(false),
      config: z.strictObject({ issuer: z.string().optional() }).prefault({}),
    })
    .prefault({}),
  lookup_secret: z.strictObject({ enabled: z.boolean().default(false) }).prefault({}),
  webauthn: z
    .strictObject({
      enabled: z.boolean().default(false),
      config: z.strictObject({ passwordless: z.boolean().default(false), rp: relyingParty }).prefault({}),
    })
    .prefault({}),
  passkey: z
    .strictObject({
      enabled: z.boolean().default(false),
      config: passkey,
    })
    .prefault({}),
})

/** `selfservice` of the configuration file. */
export const selfserviceFile = z
  .strictObject({
    default_browser_return_url: pageUrl.optional(),
    allowed_return_urls: z.array(pageUrl).default([]),
    flows: flows.prefault({}),
    methods: methods.prefault({}),
  })
  .prefault({})

/** The settings after a flow: hooks and an address for every method, and those of a single method. */
export type AfterFile = z.output<typeof after>
/** The parsed settings: defaults filled in, durations in milliseconds, hooks not checked yet. */
export type SelfserviceFile = z.output<typeof selfserviceFile>
/** `rp` of security keys and of passkeys. Missing parts are checked only once all of the file was read. */
export type RelyingPartyFile = z.output<typeof relyingParty>
