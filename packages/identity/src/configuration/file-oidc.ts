import { z } from 'zod'

import { configurationBounds } from './bounds.ts'
import { anyUrl, baseUrl, secret } from './fields.ts'

/** One provider, as Kratos' file writes it. */
const provider = z.strictObject({
  // The id becomes part of the callback's address, and of stored identifiers before a colon.
  // `load-providers.ts` checks it.
  id: z.string(),
  provider: z.string().default('generic'),
  label: z.string().max(100).optional(),
  // Ory Kratos starts without it, and so does this service: `load-providers.ts` warns.
  client_id: z.string().default(''),
  client_secret: secret.optional(),
  issuer_url: z
    .url({ protocol: /^https?$/, error: 'is no URL; write it like https://accounts.example.org' })
    .optional(),
  auth_url: anyUrl.optional(),
  token_url: anyUrl.optional(),
  mapper_url: z.string().min(1).optional(),
  scope: z.array(z.string().min(1)).default([]),
  requested_claims: z.record(z.string(), z.unknown()).optional(),
  claims_source: z.enum(['id_token', 'userinfo']).optional(),
  pkce: z.enum(['auto', 'force', 'never']).default('auto'),
  additional_id_token_audiences: z.array(z.string().min(1)).default([]),
  microsoft_tenant: z
    .string()
    .regex(/^[\w.-]+$/, 'is no tenant')
    .optional(),
  subject_source: z.enum(['userinfo', 'me', 'oid']).default('userinfo'),
  apple_team_id: z.string().optional(),
  apple_private_key_id: z.string().optional(),
  apple_private_key: secret.optional(),
  organization_id: z.uuid({ error: 'is no UUID' }).toLowerCase().optional(),
  fedcm_config_url: anyUrl.optional(),
  net_id_token_origin_header: z
    .url({ protocol: /^https?$/, error: 'is no origin; write it like https://example.org' })
    .optional(),
  account_linking_mode: z.enum(['confirm_with_existing_credential', 'automatic']).optional(),
  update_identity_on_login: z.enum(['never', 'automatic']).default('never'),
})

/** `selfservice.methods.oidc` of the configuration file. */
export const oidcFile = z
  .strictObject({
    enabled: z.boolean().default(false),
    config: z
      .strictObject({
        base_redirect_uri: baseUrl.optional(),
        providers: z
          .array(provider)
          .max(
            configurationBounds.providers,
            `has more than ${configurationBounds.providers} items; projects share the time that reading them takes`,
          )
          .default([]),
      })
      .prefault({}),
  })
  .prefault({})

/** An entry of `providers`. Its required keys depend on its kind, and are checked later. */
export type OidcProviderFile = z.output<typeof provider>
