import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { freePorts, startGateway } from '@gatehouse/testing/processes'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  claimsOf as claimsOfFastify,
  requireSession as forFastify,
  requireToken as tokenForFastify,
  sessionOf as ofFastify,
} from './fastify.ts'
import { guard, type Demand } from './guard.ts'
import {
  requireSession as forHono,
  requireToken as tokenForHono,
  type SessionVariables,
  type TokenVariables,
} from './hono.ts'
import { checkSession, requireSession as forNext, sessionOf as ofNext } from './next.ts'
import { claimsOf, requireSession, requireToken, sessionOf } from './node.ts'
import { reachAt } from './reach.ts'
import { nameOf } from './session.ts'
import { createSessions } from './sessions.ts'
import { createTokens, type TokenCheck } from './tokens.ts'

const app = 'http://app.example.localhost:3000'
let gateway: Awaited<ReturnType<typeof startGateway>>
let account = ''
let token = ''
const closing: (() => unknown)[] = []

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-session-'))
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const keys = { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', kid: 'k1' }] }
  writeFileSync(join(folder, 'keys.json'), JSON.stringify(keys))
  const settings = join(folder, 'gatehouse.yml')
  writeFileSync(
    settings,
    `session_tokens: { app: { keys: ${join(folder, 'keys.json')} } }\nreturn_urls: ${app}\ncookie_domain: example.localhost\n`,
  )
  const [publicPort = 0, adminPort = 0] = await freePorts(2)
  gateway = await startGateway({
    dataFolder: join(folder, 'data'),
    ports: { public: publicPort, admin: adminPort },
    environment: { GATEHOUSE_CONFIG: settings, GATEHOUSE_PUBLIC_URL: `http://account.example.localhost:${publicPort}` },
  })
  account = `http://account.example.localhost:${publicPort}`
  token = await register('ada@example.net')
})
afterAll(async () => {
  for (const close of closing) await close()
  await gateway.stop()
})

const reach = reachAt(undefined)
const json = { 'content-type': 'application/json' }
async function register(email: string): Promise<string> {
  const flow = (await (await reach(`${account}/self-service/registration/api`)).json()) as { id: string }
  const traits = { email, name: { first: 'Ada', last: 'Lovelace' } }
  const body = JSON.stringify({ method: 'password', password: 'a quite long sentence', traits })
  const url = `${account}/self-service/registration?flow=${flow.id}`
  const answer = await reach(url, { method: 'POST', headers: json, body })
  return ((await answer.json()) as { session_token: string }).session_token
}
/** The bearer token of a native session is sent as browsers send its cookie. */
const signedIn = () => ({ 'x-session-token': token })

const signedOut = { identity: { id: 'signed out', traits: {} } }

/** TABLE: the same application for every server. Each answers with the signed-in person, below its own path. */
const servers: readonly {
  readonly name: string
  readonly open: (demand: Demand) => Promise<string>
}[] = [
  {
    name: 'node:http',
    open: (demand) => {
      const protect = requireSession(createSessions({ url: account }), demand)
      return listening((request, response) =>
        protect(request, response, () => response.end(nameOf(sessionOf(request)))),
      )
    },
  },
  {
    name: 'Express',
    open: (demand) => {
      const pages = express.Router()
      pages.use(requireSession(createSessions({ url: account }), demand))
      pages.get('/deep', (request, response) => void response.send(nameOf(sessionOf(request))))
      return listening(express().use('/page', pages))
    },
  },
  {
    name: 'Hono',
    open: (demand) => {
      const hono = new Hono<SessionVariables>()
      hono.use(forHono(createSessions({ url: account }), demand))
      hono.get('/page/deep', (context) => context.text(nameOf(context.get('session'))))
      return serving(hono.fetch)
    },
  },
  {
    name: 'Next.js',
    open: (demand) => {
      const sessions = createSessions({ url: account })
      const proxy = forNext(sessions, (request) => (request.url.includes('/page/') ? demand : undefined))
      // As Next.js does: the proxy first, then the page, which reads the headers.
      const hono = new Hono()
      hono.all('*', async ({ req: { raw } }) => {
        const session = async () => new Response(nameOf((await ofNext(sessions, raw.headers)) ?? signedOut))
        return (await proxy(raw)) ?? session()
      })
      return serving(hono.fetch)
    },
  },
  {
    name: 'Fastify',
    open: async (demand) => {
      const server = fastify()
      const preHandler = forFastify(createSessions({ url: account }), demand)
      server.get('/page/deep', { preHandler }, async ({ raw }) => nameOf(ofFastify(raw)))
      closing.push(() => server.close())
      return server.listen({ port: 0, host: '127.0.0.1' })
    },
  },
]

function serving(fetch: Hono['fetch']): Promise<string> {
  return new Promise((resolve) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    )
    closing.push(() => server.close())
  })
}

async function listening(handler: RequestListener): Promise<string> {
  const server = createServer(handler)
  closing.push(() => server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe.each(servers)('an application on $name', ({ open }) => {
  test('reads the session, and redirects a visitor without one to sign in and back @session-1', async () => {
    const origin = await open({ origin: app })
    const ask = (headers: HeadersInit) => fetch(`${origin}/page/deep?a=1`, { headers, redirect: 'manual' })
    const known = await ask({ ...signedIn(), accept: 'text/html' })
    expect([known.status, await known.text()]).toEqual([200, 'Ada Lovelace'])
    const page = await ask({ accept: 'text/html' })
    const to = new URL(page.headers.get('location') ?? '')
    expect([page.status, to.origin, to.pathname, to.searchParams.get('return_to')]).toEqual([
      302,
      account,
      '/login',
      `${app}/page/deep?a=1`,
    ])
    // The address is one that the service takes.
    expect((await reach(to, { headers: { accept: 'text/html' } })).status).toBe(200)
    const script = await ask({ accept: 'application/json', cookie: 'gatehouse_session=made-up' })
    expect([script.status, await script.json()]).toEqual([401, expect.objectContaining({ error: 'session_missing' })])
  })
})

test('a second factor, a fresh proof and membership are asked for @session-2', async () => {
  const sessions = createSessions({ url: account })
  const ask = async (demand: Partial<Demand>, accept = 'text/html') => {
    const request = new Request(`${app}/page`, { headers: { ...signedIn(), accept } })
    const verdict = await guard(sessions, request, { origin: app, ...demand })
    return verdict.kind === 'allowed' ? 200 : (verdict.response.headers.get('location') ?? verdict.response.status)
  }
  expect(await ask({})).toBe(200)
  expect(await ask({ maxAge: 600 })).toBe(200)
  expect(await ask({ maxAge: -1 })).toContain('refresh=true')
  expect(await ask({ aal: 'aal2' })).toContain('aal=aal2')
  expect(await ask({ aal: 'aal2' }, 'application/json')).toBe(403)
  expect(await ask({ organization: '00000000-0000-4000-8000-000000000001' })).toBe(403)
})

test('a fresh proof counts if the clock of the application is fast, or slow @session-7', async () => {
  const sessions = createSessions({ url: account, cacheSeconds: 0 })
  const kindOf = async (maxAge: number) => {
    const request = new Request(`${app}/page`, { headers: { ...signedIn(), accept: 'text/html' } })
    return (await guard(sessions, request, { origin: app, maxAge })).kind
  }
  const here = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    for (const by of [3_600_000, -3_600_000]) {
      vi.setSystemTime(here + by)
      expect(await kindOf(600)).toBe('allowed')
      expect(await kindOf(-1)).toBe('refused')
    }
  } finally {
    vi.useRealTimers()
  }
})

test('a page of Next.js asks for more than its proxy, and is the return address @session-6', async () => {
  const sessions = createSessions({ url: account })
  const check = (demand: Partial<Demand>, headers: HeadersInit = signedIn()) =>
    checkSession(sessions, new Headers(headers), { origin: app, path: '/delete?a=1', ...demand })
  expect(await check({})).toMatchObject({
    kind: 'allowed',
    session: { identity: { traits: { email: 'ada@example.net' } } },
  })
  expect(await check({ organization: '00000000-0000-4000-8000-000000000001' })).toEqual({ kind: 'not_a_member' })
  const asked = [await check({ aal: 'aal2' }), await check({ maxAge: -1 }), await check({}, {})]
  const wishes = asked.map((one) =>
    one.kind === 'sign_in' ? [one.error, Object.fromEntries(new URL(one.url).searchParams)] : one,
  )
  const back = { return_to: `${app}/delete?a=1` }
  expect(wishes).toEqual([
    ['second_factor_required', { ...back, aal: 'aal2' }],
    ['session_refresh_required', { ...back, refresh: 'true' }],
    ['session_missing', back],
  ])
})

test('a session that cannot be asked for is neither there nor not there @session-3', async () => {
  // The internal address decides, whatever the public address is.
  const sessions = createSessions({ url: account, internalUrl: 'http://127.0.0.1:1' })
  expect(await sessions.read(new Headers(signedIn()))).toMatchObject({ kind: 'unavailable' })
  const verdict = await guard(sessions, new Request(app, { headers: signedIn() }), { origin: app })
  expect(verdict.kind === 'refused' && verdict.response.status).toBe(503)
})

test('the service gets the session alone, and is asked once in a while @session-4', async () => {
  const seen: Headers[] = []
  const sessions = createSessions({
    url: account,
    fetch: (input, init) => {
      seen.push(new Headers(init?.headers))
      return reach(input, init)
    },
  })
  const cookie = 'cart=3; gatehouse_session=x; theme=dark'
  await sessions.read(new Headers({ cookie, authorization: 'Bearer key-of-this-application', 'x-secret': 'x' }))
  expect(Object.fromEntries(seen[0] ?? [])).toEqual({ accept: 'application/json', cookie: 'gatehouse_session=x' })
  expect(await sessions.read(new Headers({ cookie: 'cart=3' }))).toEqual({ kind: 'signed_out' })
  expect(seen).toHaveLength(1)
  const all = await Promise.all([1, 2, 3].map(() => sessions.read(new Headers(signedIn()))))
  expect(all.map(({ kind }) => kind)).toEqual(['signed_in', 'signed_in', 'signed_in'])
  expect(seen).toHaveLength(2)
  // A missing session is not cached: the person may sign in a moment later.
  await sessions.read(new Headers({ cookie }))
  expect(seen).toHaveLength(3)
})

test('a session token is checked by the published keys, and by nothing else @session-5', async () => {
  const answer = await reach(`${account}/sessions/whoami?tokenize_as=app`, { headers: signedIn() })
  const { tokenized, identity } = (await answer.json()) as { tokenized: string; identity: { id: string } }
  const sessions = createSessions({ url: account })
  expect((await sessions.token(new Headers(signedIn()), 'app'))?.split('.')).toHaveLength(3)
  expect(await sessions.token(new Headers(), 'app')).toBeUndefined()
  await expect(sessions.token(new Headers(signedIn()), 'unknown')).rejects.toThrow('session_tokens')
  const check = createTokens({ url: account })
  expect(await check(tokenized)).toMatchObject({ kind: 'valid', claims: { sub: identity.id } })
  const [header, , signature] = tokenized.split('.')
  const forged = `${header}.${Buffer.from(JSON.stringify({ sub: 'x', sid: 'x', iss: `${account}/`, exp: 9e9 })).toString('base64url')}.${signature}`
  expect((await check(forged)).kind).toBe('invalid')
  expect((await check('nonsense')).kind).toBe('invalid')
  expect((await createTokens({ url: `${account}/other` })(tokenized)).kind).toBe('unavailable')
  const jwksUrl = `${account}/.well-known/jwks.json`
  expect((await createTokens({ url: 'https://other.example', jwksUrl })(tokenized)).kind).toBe('invalid')
})

/** TABLE: the same service behind an application, for every server. Each answers with the subject of the token. */
const services: readonly { readonly name: string; readonly open: (check: TokenCheck) => Promise<string> }[] = [
  {
    name: 'node:http',
    open: (check) => {
      const protect = requireToken(check)
      return listening((request, response) => protect(request, response, () => response.end(claimsOf(request).sub)))
    },
  },
  {
    name: 'Express',
    open: (check) =>
      listening(
        express()
          .use(requireToken(check))
          .get('/', (request, response) => void response.send(claimsOf(request).sub)),
      ),
  },
  {
    name: 'Hono',
    open: (check) => {
      const hono = new Hono<TokenVariables>()
      hono.use(tokenForHono(check))
      hono.get('/', (context) => context.text(context.get('claims').sub))
      return serving(hono.fetch)
    },
  },
  {
    name: 'Fastify',
    open: async (check) => {
      const server = fastify()
      server.get('/', { preHandler: tokenForFastify(check) }, async ({ raw }) => claimsOfFastify(raw).sub)
      closing.push(() => server.close())
      return server.listen({ port: 0, host: '127.0.0.1' })
    },
  },
]

describe.each(services)('a service on $name', ({ open }) => {
  test('allows a request with a valid token, and answers any other with the requirement @session-8', async () => {
    const token = (await createSessions({ url: account }).token(new Headers(signedIn()), 'app')) ?? ''
    const origin = await open(createTokens({ url: account }))
    const ask = async (headers: HeadersInit, at = origin) => {
      const answer = await fetch(`${at}/`, { headers })
      return [answer.status, answer.headers.get('www-authenticate')]
    }
    const known = await fetch(`${origin}/`, { headers: { authorization: `Bearer ${token}` } })
    const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
    expect([known.status, await known.text()]).toEqual([200, sub])
    expect(await ask({})).toEqual([401, 'Bearer'])
    expect(await ask({ authorization: 'Basic YTpi' })).toEqual([401, 'Bearer'])
    expect(await ask({ authorization: `bearer ${token}x` })).toEqual([401, 'Bearer error="invalid_token"'])
    const closed = createTokens({ url: account, internalUrl: 'http://127.0.0.1:1' })
    expect(await ask({ authorization: `Bearer ${token}` }, await open(closed))).toEqual([503, null])
  })
})
