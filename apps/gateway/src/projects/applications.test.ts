import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterEach, describe, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './gateway.fixture.ts'
import { withoutSharedSession } from './shared-session.ts'

const opened: TestGateway[] = []
afterEach(async () => {
  for (const { gateway } of opened.splice(0)) await gateway.stop()
})
async function open(environment: Record<string, string>): Promise<TestGateway> {
  const gateway = await openGateway({ environment })
  opened.push(gateway)
  return gateway
}

const origin = 'http://account.example.localhost:4455'
const shared = { GATEHOUSE_PUBLIC_URL: origin, GATEHOUSE_COOKIE_DOMAIN: 'example.localhost' }
const config = '/services/identity/config'

/** Registers with the forms of a browser, and returns the line that sets the session cookie. */
async function registerByBrowser({ ask }: TestGateway, at: string, email: string, sent = ''): Promise<string> {
  const flow = await ask(`${at}/self-service/registration/browser`, {
    headers: { accept: 'application/json', cookie: sent },
  })
  const csrf = flow.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  const token = flow.body.ui.nodes.find(
    (node: { attributes: { name: string } }) => node.attributes.name === 'csrf_token',
  ).attributes.value
  const answer = await ask(flow.body.ui.action, {
    method: 'POST',
    headers: { accept: 'application/json', cookie: [...csrf, sent].filter(Boolean).join('; '), origin: at },
    json: { method: 'password', password: 'a quite long sentence', traits: { email }, csrf_token: token },
  })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return answer.headers.getSetCookie().find((line) => line.includes('session')) ?? ''
}
const pair = (line: string) => line.split(';', 1)[0] ?? ''

describe('a session that applications of the domain have as well', () => {
  test('has a cookie for the domain, with a separate name; every other cookie is limited to its host @applications-1', async () => {
    const gateway = await open(shared)
    const line = await registerByBrowser(gateway, origin, 'ada@example.com')
    expect(line).toMatch(/^gatehouse_session=[^;]+;.*; Domain=example\.localhost;/)
    const { ask } = gateway
    const whoami = await ask(`${origin}/sessions/whoami`, { headers: { cookie: pair(line) } })
    expect(whoami.body.identity.traits.email).toBe('ada@example.com')
    const flow = await ask(`${origin}/self-service/login/browser`, { headers: { accept: 'application/json' } })
    expect(flow.headers.getSetCookie().join().toLowerCase()).not.toContain('domain=')
    const out = await ask(`${origin}/self-service/logout/browser`, {
      headers: { accept: 'application/json', cookie: pair(line) },
    })
    const left = await ask(out.body.logout_url, { headers: { accept: 'application/json', cookie: pair(line) } })
    expect(left.headers.getSetCookie().find((one) => one.startsWith('gatehouse_session='))).toContain(
      'Domain=example.localhost',
    )
  })

  test('is not valid in another project, and hides none of its sessions @applications-2', async () => {
    const gateway = await open(shared)
    const shop = await gateway.createProject('Shop')
    const at = `http://${shop.slug}.account.example.localhost:4455`
    const mine = pair(await registerByBrowser(gateway, origin, 'ada@example.com'))
    const theirs = pair(await registerByBrowser(gateway, at, 'grace@example.com', `a=1; ${mine}`))
    expect(theirs).toMatch(/^ory_kratos_session=/)
    const whoami = (cookie: string) => gateway.ask(`${at}/sessions/whoami`, { headers: { cookie } })
    expect((await whoami(mine)).status).toBe(401)
    expect((await whoami(mine.replace('gatehouse_session', 'ory_kratos_session'))).status).toBe(401)
    // With the cookies in either order.
    expect((await whoami(`${mine}; ${theirs}`)).body.identity.traits.email).toBe('grace@example.com')
    expect((await gateway.ask(`${origin}/sessions/whoami`, { headers: { cookie: theirs } })).status).toBe(401)
  })

  test.each([
    ['gatehouse_session=x', null],
    ['a=1; gatehouse_session=x; gatehouse_session=y;  b="gatehouse_session=z"', 'a=1;  b="gatehouse_session=z"'],
    ['gatehouse_sessions=1; xgatehouse_session=2', 'gatehouse_sessions=1; xgatehouse_session=2'],
    [' gatehouse_session =x; c=3', 'c=3'],
    ['gatehouse_session', null],
  ])('is removed from the cookies that a project receives: %s @applications-7', async (sent, got) => {
    const project = withoutSharedSession(
      async ({ headers }) => Response.json(headers.get('cookie')),
      () => 'gatehouse_session',
    )
    const answer = await project(new Request(origin, { headers: { cookie: sent } }), '192.0.2.7')
    expect(await answer.json()).toBe(got)
  })

  // Projects are below the host of the first one: a cookie for that host as a domain reaches them as well.
  const domains = ['example.localhost', 'account.example.localhost']
  test.each(domains)(
    'of %s is no name and no domain that another project could take @applications-3',
    async (above) => {
      const { control, createProject } = await open({ ...shared, GATEHOUSE_COOKIE_DOMAIN: above })
      const shop = await createProject('Shop')
      const own = `${shop.slug}.account.example.localhost`
      const set = (cookie: object) =>
        control('PATCH', `/projects/${shop.id}`, [{ op: 'add', path: `${config}/session/cookie`, value: cookie }])
      const taken = await set({ name: 'gatehouse_session' })
      expect([taken.status, JSON.stringify(taken.body)]).toEqual([400, expect.stringContaining('session.cookie.name')])
      for (const domain of ['example.localhost', 'account.example.localhost', `x.${own}`]) {
        const { body } = await set({ domain })
        expect(body.warnings[0].message).toContain('session.cookie.domain is left out')
        expect(body.project.services.identity.config.session.cookie.domain).toBeUndefined()
      }
      // Applications below the project's own host may share its session.
      const kept = await set({ domain: own })
      expect([kept.body.warnings, kept.body.project.services.identity.config.session.cookie.domain]).toEqual([[], own])
    },
  )
})

test('applications that the settings name are sent back to, beside those of the configuration @applications-4', async () => {
  const gateway = await open({
    GATEHOUSE_RETURN_URLS: 'https://app.example.org/in, https://*.example.net myapp://signed-in',
    GATEHOUSE_DEFAULT_RETURN_URL: 'https://www.example.org/start',
  })
  const { ask, control } = gateway
  const main = await control('GET', '/projects')
  const { id } = main.body[0] ?? main.body.projects[0]
  await control('PATCH', `/projects/${id}`, [
    { op: 'add', path: `${config}/selfservice/allowed_return_urls`, value: ['https://console.example.com'] },
  ])
  const begin = (to: string) =>
    ask(`${gateway.origin}/self-service/login/browser?${new URLSearchParams({ return_to: to })}`, {
      headers: { accept: 'application/json' },
    })
  const allowed = [
    'https://app.example.org/in/deep?a=1',
    'https://team.example.net/',
    'myapp://signed-in',
    'https://www.example.org/start',
    'https://console.example.com/x',
    `${gateway.origin}/sessions`,
  ]
  for (const to of allowed) expect([to, (await begin(to)).status]).toEqual([to, 200])
  for (const to of ['https://app.example.org/other', 'https://example.net/', 'https://evil.example/']) {
    expect([to, (await begin(to)).body.error?.id]).toEqual([to, 'self_service_flow_return_to_forbidden'])
  }
})

test('scripts of the applications that the settings name may call with the session @applications-5', async () => {
  const { ask, origin: at } = await open({ GATEHOUSE_CORS_ORIGINS: 'https://app.example.org' })
  const asked = (from: string) => ask(`${at}/sessions/whoami`, { headers: { origin: from } })
  const { headers } = await asked('https://app.example.org')
  expect([headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')]).toEqual([
    'https://app.example.org',
    'true',
  ])
  expect((await asked('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
})

test('sessions become tokens that applications check by the published keys @applications-6', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-tokens-'))
  const keys = join(folder, 'app keys.json')
  const settings = join(folder, 'gatehouse.yml')
  writeFileSync(settings, `session_tokens: { app: { lifespan: 5m, keys: '${keys}' }, other: 1h }\n`)
  await expect(open({ GATEHOUSE_CONFIG: settings })).rejects.toThrow('gatehouse keys create app')
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  writeFileSync(keys, JSON.stringify({ keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', kid: 'k1' }] }))
  writeFileSync(settings, `session_tokens: { app: { lifespan: 5m, keys: '${keys}' } }\n`)
  const { ask, register, origin: at } = await open({ GATEHOUSE_CONFIG: settings })
  const token = await register(at, 'ada@example.com')
  const { body } = await ask(`${at}/sessions/whoami?tokenize_as=app`, { headers: { 'x-session-token': token } })
  const published = await ask(`${at}/.well-known/jwks.json`)
  const { payload } = await jwtVerify(body.tokenized, createLocalJWKSet(published.body), { issuer: `${at}/` })
  expect([payload.sub, (payload.exp ?? 0) - (payload.iat ?? 0)]).toEqual([body.identity.id, 300])
  expect(JSON.stringify(published.body)).not.toContain('"d"')
})

test('a session token of the settings is theirs alone, and the configuration’s of that name has no effect @applications-14', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-tokens-'))
  const keySet = () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    return JSON.stringify({ keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', kid: 'k1' }] })
  }
  const [keys, settings] = [join(folder, 'keys.json'), join(folder, 'gatehouse.yml')]
  writeFileSync(keys, keySet())
  writeFileSync(settings, `session_tokens: { app: { lifespan: 5m, keys: '${keys}' } }\n`)
  const { ask, control, register, origin: at } = await open({ GATEHOUSE_CONFIG: settings })
  const base64 = (text: string) => `base64://${Buffer.from(text).toString('base64')}`
  const template = {
    jwks_url: base64(keySet()),
    ttl: '1h',
    subject_source: 'external_id',
    claims_mapper_url: base64("{ claims: { role: 'owner' } }"),
  }
  const [{ id }] = (await control('GET', '/projects')).body
  const { status, body: saved } = await control('PATCH', `/projects/${id}`, [
    {
      op: 'add',
      path: `${config}/session/whoami`,
      value: { tokenizer: { templates: { app: template, api: template } } },
    },
  ])
  expect([status, saved.warnings.map(({ message = '' }) => message)]).toEqual([
    200,
    [
      'session.whoami.tokenizer.templates.app has no effect: session_tokens of gatehouse.yml or GATEHOUSE_SESSION_TOKENS counts',
    ],
  ])
  const token = await register(at, 'ada@example.com')
  const { body } = await ask(`${at}/sessions/whoami?tokenize_as=app`, { headers: { 'x-session-token': token } })
  const { payload } = await jwtVerify(
    body.tokenized,
    createPublicKey({ key: JSON.parse(readFileSync(keys, 'utf8')).keys[0], format: 'jwk' }),
  )
  expect([payload.sub, payload['role'], (payload.exp ?? 0) - (payload.iat ?? 0)]).toEqual([
    body.identity.id,
    undefined,
    300,
  ])
})

describe('the console’s settings of applications', () => {
  const main = async ({ control }: TestGateway) => {
    const { body } = await control('GET', '/projects')
    return String((body[0] ?? body.projects[0]).id)
  }

  test('shares the session of the first project with a domain above its host, and with no other @applications-8', async () => {
    const gateway = await open({ GATEHOUSE_PUBLIC_URL: origin })
    const id = await main(gateway)
    const share = (domain: string) =>
      gateway.control('PATCH', `/projects/${id}`, [{ op: 'add', path: `${config}/session/cookie`, value: { domain } }])
    for (const domain of ['localhost', 'example.com', 'account.example.localhost']) {
      const { body } = await share(domain)
      expect([domain, body.warnings[0]?.message]).toEqual([domain, expect.stringContaining('is left out')])
    }
    expect((await share('example.localhost')).body.warnings).toEqual([])
    const line = await registerByBrowser(gateway, origin, 'ada@example.com')
    expect(line).toMatch(/^gatehouse_session=[^;]+;.*; Domain=example\.localhost;/)
    // Other projects treat the session as if the settings had shared it.
    const shop = await gateway.createProject('Shop')
    const at = `http://${shop.slug}.account.example.localhost:4455`
    expect((await gateway.ask(`${at}/sessions/whoami`, { headers: { cookie: pair(line) } })).status).toBe(401)
    const taken = await gateway.control('PATCH', `/projects/${shop.id}`, [
      { op: 'add', path: `${config}/session/cookie`, value: { name: 'gatehouse_session' } },
    ])
    expect(taken.status).toBe(400)
  })

  test('cannot share a session by a name that another project has @applications-9', async () => {
    const gateway = await open({ GATEHOUSE_PUBLIC_URL: origin })
    const shop = await gateway.createProject('Shop')
    await gateway.control('PATCH', `/projects/${shop.id}`, [
      { op: 'add', path: `${config}/session/cookie`, value: { name: 'gatehouse_session' } },
    ])
    const { status, body } = await gateway.control('PATCH', `/projects/${await main(gateway)}`, [
      { op: 'add', path: `${config}/session/cookie`, value: { domain: 'example.localhost' } },
    ])
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('Shop')])
  })

  test('adds to the settings, which take precedence, and distinguishes them @applications-10', async () => {
    const gateway = await open({
      ...shared,
      GATEHOUSE_RETURN_URLS: 'https://app.example.org',
      GATEHOUSE_DEFAULT_RETURN_URL: 'https://www.example.org/start',
      GATEHOUSE_CORS_ORIGINS: 'https://app.example.org',
    })
    const id = await main(gateway)
    const { body: changed } = await gateway.control('PATCH', `/projects/${id}`, [
      { op: 'add', path: `${config}/selfservice/allowed_return_urls`, value: ['https://b.example'] },
      { op: 'add', path: `${config}/selfservice/default_browser_return_url`, value: 'https://b.example/' },
      { op: 'replace', path: '/cors_public', value: { enabled: true, origins: ['https://b.example'] } },
    ])
    expect(changed.warnings.map(({ message = '' }) => message)).toEqual([
      expect.stringContaining('selfservice.default_browser_return_url has no effect'),
    ])
    const { body } = await gateway.control('GET', `/projects/${id}/effective-configuration`)
    expect(body.applications).toEqual({
      return_urls: [
        { value: origin, origin: 'host' },
        { value: 'https://app.example.org', origin: 'settings' },
        { value: 'https://b.example', origin: 'project' },
      ],
      cors_origins: [
        { value: 'https://app.example.org', origin: 'settings' },
        { value: 'https://b.example', origin: 'project' },
      ],
      session_tokens: [],
    })
    expect(body.settings).toMatchObject({
      'selfservice.default_browser_return_url': { value: 'https://www.example.org/start', origin: 'settings' },
      'session.cookie.domain': { value: 'example.localhost', origin: 'settings' },
    })
  })
})

test.each([
  { mode: 'development', settings: {}, isShown: true },
  { mode: 'production', settings: { GATEHOUSE_DEV: 'false' }, isShown: false },
])(
  'a return_to that a program names and that is refused has the setting in the log: $mode @applications-12',
  async ({ settings, isShown }) => {
    const { ask, origin: at, lines } = await open(settings)
    const query = new URLSearchParams({ return_to: 'https://app.example.org/orders' })
    for (const path of ['/self-service/login/browser', '/self-service/registration/api']) {
      lines.length = 0
      const answer = await ask(`${at}${path}?${query}`, { headers: { accept: 'application/json' } })
      const { id, reason, details } = answer.body.error
      expect([path, answer.status, id]).toEqual([path, 400, 'self_service_flow_return_to_forbidden'])
      expect(reason).toBe('The return_to address "https://app.example.org/orders" is not on the allow-list.')
      expect(details?.hint?.includes('GATEHOUSE_RETURN_URLS') ?? false).toBe(isShown)
      const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg?.includes('GATEHOUSE_RETURN_URLS'))
      expect(logged).toEqual([expect.objectContaining({ level: 40, requestId: answer.headers.get('x-request-id') })])
    }
  },
)

const areBuilt = existsSync(new URL('../../../account/build/server/index.js', import.meta.url))
describe.skipIf(!areBuilt)('a return_to that is refused names the setting that allows it', () => {
  test.each([
    { mode: 'development', settings: {}, isShown: true },
    { mode: 'production', settings: { GATEHOUSE_DEV: 'false' }, isShown: false },
  ])('in the log, and to developers on the page: $mode @applications-11', async ({ settings, isShown }) => {
    const gateway = await openGateway({ environment: settings, hasPages: true })
    opened.push(gateway)
    const { ask, lines } = gateway
    const at = `${gateway.origin}/login?${new URLSearchParams({ return_to: 'https://app.example.org/orders' })}`
    const { status, body } = await ask(at, { headers: { accept: 'text/html' } })
    expect([status, body.includes('GATEHOUSE_RETURN_URLS')]).toEqual([400, isShown])
    const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg?.includes('GATEHOUSE_RETURN_URLS'))
    expect(logged).toEqual([
      expect.objectContaining({ level: 40, msg: expect.stringContaining('return_urls in gatehouse.yml') }),
    ])
    // The page shows the request id of the log line.
    expect(body).toContain(logged[0]?.requestId)
  })
})
