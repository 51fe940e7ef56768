import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'

/** A person with an account at the provider. */
export interface ProviderAccount {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly given_name?: string
  readonly family_name?: string
}

/** The client of the provider: the identity service under test. */
export interface ProviderClient {
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUris: readonly string[]
}

/** A real OpenID provider on loopback. It signs every visitor in at once, as the person that the test sets. */
export interface OpenIdProvider {
  readonly issuer: string
  /** Signs in as this account from now on. */
  signInAs(account: ProviderAccount): void
  /** The next sign-in is refused with this error. */
  refuseWith(error: string, description?: string): void
  /** The query parameters of every request for authorization, oldest first. */
  readonly requests: readonly Readonly<Record<string, unknown>>[]
  /** Every access token that it has given, oldest first. */
  readonly accessTokens: readonly string[]
  /** Walks a browser's way from an authorization address to the client's callback; the callback's address. */
  visit(authorizationUrl: string): Promise<string>
  stop(): Promise<void>
}

/** The claims about a person. */
export type ProviderVerdict = ProviderAccount | { readonly error: string; readonly error_description: string }

/**
 * Starts a provider for these clients on a free port. `decide` chooses the account by the parameters of the request for
 * authorization, if several people come at the same time; without it `signInAs` and `refuseWith` do. `routes` moves
 * endpoints to other paths.
 */
export async function startOpenIdProvider(
  clients: readonly ProviderClient[],
  decide?: (parameters: Readonly<Record<string, unknown>>) => ProviderVerdict,
  routes: Readonly<Record<string, string>> = {},
): Promise<OpenIdProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = { ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'signing' }

  const accounts = new Map<string, ProviderAccount>()
  const requests: Readonly<Record<string, unknown>>[] = []
  let next: ProviderAccount | undefined
  let refusal: { readonly error: string; readonly error_description: string } | undefined

  const provider = new Provider(issuer, {
    ...configuration(clients),
    jwks: { keys: [key] },
    routes,
    findAccount: (_context, id) => {
      const account = accounts.get(id)
      return account && { accountId: id, claims: () => ({ ...account }) }
    },
  })
  // A provider behind plain http, as only tests have.
  provider.proxy = false
  const accessTokens: string[] = []
  provider.on('access_token.saved', ({ jti }) => void accessTokens.push(jti))
  provider.use(async (context, proceed) => {
    await (context.path.startsWith('/interaction/') ? answerInteraction(provider, context) : proceed())
  })

  async function answerInteraction(own: Provider, context: Pick<KoaContextWithOIDC, 'req' | 'res'>): Promise<void> {
    const { params, prompt, grantId, session } = await own.interactionDetails(context.req, context.res)
    const finish = (result: object) =>
      own.interactionFinished(context.req, context.res, result as never, { mergeWithLastSubmission: false })
    if (prompt.name === 'login') requests.push(params)
    const verdict = decide?.(params) ?? refusal ?? next ?? noSuchPerson
    refusal = undefined
    if ('error' in verdict) return finish(verdict)
    if (prompt.name === 'login') {
      accounts.set(verdict.sub, verdict)
      return finish({ login: { accountId: verdict.sub, remember: false } })
    }
    const grant =
      (grantId === undefined ? undefined : await own.Grant.find(grantId)) ??
      new own.Grant({ accountId: session?.accountId ?? verdict.sub, clientId: String(params['client_id']) })
    grant.addOIDCScope(String(params['scope']))
    return finish({ consent: { grantId: await grant.save() } })
  }

  const handle = provider.callback()
  server.on('request', (request, response) => void handle(request, response))

  return {
    issuer,
    requests,
    accessTokens,
    signInAs: (account) => {
      next = account
      accounts.set(account.sub, account)
    },
    refuseWith: (error, description = '') => {
      refusal = { error, error_description: description }
    },
    visit: signInAtProvider,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function configuration(clients: readonly ProviderClient[]): Configuration {
  return {
    clients: clients.map(({ clientId, clientSecret, redirectUris }) => ({
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [...redirectUris],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      application_type: 'web',
    })),
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      // `hd`: the domain of a Google Workspace.
      profile: ['name', 'given_name', 'family_name', 'hd'],
    },
    // Claims of scopes go into the id token, as the big providers do it.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    pkce: { required: () => false },
    cookies: { keys: ['cookies of a provider for tests'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
  }
}

const mostHops = 12

const noSuchPerson = { error: 'access_denied', error_description: 'nobody is there' } as const

/** Follows redirects within a provider, as a browser does, until it sends the browser away; returns the target. */
export async function signInAtProvider(start: string): Promise<string> {
  const issuer = new URL(start).origin
  const cookies = new Map<string, string>()
  let address = start
  for (let hop = 0; hop < mostHops; hop += 1) {
    if (!address.startsWith(`${issuer}/`)) return address
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1)
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = answer.headers.get('location')
    if (location === null)
      throw new Error(`the provider answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
    address = new URL(location, address).href
  }
  throw new Error('the provider sends the browser round in circles')
}
