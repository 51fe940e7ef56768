import { Writable } from 'node:stream'
import { proxyTrust } from '@gatehouse/http/requests'
import type { StaticAssets } from '@gatehouse/http/assets'
import { describe, expect, test } from 'vitest'
import { identityDocument } from '@gatehouse/contract/openapi'
import { openApiDocuments } from '../sites/openapi.ts'
import { createEdge } from './edge.ts'
import { createHealth } from '../process/health.ts'
import { createLog } from '../process/log.ts'
import { routeTable, type Services } from '../sites/routes.ts'

const publicUrl = new URL('http://localhost:4455')
const noFiles: StaticAssets = { has: () => false, serve: () => undefined }
const named = (name: string) => async (request: Request) =>
  new Response(`${name} ${request.method} ${request.url} ${await request.text()}`, {
    headers: { 'content-type': 'text/plain' },
  })

function open(services: Partial<Services> = {}, trusted: readonly string[] = [], at = publicUrl) {
  const lines: string[] = []
  const destination = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) })
  const edge = createEdge({
    publicUrl: at,
    proxies: proxyTrust(trusted),
    permanentOrigin: false,
    log: createLog('debug', destination),
    routes: routeTable({
      health: createHealth({}, createLog('silent')).fetch,
      locales: noFiles,
      missingTexts: named('missing texts'),
      brandImages: named('brand'),
      assets: noFiles,
      identity: named('identity'),
      devtools: undefined,
      openApi: openApiDocuments({ '/openapi/identity.json': () => identityDocument(at.origin) }),
      projectAdmin: undefined,
      pages: named('pages'),
      ...services,
    }),
  })
  const ask = (path: string, init: RequestInit = {}, host = 'localhost:4455') => {
    const headers = new Headers(init.headers)
    headers.set('host', host)
    return edge(new Request(`http://${host}${path}`, { ...init, headers }), '192.0.2.7')
  }
  return { ask, lines }
}

const html = { accept: 'text/html,*/*;q=0.8' }
const ownForm = { origin: 'http://localhost:4455', 'content-type': 'application/x-www-form-urlencoded' }

test('https requests to an http address are logged once @checks-20', async () => {
  const { ask, lines } = open()
  const noticed = () => lines.filter((line) => line.includes('people come by https'))
  await ask('/login')
  await ask('/login', { headers: { 'x-forwarded-proto': 'http' } })
  expect(noticed()).toEqual([])
  for (let time = 0; time < 2; time += 1) await ask('/login', { headers: { 'x-forwarded-proto': 'https' } })
  expect(noticed()).toEqual([expect.stringContaining('set GATEHOUSE_PUBLIC_URL')])
  const secure = open({}, [], new URL('https://localhost:4455'))
  await secure.ask('/login', { headers: { 'x-forwarded-proto': 'https' } })
  expect(secure.lines.join('')).not.toContain('people come by https')
})

describe('the handler of a request', () => {
  test.each([
    ['GET', '/login', 'pages'],
    ['GET', '/self-service/login/browser', 'identity'],
    ['POST', '/self-service/login?flow=1', 'identity'],
    ['GET', '/sessions/whoami', 'identity'],
    ['GET', '/sessions', 'identity'],
    ['DELETE', '/sessions', 'identity'],
    ['GET', '/sessions.data', 'pages'],
    ['GET', '/schemas', 'identity'],
    ['GET', '/schemas/person', 'identity'],
    ['GET', '/.well-known/ory/webauthn.js', 'identity'],
    ['GET', '/dev/inbox', 'pages'],
    ['GET', '/locales/add/de/login', 'missing texts'],
    ['GET', '/brand/abc.svg', 'brand'],
  ])('%s %s: %s', async (method, path, name) => {
    const answer = await open().ask(path, { method })
    expect(await answer.text()).toMatch(new RegExp(`^${name} `))
  })

  test('a browser that opens /sessions sees the page, and posts its form to it', async () => {
    const { ask } = open()
    expect(await (await ask('/sessions', { headers: html })).text()).toMatch(/^pages /)
    expect(await (await ask('/sessions', { method: 'POST', headers: ownForm })).text()).toMatch(/^pages /)
  })

  test('a missing script or catalogue is a plain 404', async () => {
    const { ask } = open()
    for (const path of ['/assets/gone-12345678.js', '/locales/xx/common.json']) {
      expect((await ask(path)).status).toBe(404)
    }
  })
})

describe('the hold of the window that opened another', () => {
  const redirects = async () =>
    new Response('<a href="https://app.example/">See Other</a>', {
      status: 303,
      headers: { 'content-type': 'text/html; charset=utf-8', location: 'https://app.example/' },
    })
  const policy = (answer: Response) => answer.headers.get('cross-origin-opener-policy')

  test.each(['/self-service/login/browser', '/self-service/methods/oidc/callback/corp', '/sessions/whoami'])(
    'is not ended by a redirect of the identity API or its refusal: %s @edge-6',
    async (path) => {
      expect(policy(await open({ identity: redirects }).ask(path, { headers: html }))).toBeNull()
      const failing = open({ identity: () => Promise.reject(new Error('down')) })
      expect(policy(await failing.ask(path, { headers: html }))).toBeNull()
    },
  )

  test('is not ended by the refusal of a body that is too large', async () => {
    const headers = { 'content-length': '999999999', ...html }
    const refused = await open().ask('/self-service/login?flow=1', { method: 'POST', headers, body: 'x' })
    expect([refused.status, policy(refused)]).toEqual([413, null])
  })

  test('is ended by a page @edge-7', async () => {
    expect(policy(await open({ pages: redirects }).ask('/sessions', { headers: html }))).toBe('same-origin')
  })
})

describe('malformed requests', () => {
  test.each(['/%', '/%zz', '/a%00b', '//evil.example', '/%2f%2fevil.example', '/%5Cevil.example'])(
    '%s: 400',
    async (path) => {
      const answer = await open().ask(path, { headers: html })
      expect(answer.status).toBe(400)
      expect(answer.headers.get('location')).toBeNull()
      expect(await answer.text()).toContain('malformed')
    },
  )

  test('an unknown method: 405', async () => {
    expect((await open().ask('/login', { method: 'PROPFIND' })).status).toBe(405)
  })

  test('a body that is too large: 413, by its announced and by its real length', async () => {
    const { ask } = open()
    const body = 'x'.repeat(200 * 1024)
    expect((await ask('/login', { method: 'POST', headers: ownForm, body })).status).toBe(413)
    const headers = { ...ownForm, 'content-length': '999999999' }
    expect((await ask('/login', { method: 'POST', headers, body: 'x' })).status).toBe(413)
  })

  test('a service that fails discloses nothing', async () => {
    const { ask, lines } = open({ pages: () => Promise.reject(new Error('secret path /srv/db')) })
    const answer = await ask('/login', { headers: html })
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toMatch(/secret path|\.ts/)
    expect(lines.join('')).toContain('secret path /srv/db')
  })
})

describe('the one origin', () => {
  test('reading at another origin redirects here', async () => {
    const answer = await open().ask('/login?flow=1', {}, '127.0.0.1:4455')
    expect(answer.status).toBe(307)
    expect(answer.headers.get('location')).toBe('http://localhost:4455/login?flow=1')
  })

  test('behind TLS a browser with plain http is redirected to https, and a program is refused before the service is called @edge-1', async () => {
    const asked: string[] = []
    const identity = async (request: Request) => (asked.push(request.url), new Response('{}'))
    const { ask } = open({ identity }, ['192.0.2.7/32'], new URL('https://account.example.org'))
    const clear = { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'account.example.org' }
    const page = await ask('/login', { headers: { ...clear, ...html } })
    expect([page.status, page.headers.get('location')]).toEqual([307, 'https://account.example.org/login'])
    const call = await ask('/sessions/whoami', { headers: { ...clear, 'x-session-token': 'ory_st_secret' } })
    expect([call.status, call.headers.get('location')]).toEqual([421, null])
    expect(asked).toEqual([])
  })

  test.each([
    { what: 'a gateway alone', trusted: [] },
    { what: 'a gateway behind a proxy', trusted: ['192.0.2.0/24'] },
  ])(
    'a program that calls $what by its private address hears how, and does it @private-address-1',
    async ({ trusted }) => {
      const { ask } = open({}, trusted, new URL('https://account.example.org'))
      const headers = { accept: '*/*', 'x-session-token': 'ory_st_secret' }
      for (const [path, method] of [
        ['/sessions/whoami', 'GET'],
        ['/self-service/login/api', 'GET'],
        ['/self-service/login?flow=1', 'POST'],
        ['/.well-known/jwks.json', 'GET'],
        ['/openapi/identity.json', 'GET'],
      ] as const) {
        const answer = await ask(path, { headers, method }, '10.0.0.5:4455')
        // A redirect would lose its cookie and its token on the way to another origin, without a word.
        expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 421, null])
        expect((await answer.json()).error.reason).toContain('"Host: account.example.org"')
      }
      const does = await ask('/sessions/whoami', { headers }, 'account.example.org')
      expect([does.status, await does.text()]).toEqual([
        200,
        expect.stringContaining('https://account.example.org/sessions/whoami'),
      ])
    },
  )

  test('a form posted to another origin gets a page with a link here', async () => {
    const answer = await open().ask('/self-service/login', { method: 'POST', headers: html }, 'evil.example')
    expect(answer.status).toBe(421)
    expect(await answer.text()).toContain('href="http://localhost:4455"')
  })

  test('probes may ask by address', async () => {
    const answer = await open().ask('/health/alive', {}, '10.1.2.3:4455')
    expect(await answer.json()).toEqual({ status: 'ok' })
  })

  test('the services behind see the public origin and a trustworthy address', async () => {
    const echo = async (request: Request) =>
      Response.json({ url: request.url, headers: Object.fromEntries(request.headers) })
    const spoofed = { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-host': 'evil.example', 'x-real-ip': '6.6.6.6' }
    const seen = await (await open({ identity: echo }).ask('/sessions/whoami', { headers: spoofed })).json()
    expect(seen).toMatchObject({
      url: 'http://localhost:4455/sessions/whoami',
      headers: { host: 'localhost:4455', 'x-forwarded-for': '192.0.2.7' },
    })
    expect(JSON.stringify(seen)).not.toMatch(/6\.6\.6\.6|evil/)
  })
})

describe('forged forms', () => {
  test('a post of another site never reaches a page @edge-2', async () => {
    const headers = { ...html, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await open().ask('/login', { method: 'POST', headers })).status).toBe(403)
    expect((await open().ask('/login', { method: 'POST', headers: html })).status).toBe(403)
  })

  test('the identity API has its own rule, for programs and for providers that post to it', async () => {
    const answer = await open().ask('/self-service/methods/oidc/callback/apple', {
      method: 'POST',
      headers: { origin: 'https://appleid.apple.com' },
    })
    expect(answer.status).toBe(200)
  })
})

describe('every answer', () => {
  const at = new URL('https://account.example.org')
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': at.host }
  const page = async () => new Response('<p>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
  const failing = () => Promise.reject(new Error('broken'))

  test.each<[what: string, path: string, init: RequestInit, services?: Partial<Services>]>([
    ['a page', '/login', { headers: html }, { pages: page }],
    ['a page that failed', '/login', { headers: html }, { pages: failing }],
    ['JSON', '/sessions/whoami', {}],
    [
      'a redirect of the service',
      '/self-service/login/browser',
      {},
      { identity: async () => new Response(null, { status: 303, headers: { location: at.href } }) },
    ],
    ['a probe', '/health/alive', {}],
    ['a picture', '/brand/a.svg', {}],
    ['a file that is not there', '/assets/gone-12345678.js', {}],
    ['a malformed address', '/%', { headers: html }],
    ['a method that is not in use', '/login', { method: 'PROPFIND' }],
    ['a body that is too large', '/login', { method: 'POST', headers: { 'content-length': '999999999' }, body: 'x' }],
    ['a form of another site', '/login', { method: 'POST', headers: { origin: 'https://evil.example' } }],
    ['a way to https', '/login', { headers: { ...html, 'x-forwarded-proto': 'http' } }],
    ['plain http of a program', '/sessions/whoami', { headers: { 'x-forwarded-proto': 'http' } }],
  ])(
    'cannot be framed, sniffed, cached by accident or had in the clear: %s @edge-3',
    async (_what, path, init, services = {}) => {
      const { ask } = open(services, ['192.0.2.7/32'], at)
      const { headers } = await ask(path, { ...init, headers: { ...forwarded, ...(init.headers as object) } })
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("base-uri 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
      expect(headers.get('cache-control')).toContain('no-store')
      const isPage = headers.get('content-type')?.startsWith('text/html') === true
      expect(headers.get('referrer-policy'), 'paths and queries of pages stay here').toBe(isPage ? 'same-origin' : null)
    },
  )
})

describe('the answer', () => {
  test('carries the request id, the policy and no cache permission', async () => {
    const { ask, lines } = open()
    const { headers } = await ask('/login')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(lines.join('')).toContain(headers.get('x-request-id'))
  })

  test('the nonce of the policy is the nonce of the page', async () => {
    const pages: Services['pages'] = (_, { nonce }) =>
      Promise.resolve(new Response(nonce(), { headers: { 'content-type': 'text/html' } }))
    const answer = await open({ pages }).ask('/login')
    expect(answer.headers.get('content-security-policy')).toContain(`'nonce-${await answer.text()}'`)
  })

  test('several cookies are kept as separate headers', async () => {
    const identity = async () => {
      const answer = new Response(null, { status: 303, headers: { location: '/' } })
      answer.headers.append('set-cookie', 'a=1')
      answer.headers.append('set-cookie', 'b=2')
      return answer
    }
    expect((await open({ identity }).ask('/self-service/login/browser')).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  test('the log has the path, never the query, the cookies or the body @edge-4', async () => {
    const { ask, lines } = open()
    await ask('/login?code=123456&token=hunter2', {
      method: 'POST',
      headers: { ...ownForm, cookie: 'ory_kratos_session=hunter2' },
      body: 'password=hunter2',
    })
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ method: 'POST', route: 'pages', path: '/login', status: 200 })
    expect(lines.join('')).not.toMatch(/hunter2|123456/)
  })
})

describe('the place of a visitor', () => {
  const reported = async ({ headers }: Request) =>
    Response.json([headers.get('cf-ipcity'), headers.get('cf-ipcountry')])

  test('cannot be claimed by the visitor, at the service or at the pages @edge-5', async () => {
    const { ask } = open({ identity: reported, pages: reported }, ['192.0.2.7/32'])
    const headers = { 'cf-ipcity': 'Forged', 'cf-ipcountry': 'XX' }
    expect(await (await ask('/sessions/whoami', { headers })).json()).toEqual([null, null])
    expect(await (await ask('/login', { headers })).json()).toEqual([null, null])
  })
})
