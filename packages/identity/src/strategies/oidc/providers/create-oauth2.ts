import * as openid from 'openid-client'
import type { OidcProviderConfig } from '../../../configuration/config.ts'
import { readClaims } from './claims.ts'
import { createProviderClient } from './client.ts'
import { endpointsOf } from './endpoints.ts'
import { createGuard } from './guarded.ts'
import { createIdTokenVerifier } from './id-token.ts'
import { isAnswer } from './oauth-answers.ts'
import { askPerson, readAnswer } from './person.ts'
import type { Answer, ProviderKind } from './provider-kind.ts'
import type { ProviderOptions } from './provider-options.ts'
import type { OidcProvider, ProviderAnswer, Round } from './provider.ts'
import type { SafeFetch } from './safe-fetch.ts'

type Abilities = Pick<OidcProvider, 'depart' | 'arrive' | 'verifyIdToken' | 'verifyChosen'>
type Options = Omit<ProviderOptions, 'fetch'> & { readonly fetch: SafeFetch }
type Hear = NonNullable<Parameters<OidcProvider['arrive']>[2]>
type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>

/** Creates the abilities of a provider with codes, with id tokens or an API. */
export function createOAuth2Abilities(config: OidcProviderConfig, kind: ProviderKind, options: Options): Abilities {
  const { fetch } = options
  const client = createProviderClient(config, kind, options)
  const verify = createIdTokenVerifier(fetch)
  const guarded = createGuard(config, options.warn, codeOf)
  const isOpenId = kind.protocol === 'openid'
  const hasNonce = hasNonceOf(kind)
  const unknownPerson = { kind: 'failed', reason: `"${config.label}" does not say who you are.` } as const

  async function read(token: string, nonce: string | undefined, now: number): Promise<ProviderAnswer> {
    if (!isOpenId) return { kind: 'failed', reason: `"${config.label}" has no id tokens.` }
    if (config.subjectSource === 'me') {
      return { kind: 'failed', reason: `"${config.label}" does not know people by their id tokens.` }
    }
    const server = (await client.connect()).serverMetadata()
    const payload = await verify(server, { token, nonce, audiences: config.idTokenAudiences, now })
    const claims = readClaims(kind, issuerIn(payload, server), payload, subjectClaim(config))
    if (!claims) return { kind: 'failed', reason: 'The id token does not say who it is about.' }
    return { kind: 'person', claims, tokens: { idToken: token, accessToken: '', refreshToken: '' } }
  }

  return {
    depart: (parameters) =>
      guarded('the start', async () => {
        const configuration = await client.connect()
        const round: Round = {
          state: openid.randomState(),
          nonce: openid.randomNonce(),
          codeVerifier: usesPkce(config, kind, configuration) ? openid.randomPKCECodeVerifier() : undefined,
          redirectUri: options.redirectUri,
        }
        const url = await authorizationUrl({ config, kind }, configuration, round, parameters)
        // As Ory Kratos writes it.
        url.searchParams.sort()
        return { kind: 'ready', url, round } as const
      }),

    arrive: (round, parameters, hear = () => {}) =>
      guarded('the callback', async (): Promise<ProviderAnswer> => {
        const configuration = await client.connect()
        const tokens = await openid.authorizationCodeGrant(
          configuration,
          callbackOf(round, parameters, kind),
          {
            expectedState: round.state,
            idTokenExpected: isOpenId,
            ...(round.codeVerifier !== undefined && { pkceCodeVerifier: round.codeVerifier }),
            ...(hasNonce && { expectedNonce: round.nonce }),
          },
          kind.tokenParameters,
        )
        const idTokenClaims = tokens.claims()
        hear(idTokenClaims ? { idTokenClaims } : {})
        const answer = {
          ...(await personOf({ config, kind, fetch }, configuration, tokens, hear)),
          ...nameInForm(kind, parameters),
        }
        const claims = readClaims(kind, issuerIn(answer, configuration.serverMetadata()), answer, subjectClaim(config))
        if (!claims) return unknownPerson
        const { id_token: idToken = '', access_token: accessToken, refresh_token: refreshToken = '' } = tokens
        return { kind: 'person', claims, tokens: { idToken, accessToken, refreshToken } }
      }),

    verifyIdToken: (token, nonce, now) => guarded('an id token', () => read(token, nonce, now)),

    verifyChosen: (token, nonce, now) =>
      guarded('a chosen account', async () => {
        if (!kind.quirks?.includes('exchanged_tokens')) return read(token, nonce, now)
        const { token_endpoint: endpoint = '' } = (await client.connect()).serverMetadata()
        return read(await exchangeChosenToken(fetch, endpoint, config.netIdTokenOrigin ?? '', token), nonce, now)
      }),
  }
}

/** A provider and the fetch that calls it. */
interface CalledProvider {
  readonly config: OidcProviderConfig
  readonly kind: ProviderKind
  readonly fetch: SafeFetch
}

function hasNonceOf(kind: ProviderKind): boolean {
  return kind.protocol === 'openid' && !kind.withoutNonce
}

/** Returns the address at which a round begins. */
async function authorizationUrl(
  { config, kind }: Omit<CalledProvider, 'fetch'>,
  configuration: openid.Configuration,
  round: Round,
  parameters: Parameters<OidcProvider['depart']>[0],
): Promise<URL> {
  const scope = [...new Set([...kind.scopes, ...config.scopes])].join(' ')
  return openid.buildAuthorizationUrl(configuration, {
    ...kind.parameters,
    ...parameters,
    ...(config.requestedClaims && { claims: JSON.stringify(config.requestedClaims) }),
    redirect_uri: round.redirectUri,
    response_type: 'code',
    ...(scope !== '' && { scope }),
    state: round.state,
    ...(hasNonceOf(kind) && { nonce: round.nonce }),
    ...(round.codeVerifier !== undefined && {
      code_challenge: await openid.calculatePKCECodeChallenge(round.codeVerifier),
      code_challenge_method: 'S256',
    }),
  })
}

/** Asks for the claims of a person. `hear` is told of each answer. */
async function personOf(
  { config, kind, fetch }: CalledProvider,
  configuration: openid.Configuration,
  tokens: Tokens,
  hear: Hear,
): Promise<Answer> {
  const endpoints = endpointsOf(config, kind)
  if (endpoints) {
    const answer = await askPerson({ config, kind, endpoints, fetch, accessToken: tokens.access_token })
    hear({ userinfo: answer })
    return kind.quirks?.includes('claims_in_token_answer') ? { ...tokenClaims(tokens), ...answer } : answer
  }
  const idClaims = tokens.claims()
  const source = config.claimsSource ?? kind.claimsSource
  const more =
    source === 'userinfo' && idClaims !== undefined
      ? await openid.fetchUserInfo(configuration, tokens.access_token, idClaims.sub)
      : undefined
  if (more) hear({ userinfo: more })
  const id = config.subjectSource === 'me' ? await graphSubject(fetch, tokens.access_token) : undefined
  return { ...idClaims, ...more, ...(id !== undefined && { sub: id }) }
}

/** Returns the code of a server's refusal (RFC 6749, 5.2; RFC 6750, 3). */
function codeOf(error: unknown): { readonly code?: string } {
  if (error instanceof openid.ResponseBodyError) return { code: error.error }
  const code = error instanceof openid.WWWAuthenticateChallengeError ? error.cause[0]?.parameters.error : undefined
  return code === undefined ? {} : { code }
}

function usesPkce(config: OidcProviderConfig, kind: ProviderKind, configuration: openid.Configuration): boolean {
  if (config.pkce !== 'auto') return config.pkce === 'force'
  return kind.pkce ?? (kind.protocol === 'openid' && configuration.serverMetadata().supportsPKCE())
}

/** Returns the issuer of a person. One issuer may speak for many, each under a separate name. */
function issuerIn({ iss }: Answer, { issuer }: openid.ServerMetadata): string {
  return typeof iss === 'string' ? iss : issuer
}

function subjectClaim({ subjectSource }: OidcProviderConfig): string {
  return subjectSource === 'oid' ? 'oid' : 'sub'
}

/** Returns the callback's address as the protocol expects it. */
function callbackOf({ redirectUri }: Round, parameters: URLSearchParams, kind: ProviderKind): URL {
  const url = new URL(redirectUri)
  url.search = parameters.toString()
  // Kinds without discovery have no issuer to compare; each has a separate redirect address instead.
  if (kind.protocol !== 'openid') url.searchParams.delete('iss')
  const code = kind.codeParameter === undefined ? null : url.searchParams.get(kind.codeParameter)
  if (code !== null && !url.searchParams.has('code')) url.searchParams.set('code', code)
  return url
}

/** Returns the claims beside the access token, without the tokens. */
function tokenClaims(tokens: Tokens): Answer {
  return Object.fromEntries(Object.entries(tokens).filter(([name]) => name === 'email'))
}

/** Returns the name that some providers send beside the code, once. It proves nothing, and is used as a name only. */
function nameInForm(kind: ProviderKind, parameters: URLSearchParams): Answer {
  if (!kind.quirks?.includes('person_in_form')) return {}
  try {
    const user: unknown = JSON.parse(parameters.get('user') ?? '{}')
    const name = isAnswer(user) && isAnswer(user['name']) ? user['name'] : {}
    const { firstName, lastName } = name
    return {
      ...(typeof firstName === 'string' && { given_name: firstName }),
      ...(typeof lastName === 'string' && { family_name: lastName }),
    }
  } catch {
    return {}
  }
}

const profile = 'https://graph.microsoft.com/v1.0/me'

/**
 * Returns a person's id in Microsoft Graph (`subject_source: me`). Unlike the id token's subject it is the same for
 * every client. Throws if Graph does not return it.
 */
async function graphSubject(fetch: SafeFetch, accessToken: string): Promise<string> {
  const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` }
  const answer = await readAnswer(await fetch(profile, { headers }), profile)
  const id = isAnswer(answer) ? answer['id'] : undefined
  if (typeof id !== 'string' || id === '') throw new Error('Microsoft Graph does not tell an id')
  return id
}

/**
 * Exchanges the token of netID's account chooser for an id token. The provider needs the origin, which has to be among
 * those that its client is registered with. Throws if it returns none.
 */
async function exchangeChosenToken(
  fetch: SafeFetch,
  tokenEndpoint: string,
  origin: string,
  token: string,
): Promise<string> {
  const answer = await fetch(tokenEndpoint, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', origin },
    body: new URLSearchParams({ grant_type: 'netid_fedcm', fedcm_token: token }).toString(),
  })
  const body = await readAnswer(answer, tokenEndpoint)
  const idToken = isAnswer(body) ? body['id_token'] : undefined
  if (typeof idToken !== 'string') throw new Error('the provider gave no id token for the chosen account')
  return idToken
}
