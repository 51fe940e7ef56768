import * as openid from 'openid-client'
import { publicPaths, withoutTrailing } from '@gatehouse/contract/http'
import type { ProbedConnection, ProbeFault, ProbeOutcome } from '@gatehouse/contract/operators'
import { createOutbound, OutboundFault, outboundFetch } from '@gatehouse/platform/outbound'
import { Secret } from '@gatehouse/platform/secrets'

import type { IdentityConfig, OidcProviderConfig } from '../../configuration/config.ts'
import { reachOfServices } from '../../outbound/reach.ts'
import { callbackPath } from './providers/all.ts'
import { createProviderClient } from './providers/client.ts'
import { issuerOf } from './providers/endpoints.ts'
import { kindOf } from './providers/kinds.ts'
import { createSafeFetch, UnsafeAddressError } from './providers/safe-fetch.ts'

/** Options for reaching a provider. */
export interface ProbeOptions {
  /** Has to guard against private addresses. */
  readonly fetch: typeof globalThis.fetch
  readonly dev: boolean
  readonly clock: () => number
}

const longestSaid = 300
const faulty = (fault: ProbeFault, said?: string): ProbeOutcome => ({
  kind: 'faulty',
  fault,
  ...(said !== undefined && { said: said.slice(0, longestSaid) }),
})

/**
 * Tries a provider as a sign-in would, without a person: reads its metadata, and requests tokens with an invented code.
 * It has to refuse the code, and must not refuse the client (RFC 6749, 5.2). Never rejects.
 */
export async function probeConnection(wanted: ProbedConnection, options: ProbeOptions): Promise<ProbeOutcome> {
  const kind = kindOf(wanted.kind)
  if (kind?.protocol !== 'openid') return faulty('not_openid')
  const config = configOf(wanted)
  if (isManyDirectories(issuerOf(config, kind) ?? '')) return faulty('many_directories')
  const fetch = createSafeFetch(options.fetch, options.dev)
  try {
    const client = createProviderClient(config, kind, { fetch, dev: options.dev, clock: options.clock })
    const configuration = await client.connect()
    const server = configuration.serverMetadata()
    if (server.authorization_endpoint === undefined || server.jwks_uri === undefined) return faulty('not_openid')
    const types = server.response_types_supported
    if (server.token_endpoint === undefined || types?.includes('code') === false) return faulty('no_codes')
    return (await refusesClient(configuration, wanted.redirectUri))
      ? faulty('client_refused')
      : { kind: 'sound', issuer: server.issuer }
  } catch (error) {
    return faultOf(error)
  }
}

/** Checks for Microsoft’s names of all directories together: an attacker’s own directory could claim any address. */
function isManyDirectories(issuer: string): boolean {
  return /^https:\/\/login\.microsoftonline\.com\/(?:common|organizations|consumers)(?:\/|$)/i.test(issuer)
}

const clientErrors: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client'])

async function refusesClient(configuration: openid.Configuration, redirectUri: string): Promise<boolean> {
  const grant = {
    code: openid.randomState(),
    redirect_uri: redirectUri,
    code_verifier: openid.randomPKCECodeVerifier(),
  }
  try {
    await openid.genericGrantRequest(configuration, 'authorization_code', grant)
    return false
  } catch (error) {
    if (error instanceof openid.ResponseBodyError) return clientErrors.has(error.error)
    if (error instanceof openid.WWWAuthenticateChallengeError) return true
    throw error
  }
}

function faultOf(error: unknown): ProbeOutcome {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof OutboundFault && cause.reason === 'private_address') return faulty('private')
    if (cause instanceof UnsafeAddressError) return faulty('not_https')
  }
  if (error instanceof openid.ClientError) {
    if (error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return faulty('wrong_issuer', issuerSaid(error.cause))
    if (error.code !== undefined && notOpenId.has(error.code)) return faulty('not_openid')
    if (error.code !== undefined && notHttps.has(error.code)) return faulty('not_https')
  }
  return faulty('unreachable')
}

/** Codes of the protocol library for an answer that does not follow the protocol. */
const notOpenId: ReadonlySet<string> = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_INVALID_SERVER_METADATA',
  'OAUTH_MISSING_SERVER_METADATA',
])

const notHttps: ReadonlySet<string> = new Set(['OAUTH_HTTP_REQUEST_FORBIDDEN', 'OAUTH_REQUEST_PROTOCOL_FORBIDDEN'])

function issuerSaid(cause: unknown): string | undefined {
  if (typeof cause !== 'object' || cause === null || !('body' in cause)) return undefined
  const { body } = cause
  if (typeof body !== 'object' || body === null || !('issuer' in body)) return undefined
  return typeof body.issuer === 'string' ? body.issuer : undefined
}

function configOf({ kind, issuerUrl, tenant, clientId, clientSecret }: ProbedConnection): OidcProviderConfig {
  return {
    id: 'probe',
    kind,
    label: 'probe',
    clientId,
    clientSecret: clientSecret === undefined ? undefined : new Secret(clientSecret),
    issuerUrl,
    authUrl: undefined,
    tokenUrl: undefined,
    scopes: [],
    mapper: undefined,
    mapperUrl: undefined,
    updatesIdentity: false,
    linksByEmail: undefined,
    requestedClaims: undefined,
    claimsSource: undefined,
    pkce: 'auto',
    idTokenAudiences: [clientId],
    tenant,
    subjectSource: 'userinfo',
    organizationId: undefined,
    fedcmConfigUrl: undefined,
    netIdTokenOrigin: undefined,
    apple: undefined,
  }
}

/** The checks of the service for an administrator who sets up an organization’s connection. */
export interface ConnectionChecks {
  /** Returns the address to which the provider of a connection redirects people. */
  redirectUri(organizationId: string, connectionId: string): string
  /** Returns the address that starts a sign-in of an organization’s people. */
  signInAddress(organizationId: string): string
  /**
   * Tries a provider. Private addresses are always blocked, whatever the configuration allows itself. Never rejects.
   */
  probe(connection: ProbedConnection): Promise<ProbeOutcome>
}

const timeoutMs = 10_000
const mostBytes = 1024 * 1024

/** Creates the checks. `given` replaces the network. */
export function createConnectionChecks(
  config: IdentityConfig,
  clock: () => number,
  given: typeof globalThis.fetch | undefined,
): ConnectionChecks {
  const { dev, publicBaseUrl, outbound, selfservice } = config
  const base = withoutTrailing(selfservice.methods.oidc.baseRedirectUri ?? publicBaseUrl, '/')
  // These addresses come from a customer of the operator, not from the operator.
  const reachOf = reachOfServices({ ...outbound, allowPrivateServices: dev })
  const fetch = given ?? outboundFetch(createOutbound({ purpose: 'connection_probe', reachOf, timeoutMs, mostBytes }))
  return {
    redirectUri: (organizationId, id) =>
      base + callbackPath({ id, kind: 'generic', organizationId, pkce: 'auto' }, { callbacksAreApart: true }),
    signInAddress: (organizationId) => {
      const begin = withoutTrailing(publicBaseUrl, '/') + publicPaths.flowBrowser('login')
      return `${begin}?${new URLSearchParams({ organization: organizationId })}`
    },
    probe: (connection) => probeConnection(connection, { fetch, dev, clock }),
  }
}
