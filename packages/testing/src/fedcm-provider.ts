import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** A person with an account at the provider. */
export interface FedcmAccount {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly givenName: string
}

/** A site that people can sign in to with their account. */
export interface FedcmClient {
  readonly clientId: string
  /** Origins of its pages. */
  readonly origins: readonly string[]
}

/** A real identity provider for the browser's account chooser (FedCM), on loopback. */
export interface FedcmProvider {
  readonly issuer: string
  readonly configUrl: string
  /** Visiting it signs the browser in to the provider as this person. */
  loginUrl(account: FedcmAccount): string
  /** The client of every assertion that was asked for, oldest first. */
  readonly assertions: readonly Readonly<Record<string, string>>[]
  /** From now on choosing an account is answered with this error. */
  refuseWith(error: string | undefined): void
  /** Signs any claims with the provider's key, which a real provider would never do. */
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>
  /** Plays the browser's part, without one: signs in and chooses the account. The token. */
  choose(account: FedcmAccount, client: FedcmClient, nonce: string): Promise<string>
  stop(): Promise<void>
}

interface Call {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: URLSearchParams
}

const tokenSeconds = 300

/** Starts a provider for these clients on a free port. */
export async function startFedcmProvider(clients: readonly FedcmClient[]): Promise<FedcmProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'chooser' }
  const accounts = new Map<string, FedcmAccount>()
  const sessions = new Map<string, string>()
  const assertions: Readonly<Record<string, string>>[] = []
  let error: string | undefined
  let issuer = ''

  const sign = (claims: Readonly<Record<string, unknown>>) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'chooser' }).sign(privateKey)

  /** Returns the account that is signed in at the provider, in the browser that sent the request. */
  function personOf({ headers }: Call): FedcmAccount | undefined {
    const session = /(?:^|; )session=([\w-]+)/.exec(headers.get('cookie') ?? '')?.[1]
    return accounts.get(sessions.get(session ?? '') ?? '')
  }

  function login({ query }: Call): Response {
    const account = accounts.get(query.get('as') ?? '')
    if (!account) return new Response('Who are you?', { status: 400 })
    const session = randomBytes(16).toString('hex')
    sessions.set(session, account.id)
    const headers = {
      'content-type': 'text/html',
      'set-login': 'logged-in',
      'set-cookie': `session=${session}; Path=/; HttpOnly; Secure; SameSite=None`,
    }
    return new Response(`<!doctype html><title>Signed in</title>${account.name}`, { headers })
  }

  function list(call: Call): Response {
    const person = personOf(call)
    if (!isFromBrowser(call) || !person) return new Response(null, { status: 401 })
    const { id, email, name, givenName: given } = person
    return Response.json({ accounts: [{ id, email, name, given_name: given }] })
  }

  async function assert(call: Call): Promise<Response> {
    const { headers, body } = call
    const origin = headers.get('origin') ?? ''
    const client = clients.find(({ clientId }) => clientId === body.get('client_id'))
    const person = personOf(call)
    if (!isFromBrowser(call) || !client?.origins.includes(origin) || !person || person.id !== body.get('account_id')) {
      return new Response(null, { status: 403 })
    }
    assertions.push(Object.fromEntries(body))
    const cors = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }
    if (error !== undefined) return Response.json({ error: { error } }, { status: 403, headers: cors })
    const { nonce } = JSON.parse(body.get('params') ?? '{}') as { readonly nonce?: string }
    const now = Math.floor(Date.now() / 1000)
    const token = await sign({
      iss: issuer,
      aud: client.clientId,
      sub: person.id,
      iat: now,
      exp: now + tokenSeconds,
      email: person.email,
      email_verified: true,
      name: person.name,
      given_name: person.givenName,
      nonce: nonce ?? body.get('nonce') ?? undefined,
    })
    return Response.json({ token }, { headers: cors })
  }

  const address = (path: string) => `${issuer}${path}`
  const endpoints = { accounts_endpoint: '/accounts', login_url: '/login' }
  const scenes: Readonly<Record<string, (call: Call) => Response | Promise<Response>>> = {
    'GET /.well-known/web-identity': () =>
      Response.json({
        provider_urls: [address('/fedcm.json')],
        accounts_endpoint: address('/accounts'),
        login_url: address('/login'),
      }),
    'GET /fedcm.json': () =>
      Response.json({
        ...endpoints,
        id_assertion_endpoint: '/assertion',
        client_metadata_endpoint: '/client',
        branding: { name: 'Chooser' },
      }),
    'GET /client': () =>
      Response.json({ privacy_policy_url: address('/privacy'), terms_of_service_url: address('/terms') }),
    'GET /accounts': list,
    'POST /assertion': assert,
    'GET /login': login,
    'GET /keys': () => Response.json({ keys: [key] }),
    'GET /.well-known/openid-configuration': () =>
      Response.json({
        issuer,
        jwks_uri: address('/keys'),
        authorization_endpoint: address('/authorize'),
        token_endpoint: address('/token'),
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
  }

  const server = createServer((incoming, outgoing) => {
    void read(incoming)
      .then((call) => scenes[`${call.method} ${call.path}`]?.(call) ?? new Response(null, { status: 404 }))
      .then(async (response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers))
        outgoing.end(Buffer.from(await response.arrayBuffer()))
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const loginUrl = (account: FedcmAccount): string => {
    accounts.set(account.id, account)
    return address(`/login?as=${encodeURIComponent(account.id)}`)
  }
  return {
    issuer,
    configUrl: address('/fedcm.json'),
    assertions,
    loginUrl,
    refuseWith: (next) => (error = next),
    sign,
    choose: async (account, { clientId, origins: [origin = ''] }, nonce) => {
      const cookie = (await fetch(loginUrl(account))).headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
      const params = JSON.stringify({ nonce })
      const answer = await fetch(address('/assertion'), {
        method: 'POST',
        headers: { cookie, origin, 'sec-fetch-dest': 'webidentity' },
        body: new URLSearchParams({ client_id: clientId, account_id: account.id, params }),
      })
      if (!answer.ok) throw new Error(`the provider answered ${answer.status}`)
      return ((await answer.json()) as { readonly token: string }).token
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Tells whether the browser itself sent a request, by a header that pages cannot set. */
function isFromBrowser({ headers }: Call): boolean {
  return headers.get('sec-fetch-dest') === 'webidentity'
}

async function read(incoming: IncomingMessage): Promise<Call> {
  const { pathname: path, searchParams: query } = new URL(incoming.url ?? '/', 'http://provider.test')
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  const body = new URLSearchParams(Buffer.concat(chunks).toString())
  const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
  return { method: incoming.method ?? 'GET', path, query, headers, body }
}
