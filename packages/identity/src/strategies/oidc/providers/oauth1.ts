import { createHmac, randomBytes } from 'node:crypto'
import OAuth from 'oauth-1.0a'
import { randomState } from 'openid-client'
import type { OidcProviderConfig } from '../../../configuration/config.ts'
import { readClaims } from './claims.ts'
import { endpointsOf } from './endpoints.ts'
import { createGuard } from './guarded.ts'
import { isAnswer } from './oauth-answers.ts'
import { readAnswer } from './person.ts'
import type { Answer, Endpoints, ProviderKind } from './provider-kind.ts'
import type { ProviderOptions } from './provider-options.ts'
import type { RequestToken, Round, OidcProvider, ProviderAnswer } from './provider.ts'
import type { SafeFetch } from './safe-fetch.ts'

/** A round trip to a provider with OAuth 1.0a. */
export interface SignedRounds {
  /** Throws if the provider's answer is not as expected. */
  begin(redirectUri: string): Promise<{ readonly url: URL; readonly round: Round }>
  /** Returns the person's data. Throws if the callback is not the one of this round. */
  end(round: Round, parameters: URLSearchParams): Promise<{ readonly person: Answer; readonly accessToken: string }>
}

/** Signs every request with the client's secret, and later with the one of the round. */
export function createSignedRounds(config: OidcProviderConfig, endpoints: Endpoints, fetch: SafeFetch): SignedRounds {
  const signer = new OAuth({
    consumer: { key: config.clientId, secret: config.clientSecret?.reveal() ?? '' },
    signature_method: 'HMAC-SHA1',
    hash_function: (text, key) => createHmac('sha1', key).update(text).digest('base64'),
  })
  signer.getNonce = () => randomBytes(24).toString('hex')

  async function send(
    method: 'GET' | 'POST',
    url: string,
    own: Readonly<Record<string, string>>,
    token?: RequestToken,
  ) {
    const signed = signer.authorize({ url, method, data: own }, token && { key: token.key, secret: token.secret })
    const headers = { accept: 'application/json', ...signer.toHeader(signed) }
    return fetch(url, { method, headers: { accept: headers.accept, authorization: headers.Authorization } })
  }

  /** Requests a pair of token and secret, which is answered as a form. */
  async function takePair(url: string, own: Readonly<Record<string, string>>, token?: RequestToken) {
    const answer = await send('POST', url, own, token)
    if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}`)
    const form = new URLSearchParams(await answer.text())
    const [key, secret] = [form.get('oauth_token'), form.get('oauth_token_secret')]
    if (!key || !secret) throw new Error(`${new URL(url).pathname} gave no token`)
    return { key, secret }
  }

  return {
    begin: async (redirectUri) => {
      const state = randomState()
      const callback = new URL(redirectUri)
      callback.searchParams.set('state', state)
      const requestToken = await takePair(endpoints.request ?? '', { oauth_callback: callback.href })
      const url = new URL(endpoints.authorization)
      url.searchParams.set('oauth_token', requestToken.key)
      return { url, round: { state, nonce: '', codeVerifier: undefined, redirectUri, requestToken } }
    },
    end: async ({ requestToken }, parameters) => {
      const verifier = parameters.get('oauth_verifier')
      if (!requestToken || parameters.get('oauth_token') !== requestToken.key || !verifier) {
        throw new Error('the callback belongs to another round')
      }
      const access = await takePair(endpoints.token, { oauth_verifier: verifier }, requestToken)
      const url = new URL(endpoints.person)
      if (config.scopes.includes('email')) url.searchParams.set('include_email', 'true')
      const person = await readAnswer(await send('GET', url.href, {}, access), url.href)
      if (!isAnswer(person)) throw new Error('the provider sent no data of the person')
      return { person, accessToken: access.key }
    },
  }
}

type Abilities = Pick<OidcProvider, 'depart' | 'arrive' | 'verifyIdToken' | 'verifyChosen'>

/** Creates the abilities of a provider with signed requests. Throws if its kind has no addresses. */
export function createOAuth1Abilities(
  config: OidcProviderConfig,
  kind: ProviderKind,
  { fetch, warn, redirectUri }: Pick<ProviderOptions, 'warn' | 'redirectUri'> & { readonly fetch: SafeFetch },
): Abilities {
  const endpoints = endpointsOf(config, kind)
  if (!endpoints) throw new Error(`the kind "${config.kind}" has no addresses`)
  const rounds = createSignedRounds(config, endpoints, fetch)
  const guarded = createGuard(config, warn)
  const noTokens = { kind: 'failed', reason: `"${config.label}" has no id tokens.` } as const
  return {
    depart: () => guarded('the start', async () => ({ kind: 'ready', ...(await rounds.begin(redirectUri)) }) as const),
    arrive: (round, parameters, hear = () => {}) =>
      guarded('the callback', async (): Promise<ProviderAnswer> => {
        if (parameters.has('denied')) return { kind: 'failed', reason: `"${config.label}" did not let you in.` }
        const { person, accessToken } = await rounds.end(round, parameters)
        hear({ userinfo: person })
        const claims = readClaims(kind, new URL(endpoints.authorization).origin, person)
        if (!claims) return { kind: 'failed', reason: `"${config.label}" does not say who you are.` }
        return { kind: 'person', claims, tokens: { idToken: '', accessToken, refreshToken: '' } }
      }),
    verifyIdToken: async () => noTokens,
    verifyChosen: async () => noTokens,
  }
}
