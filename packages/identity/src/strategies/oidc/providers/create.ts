import * as openid from 'openid-client'

import type { OidcProviderConfig } from '../../../configuration/config.ts'
import { readClaims } from './claims.ts'
import { createProviderClient, issuerOf } from './client.ts'
import { createIdTokenVerifier } from './id-token.ts'
import { providerKinds } from './kinds.ts'
import type { ProviderKind } from './kinds.ts'
import { askPerson } from './person.ts'
import type { OidcProvider, ProviderAnswer, Round } from './provider.ts'
import { createSafeFetch } from './safe-fetch.ts'

export interface ProviderOptions {
  readonly fetch: typeof globalThis.fetch
  readonly dev: boolean
  readonly clock: () => number
  readonly redirectUri: string
  /** Where the details of a failure go. People are told less. */
  readonly warn: (text: string) => void
}

/** A configured provider. Throws if its kind is none: the configuration was checked. */
export function createProvider(config: OidcProviderConfig, options: ProviderOptions): OidcProvider {
  const kind = providerKinds[config.kind]
  if (!kind) throw new Error(`there is no kind of provider "${config.kind}"`)
  const fetch = createSafeFetch(options.fetch, options.dev)
  const client = createProviderClient(config, kind, { fetch, dev: options.dev, clock: options.clock })
  const verify = createIdTokenVerifier(fetch)

  /** Whatever goes wrong between two services is an answer, and a line for the operator. */
  const guarded = async <T>(what: string, work: () => Promise<T>) => {
    try {
      return await work()
    } catch (error) {
      options.warn(`The provider "${config.id}" failed at ${what}: ${describe(error)}`)
      return {
        kind: 'failed',
        reason: `"${config.label}" did not answer as it should. Please try again later.`,
      } as const
    }
  }

  return {
    id: config.id,
    label: config.label,
    kind,
    mapper: config.mapper,
    issuer: issuerOf(config, kind),

    depart: (parameters) =>
      guarded('the start', async () => {
        const configuration = await client.connect()
        const round: Round = {
          state: openid.randomState(),
          nonce: openid.randomNonce(),
          codeVerifier: usesPkce(config, kind, configuration) ? openid.randomPKCECodeVerifier() : undefined,
          redirectUri: options.redirectUri,
        }
        const url = openid.buildAuthorizationUrl(configuration, {
          ...kind.parameters,
          ...parameters,
          ...(config.requestedClaims && { claims: JSON.stringify(config.requestedClaims) }),
          redirect_uri: round.redirectUri,
          response_type: 'code',
          scope: [...new Set([...kind.scopes, ...config.scopes])].join(' '),
          state: round.state,
          ...(kind.protocol === 'openid' && !kind.withoutNonce && { nonce: round.nonce }),
          ...(round.codeVerifier !== undefined && {
            code_challenge: await openid.calculatePKCECodeChallenge(round.codeVerifier),
            code_challenge_method: 'S256',
          }),
        })
        return { kind: 'ready', url, round } as const
      }),

    arrive: (round, parameters) =>
      guarded('the callback', async (): Promise<ProviderAnswer> => {
        const configuration = await client.connect()
        const isOpenId = kind.protocol === 'openid'
        const url = new URL(round.redirectUri)
        url.search = parameters.toString()
        // Those without discovery have no issuer to compare it with; each has its own redirect address instead.
        if (!isOpenId) url.searchParams.delete('iss')
        const tokens = await openid.authorizationCodeGrant(configuration, url, {
          expectedState: round.state,
          idTokenExpected: isOpenId,
          ...(round.codeVerifier !== undefined && { pkceCodeVerifier: round.codeVerifier }),
          ...(isOpenId && !kind.withoutNonce && { expectedNonce: round.nonce }),
        })
        const idClaims = tokens.claims()
        const answer = isOpenId
          ? { ...idClaims, ...(await userInfo(config, configuration, tokens.access_token, idClaims?.sub)) }
          : await askPerson(config, kind, configuration, tokens.access_token)
        const issuer = configuration.serverMetadata().issuer
        const claims = readClaims(kind, issuer, { ...answer, ...nameInForm(kind, parameters) }, config.subjectSource)
        if (!claims) return { kind: 'failed', reason: `"${config.label}" does not say who you are.` }
        return {
          kind: 'person',
          claims,
          tokens: {
            idToken: tokens.id_token ?? '',
            accessToken: tokens.access_token,
            refreshToken: tokens.refresh_token ?? '',
          },
        }
      }),

    verifyIdToken: (token, nonce, now) =>
      guarded('an id token', async (): Promise<ProviderAnswer> => {
        if (kind.protocol !== 'openid') return { kind: 'failed', reason: `"${config.label}" has no id tokens.` }
        const server = (await client.connect()).serverMetadata()
        const payload = await verify(server, { token, nonce, audiences: config.idTokenAudiences, now })
        const claims = readClaims(kind, server.issuer, payload, config.subjectSource)
        if (!claims) return { kind: 'failed', reason: 'The id token does not say who it is about.' }
        return { kind: 'person', claims, tokens: { idToken: token, accessToken: '', refreshToken: '' } }
      }),
  }
}

function usesPkce(config: OidcProviderConfig, kind: ProviderKind, configuration: openid.Configuration): boolean {
  if (config.pkce !== 'auto') return config.pkce === 'force'
  return kind.pkce ?? configuration.serverMetadata().supportsPKCE()
}

async function userInfo(
  config: OidcProviderConfig,
  configuration: openid.Configuration,
  accessToken: string,
  subject: string | undefined,
): Promise<openid.UserInfoResponse | undefined> {
  if (config.claimsSource !== 'userinfo' || subject === undefined) return undefined
  return openid.fetchUserInfo(configuration, accessToken, subject)
}

/** Some providers tell the name beside the code, once. It proves nothing, and is taken for nothing but a name. */
function nameInForm(kind: ProviderKind, parameters: URLSearchParams): Readonly<Record<string, string>> {
  if (!kind.quirks?.includes('person_in_form')) return {}
  try {
    const { name }: { name?: { firstName?: unknown; lastName?: unknown } } = JSON.parse(parameters.get('user') ?? '{}')
    return {
      ...(typeof name?.firstName === 'string' && { given_name: name.firstName }),
      ...(typeof name?.lastName === 'string' && { family_name: name.lastName }),
    }
  } catch {
    return {}
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`.slice(0, 500)
}
