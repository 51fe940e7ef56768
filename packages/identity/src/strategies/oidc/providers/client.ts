import { importPKCS8, SignJWT } from 'jose'
import * as openid from 'openid-client'
import type { OidcProviderConfig } from '../../../configuration/config.ts'
import { plainHostsOf } from '../../../configuration/safe-address.ts'
import { endpointsOf, issuerOf } from './endpoints.ts'
import type { Endpoints, ProviderKind } from './provider-kind.ts'
import type { SafeFetch } from './safe-fetch.ts'
import { speak, understand } from './token-dialects.ts'

/** The time for which a provider's metadata is cached, in milliseconds. */
const knownForMs = 60 * 60_000

/** A provider's metadata and credentials, ready for the protocol library. */
export interface ProviderClient {
  /** Throws if the provider cannot be reached. */
  connect(): Promise<openid.Configuration>
}

/** Creates the client of a configured provider. Its metadata is fetched when it is first needed. */
export function createProviderClient(
  config: OidcProviderConfig,
  kind: ProviderKind,
  options: { readonly fetch: SafeFetch; readonly dev: boolean; readonly clock: () => number },
): ProviderClient {
  let secret = config.clientSecret?.reveal()
  const authenticate: openid.ClientAuth = (server, client, body, headers) => {
    const position = secretPosition(kind, server.token_endpoint_auth_methods_supported)
    const method = position === 'header' ? openid.ClientSecretBasic : openid.ClientSecretPost
    ;(secret === undefined ? openid.None() : method(secret))(server, client, body, headers)
  }
  // The fetch decides which addresses may be plain: loopback, or a host of the configuration.
  const mayBePlain = options.dev || plainHostsOf(config.issuerUrl, config.tokenUrl).length > 0
  // oxlint-disable-next-line typescript/no-deprecated -- marked so that it is not used by accident
  const allowPlain: (configuration: openid.Configuration) => void = openid.allowInsecureRequests
  const metadata = { [openid.clockTolerance]: 30 }
  const send =
    (tokenEndpoint?: string): openid.CustomFetch =>
    async (url, init) => {
      const body = init.body instanceof Uint8Array ? Buffer.from(init.body) : (init.body ?? null)
      if (url !== tokenEndpoint) return options.fetch(url, { ...init, body })
      return understand(kind, await options.fetch(url, speak(kind, { ...init, body })))
    }

  function prepared(configuration: openid.Configuration): openid.Configuration {
    const { token_endpoint: tokenEndpoint, jwks_uri: keys } = configuration.serverMetadata()
    configuration[openid.customFetch] = send(tokenEndpoint)
    if (mayBePlain) allowPlain(configuration)
    if (keys !== undefined) openid.enableNonRepudiationChecks(configuration)
    return configuration
  }

  async function discover(issuer: string): Promise<openid.Configuration> {
    const found = await openid.discovery(new URL(issuer), config.clientId, metadata, authenticate, {
      [openid.customFetch]: send(),
      ...(mayBePlain && { execute: [allowPlain] }),
    })
    if (config.authUrl === undefined && config.tokenUrl === undefined) return prepared(found)
    const server = Object.assign(found.serverMetadata(), {
      ...(config.authUrl !== undefined && { authorization_endpoint: config.authUrl }),
      ...(config.tokenUrl !== undefined && { token_endpoint: config.tokenUrl }),
    })
    return prepared(new openid.Configuration(server, config.clientId, metadata, authenticate))
  }

  function fixed(server: openid.ServerMetadata): openid.Configuration {
    return prepared(new openid.Configuration(server, config.clientId, metadata, authenticate))
  }

  const unpublished = endpointsOf(config, kind)
  let known: { readonly configuration: Promise<openid.Configuration>; readonly until: number } | undefined
  async function configuration(): Promise<openid.Configuration> {
    if (unpublished) return fixed(serverOf(unpublished))
    const now = options.clock()
    if (known && known.until > now) return known.configuration
    const asked = kind.unpublished
      ? Promise.resolve(fixed(configuredServer(config, kind.unpublished)))
      : discover(issuerOf(config, kind) ?? '')
    known = { configuration: asked, until: now + knownForMs }
    // A failure is not cached: the next sign-in tries again.
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

function secretPosition(kind: ProviderKind, published: readonly string[] | undefined): 'header' | 'body' {
  if (kind.clientSecretIn) return kind.clientSecretIn
  if (kind.protocol !== 'openid' || kind.quirks?.includes('signed_client_secret')) return 'body'
  return published === undefined || published.includes('client_secret_basic') ? 'header' : 'body'
}

function serverOf({ authorization, token }: Endpoints): openid.ServerMetadata {
  return { issuer: new URL(authorization).origin, authorization_endpoint: authorization, token_endpoint: token }
}

/** Returns the metadata of a server without discovery: keys and claims are beside the token address. */
function configuredServer(
  { issuerUrl = '', authUrl = '', tokenUrl = '' }: OidcProviderConfig,
  paths: NonNullable<ProviderKind['unpublished']>,
): openid.ServerMetadata {
  const base = tokenUrl.endsWith(paths.token) ? tokenUrl.slice(0, -paths.token.length) : new URL(tokenUrl).origin
  return {
    issuer: issuerUrl,
    authorization_endpoint: authUrl,
    token_endpoint: tokenUrl,
    jwks_uri: `${base}${paths.keys}`,
    userinfo_endpoint: `${base}${paths.person}`,
  }
}

const lifespanSeconds = 300

/** Returns a client secret: a token signed with the key of an Apple developer team. Throws if the key is invalid. */
async function signedClientSecret(
  { teamId, keyId, privateKey }: NonNullable<OidcProviderConfig['apple']>,
  clientId: string,
  now: number,
): Promise<string> {
  const key = await importPKCS8(privateKey.reveal(), 'ES256')
  const issuedAt = Math.floor(now / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifespanSeconds)
    .setAudience('https://appleid.apple.com')
    .setSubject(clientId)
    .sign(key)
}
