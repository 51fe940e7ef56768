import * as openid from 'openid-client'

import type { OidcProviderConfig } from '../../../configuration/config.ts'
import { signedClientSecret } from './apple-secret.ts'
import type { ProviderKind } from './kinds.ts'
import type { SafeFetch } from './safe-fetch.ts'

/** How long what a provider publishes about itself is believed, in milliseconds. */
const knownForMs = 60 * 60_000

/** A provider's metadata and credentials, ready for the protocol library. */
export interface ProviderClient {
  /** Throws where the provider cannot be reached. */
  connect(): Promise<openid.Configuration>
}

export function createProviderClient(
  config: OidcProviderConfig,
  kind: ProviderKind,
  options: { readonly fetch: SafeFetch; readonly dev: boolean; readonly clock: () => number },
): ProviderClient {
  let secret = config.clientSecret?.reveal()
  const authenticate: openid.ClientAuth = (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported
    const inBody = kind.protocol === 'oauth2' || kind.quirks?.includes('signed_client_secret')
    const basic = !inBody && (methods === undefined || methods.includes('client_secret_basic'))
    const method =
      secret === undefined ? openid.None() : (basic ? openid.ClientSecretBasic : openid.ClientSecretPost)(secret)
    method(server, client, body, headers)
  }
  // Which addresses may be plain is decided by the fetch: loopback only.
  // oxlint-disable-next-line typescript/no-deprecated -- marked so that nobody uses it by accident
  const allowPlain: (configuration: openid.Configuration) => void = openid.allowInsecureRequests
  const metadata = { [openid.clockTolerance]: 30 }
  const send: openid.CustomFetch = async (url, init) => {
    const body = init.body instanceof Uint8Array ? Buffer.from(init.body) : (init.body ?? null)
    const answer = await options.fetch(url, { ...init, body })
    return kind.quirks?.includes('scope_list') ? withScopeText(answer) : answer
  }

  function prepared(configuration: openid.Configuration): openid.Configuration {
    configuration[openid.customFetch] = send
    if (options.dev) allowPlain(configuration)
    if (configuration.serverMetadata().jwks_uri !== undefined) openid.enableNonRepudiationChecks(configuration)
    return configuration
  }

  async function discover(issuer: string): Promise<openid.Configuration> {
    const found = await openid.discovery(new URL(issuer), config.clientId, metadata, authenticate, {
      [openid.customFetch]: send,
      ...(options.dev && { execute: [allowPlain] }),
    })
    if (config.authUrl === undefined && config.tokenUrl === undefined) return prepared(found)
    const server = Object.assign(found.serverMetadata(), {
      ...(config.authUrl !== undefined && { authorization_endpoint: config.authUrl }),
      ...(config.tokenUrl !== undefined && { token_endpoint: config.tokenUrl }),
    })
    return prepared(new openid.Configuration(server, config.clientId, metadata, authenticate))
  }

  function fixed({ authorization, token }: NonNullable<ProviderKind['endpoints']>): openid.Configuration {
    const server = {
      issuer: new URL(authorization).origin,
      authorization_endpoint: config.authUrl ?? authorization,
      token_endpoint: config.tokenUrl ?? token,
    }
    return prepared(new openid.Configuration(server, config.clientId, metadata, authenticate))
  }

  let known: { readonly configuration: Promise<openid.Configuration>; readonly until: number } | undefined
  async function configuration(): Promise<openid.Configuration> {
    if (kind.endpoints) return fixed(kind.endpoints)
    const now = options.clock()
    if (known && known.until > now) return known.configuration
    const asked = discover(issuerOf(config, kind) ?? '')
    known = { configuration: asked, until: now + knownForMs }
    // A failure is not kept: the next person asks again.
    asked.catch(() => (known = undefined))
    return asked
  }

  return {
    connect: async () => {
      if (config.apple && config.clientSecret === undefined) {
        secret = await signedClientSecret(config.apple, config.clientId, options.clock())
      }
      return configuration()
    },
  }
}

/** The issuer a provider is found by; none for those without discovery. */
export function issuerOf(config: OidcProviderConfig, kind: ProviderKind): string | undefined {
  return config.issuerUrl ?? kind.issuer?.replace('{tenant}', config.tenant ?? 'common')
}

/** A scope that came as a list, as the text that the protocol asks for. */
async function withScopeText(answer: Response): Promise<Response> {
  const text = await answer.text()
  const { status, headers } = answer
  try {
    const body: unknown = JSON.parse(text)
    const scope = typeof body === 'object' && body !== null && 'scope' in body ? body.scope : undefined
    const fixed = Array.isArray(scope) ? JSON.stringify(Object.assign({}, body, { scope: scope.join(' ') })) : text
    return new Response(fixed, { status, headers })
  } catch {
    return new Response(text, { status, headers })
  }
}
