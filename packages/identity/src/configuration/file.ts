import { z } from 'zod'

import { argon2Most, hashBounds } from './bounds.ts'
import type { OAuth2ProviderConfig } from './config.ts'
import { corsFile } from './cors.ts'
import { courierKeys } from './courier.ts'
import {
  aalPolicy,
  baseUrl,
  cookieDomain,
  cookiePath,
  duration,
  memoryKiB,
  port,
  sameSite,
  secret,
  secrets,
} from './fields.ts'
import { selfserviceFile } from './file-selfservice.ts'
import { headerName, secretText } from './http-call.ts'
import { organizationsFile } from './organizations.ts'
import { tokenizerFile } from './tokenizer.ts'

/** `oauth2_provider` of the file. */
const oauth2ProviderFile = z
  .strictObject({
    url: baseUrl.optional(),
    headers: z.record(headerName, secretText).default({}),
    override_return_to: z.boolean().default(false),
  })
  .prefault({})

const listener = (standardPort: number) =>
  z
    .strictObject({
      base_url: baseUrl.optional(),
      host: z.string().default('127.0.0.1'),
      port: port.default(standardPort),
      cors: corsFile,
    })
    .prefault({})

const cookie = {
  domain: cookieDomain.optional(),
  path: cookiePath.optional(),
  same_site: sameSite.optional(),
  secure: z.boolean().optional(),
}

const session = z.strictObject({
  lifespan: duration.prefault('24h'),
  earliest_possible_extend: duration.optional(),
  cookie: z
    .strictObject({
      ...cookie,
      name: z
        .string()
        .regex(/^[\w!#$%&'*.^`|~+-]+$/, 'is no cookie name')
        .default('ory_kratos_session'),
      persistent: z.boolean().default(true),
    })
    .prefault({}),
  whoami: z
    .strictObject({ required_aal: aalPolicy.default('highest_available'), tokenizer: tokenizerFile })
    .prefault({}),
})

const courier = z.strictObject({
  ...courierKeys,
  message_retries: z.int().min(0).default(5),
  smtp: z
    .strictObject({
      connection_uri: secret.optional(),
      from_address: z.string().min(3).default('no-reply@localhost'),
      from_name: z.string().optional(),
      headers: z.record(z.string(), z.string()).default({}),
      local_name: z.string().default('localhost'),
    })
    .prefault({}),
})

/** Returns the fault, its reason, and the value to write. */
const tooDear = (what: string, most: number | string): string =>
  `is too much: ${what} may be ${most} at most, as each sign-in takes that from the cores and memory of all projects; lower it (docs/reference/security.md, "What projects share")`

const hashers = z.strictObject({
  algorithm: z.enum(['argon2', 'bcrypt']).default('bcrypt'),
  argon2: z
    .strictObject({
      memory: memoryKiB.refine((kib) => kib <= argon2Most.memoryKiB, tooDear('memory', '1GB')).prefault('128MB'),
      iterations: z.int().min(1).max(argon2Most.iterations, tooDear('iterations', argon2Most.iterations)).default(1),
      parallelism: z.int().min(1).max(argon2Most.parallelism).optional(),
      salt_length: z.int().min(16).max(1_024).default(16),
      key_length: z.int().min(16).max(1_024).default(32),
    })
    .refine(({ memory, iterations }) => memory * iterations <= hashBounds.argon2Work.most, {
      path: ['iterations'],
      message: tooDear('memory times iterations', '4GB'),
    })
    .prefault({}),
  bcrypt: z
    .strictObject({
      cost: z.int().min(4).max(hashBounds.bcryptCost.most, tooDear('the cost', hashBounds.bcryptCost.most)).default(12),
    })
    .prefault({}),
})

const featureFlags = z.strictObject({
  use_continue_with_transitions: z.boolean().default(false),
  choose_recovery_address: z.boolean().default(false),
  refresh_login_choose_address: z.boolean().default(false),
  cacheable_sessions: z.boolean().default(false),
  cacheable_sessions_max_age: duration.optional(),
  faster_session_extend: z.boolean().default(false),
  legacy_continue_with_verification_ui: z.boolean().default(false),
  legacy_require_verified_login_error: z.boolean().default(false),
  legacy_oidc_registration_node_group: z.boolean().default(false),
  password_profile_registration_node_group: z.string().default('default'),
})

const identitySchema = z.strictObject({
  id: z.string().min(1),
  url: z.string().min(1),
  selfservice_selectable: z.boolean().default(false),
})

/**
 * The part of Kratos' configuration file that this service understands, key by key. Unknown keys are refused; keys that
 * only Kratos supports are removed before (`unsupported.ts`).
 */
export const configFile = z.strictObject({
  dsn: z.string().min(1).optional(),
  dev: z.boolean().default(false),
  serve: z.strictObject({ public: listener(4433), admin: listener(4434) }).prefault({}),
  identity: z.strictObject({
    default_schema_id: z.string().default('default'),
    schemas: z.array(identitySchema).min(1, 'needs at least one schema'),
  }),
  selfservice: selfserviceFile,
  session: session.prefault({}),
  cookies: z.strictObject(cookie).prefault({}),
  secrets: z
    .strictObject({ default: secrets(16).optional(), cookie: secrets(16).optional(), cipher: secrets(32).optional() })
    .prefault({}),
  courier: courier.prefault({}),
  hashers: hashers.prefault({}),
  oauth2_provider: oauth2ProviderFile,
  /** The former key of `selfservice.methods.b2b.config.organizations`. */
  organizations: organizationsFile.default([]),
  feature_flags: featureFlags.prefault({}),
  clients: z
    .strictObject({
      http: z
        .strictObject({
          disallow_private_ip_ranges: z.boolean().optional(),
          private_ip_exception_urls: z.array(z.string().min(1)).default([]),
        })
        .prefault({}),
      smtp: z.strictObject({ disallow_private_ip_ranges: z.boolean().default(false) }).prefault({}),
      web_hook: z.strictObject({ header_allowlist: z.array(z.string()).optional() }).prefault({}),
    })
    .prefault({}),
  security: z
    .strictObject({
      account_enumeration: z.strictObject({ mitigate: z.boolean().default(false) }).prefault({}),
      /** Always in force: no reference of a schema is followed out of its document. */
      disallow_ref_in_identity_schemas: z.boolean().default(false),
    })
    .prefault({}),
})

/** The parsed file with defaults filled in: durations are milliseconds, and secrets do not print. */
export type ConfigFile = z.output<typeof configFile>

/** Returns the OAuth2 server; nothing without an address: then there is no sign-in on behalf of OAuth2 clients. */
export function oauth2ProviderOf(file: z.output<typeof oauth2ProviderFile>): OAuth2ProviderConfig | undefined {
  const { url, headers, override_return_to: overrideReturnTo } = file
  return url === undefined ? undefined : { url, headers, overrideReturnTo }
}
