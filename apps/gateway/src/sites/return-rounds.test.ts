import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { openGateway, type TestGateway } from '../projects/gateway.fixture.ts'
import { whyUnnoticed } from './unnoticed-session.ts'

const opened: TestGateway[] = []
afterEach(async () => {
  for (const { gateway } of opened.splice(0)) await gateway.stop()
})

const account = 'http://account.example.localhost:4455'
const application = 'http://app.example.localhost:3000'
const environment = {
  GATEHOUSE_PUBLIC_URL: account,
  GATEHOUSE_RETURN_URLS: `${application},http://other.example.localhost:3000`,
}

/** Opens a gateway, and the browser of a person who is signed in there. */
async function open(more: Record<string, string> = {}, hasPages = false) {
  const gateway = await openGateway({ environment: { ...environment, ...more }, hasPages })
  opened.push(gateway)
  const origin = gateway.origin
  const token = await gateway.register(origin, 'ada@example.com')
  const cookies = new Map([['ory_kratos_session', token]])
  const ageOf = new Map<string, number>()
  async function visit(path: string, query: Record<string, string>, headers: Record<string, string> = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await gateway.ask(`${origin}${path}?${new URLSearchParams(query)}`, {
      headers: { accept: 'text/html', cookie, ...headers },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';', 1)
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
      ageOf.set(pair.slice(0, at), Number(/max-age=(\d+)/i.exec(line)?.[1]))
    }
    return answer
  }
  const rounds = async (path: string, times: number, to = `${application}/orders`) => {
    const statuses: number[] = []
    for (let time = 0; time < times; time += 1) statuses.push((await visit(path, { return_to: to })).status)
    return statuses
  }
  return { ...gateway, visit, rounds, cookies, ageOf }
}

const entry = '/self-service/login/browser'
const schema = { type: 'object', properties: { traits: { type: 'object', properties: {} } } }
const ownPages = `
dsn: memory
selfservice:
  default_browser_return_url: ${application}/
  allowed_return_urls: ['${application}']
  flows: { login: { ui_url: 'http://ui.example.localhost:3000/login' } }
identity:
  schemas: [{ id: default, url: 'base64://${Buffer.from(JSON.stringify(schema)).toString('base64')}' }]
`

test.each([entry, '/self-service/registration/browser'])(
  'an application that sees no session gets people back three times, then they read why: %s @sibling-hosts-1',
  async (path) => {
    const { rounds, visit, cookies, ageOf, lines } = await open()
    expect(await rounds(path, 5)).toEqual([303, 303, 303, 409, 409])
    const { body } = await visit(path, { return_to: `${application}/orders` })
    for (const part of [
      'cookie_domain',
      'GATEHOUSE_COOKIE_DOMAIN',
      'to example.localhost',
      `href="${application}/orders"`,
    ]) {
      expect(body).toContain(part)
    }
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 40, msg: expect.stringContaining('GATEHOUSE_COOKIE_DOMAIN') }),
    )
    // Programs get their usual answers, and another application starts a new count.
    const asked = await visit(path, { return_to: `${application}/orders` }, { accept: 'application/json' })
    expect(asked.status).toBe(400)
    expect(await rounds(path, 2, 'http://other.example.localhost:3000/')).toEqual([303, 303])
    // A later return is no loop: the cookie of the rounds has expired by then.
    expect(ageOf.get('gatehouse_rounds')).toBe(15)
    cookies.delete('gatehouse_rounds')
    expect(await rounds(path, 2)).toEqual([303, 303])
  },
)

test('the count is by host, with any path, and also without a return_to @sibling-hosts-2', async () => {
  const { visit } = await open({ GATEHOUSE_DEFAULT_RETURN_URL: application })
  const statuses: number[] = []
  for (const to of ['/a', '/b?state=1', '/c']) {
    statuses.push((await visit(entry, { return_to: application + to })).status)
  }
  statuses.push((await visit(entry, {})).status)
  expect(statuses).toEqual([303, 303, 303, 409])
})

test('pages of one’s own at another host draw as many forms as people ask for @sibling-hosts-11', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'gatehouse-own-pages-')), 'kratos.yml')
  writeFileSync(file, ownPages)
  const gateway = await openGateway({ environment: { ...environment, GATEHOUSE_IDENTITY_CONFIG: file } })
  opened.push(gateway)
  let cookie = ''
  for (let time = 0; time < 6; time += 1) {
    const query = time % 2 === 0 ? `?${new URLSearchParams({ return_to: application })}` : ''
    const answer = await gateway.ask(`${gateway.origin}${entry}${query}`, { headers: { accept: 'text/html', cookie } })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^http:\/\/ui\.example\.localhost:3000\/login\?flow=/),
    ])
    cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ')
    expect(cookie).not.toContain('gatehouse_rounds')
  }
})

test('an application that signs out people who are signed out gets them back three times @sibling-hosts-12', async () => {
  const { visit, cookies } = await open({}, true)
  const to = `${application}/goodbye`
  const round = async (return_to: string) => {
    const { status, headers } = await visit('/logout', { token: 'of-a-session-that-is-over', return_to })
    return [status, headers.get('location')]
  }
  cookies.delete('ory_kratos_session')
  const rounds = [await round(to), await round(to), await round(to), await round(to), await round(to)]
  expect(rounds).toEqual([...Array.from({ length: 3 }, () => [303, to]), [303, '/login'], [303, '/login']])
  const other = 'http://other.example.localhost:3000/'
  expect(await round(other)).toEqual([303, other])
  // Without the token of a link, a confirmation page is shown first.
  expect((await visit('/logout', { return_to: to })).status).toBe(200)
})

test.each([
  ['made up', '9:http://app.example.localhost:3000', 409],
  ['of another application', '3:http://other.example.localhost:3000', 303],
  ['no number', 'x:http://app.example.localhost:3000', 303],
  ['long', `3:${'a'.repeat(3000)}`, 303],
])('a count that is %s costs a page at most @sibling-hosts-3', async (_, kept, status) => {
  const { cookies, visit } = await open()
  cookies.set('gatehouse_rounds', encodeURIComponent(kept))
  expect((await visit(entry, { return_to: application })).status).toBe(status)
})

const cookie = {
  name: 'ory_kratos_session',
  domain: undefined as string | undefined,
  settingFor: (domain: string): string | undefined => (domain.startsWith('not.') ? undefined : 'cookie_domain'),
  scriptSettingFor: (origin: string): string | undefined => (origin.includes('script') ? 'cors_origins' : undefined),
}
test.each([
  [
    'a sibling',
    'https://app.example.org',
    'https://account.example.org',
    {},
    'of account.example.org alone. Fix: set cookie_domain to example.org.',
  ],
  [
    'a host below',
    'https://app.account.example.org',
    'https://account.example.org',
    {},
    'set cookie_domain to account.example.org.',
  ],
  ['far down', 'https://a.in.eu.example.org', 'https://b.eu.example.org', {}, 'set cookie_domain to eu.example.org.'],
  [
    'a domain that is too narrow',
    'https://app.example.org',
    'https://id.eu.example.org',
    { domain: 'eu.example.org' },
    'is of eu.example.org. Fix: set cookie_domain to example.org.',
  ],
  [
    'in the domain',
    'https://app.example.org',
    'https://id.example.org',
    { domain: 'example.org', name: 'gatehouse_session' },
    'send it the cookie gatehouse_session. Fix: let it ask https://id.example.org/sessions/whoami',
  ],
  [
    'another port',
    'http://localhost:3000',
    'http://localhost:4455',
    {},
    'send it the cookie ory_kratos_session. Fix: let it ask',
  ],
  [
    'http below https',
    'http://app.example.org',
    'https://id.example.org',
    {},
    'by https alone. Fix: serve app.example.org by https.',
  ],
  [
    'another owner',
    'https://app.example.com',
    'https://id.example.org',
    {},
    'No cookie is for both app.example.com and id.example.org.',
  ],
  ['a suffix of everybody', 'https://app.github.io', 'https://id.github.io', {}, 'No cookie is for both'],
  ['the bare localhost', 'http://app.localhost:3000', 'http://localhost:4455', {}, 'account.example.localhost'],
  ['an address in numbers', 'http://127.0.0.1:3000', 'http://localhost:4455', {}, 'No cookie is for both'],
  ['another project', 'https://app.not.example.org', 'https://id.not.example.org', {}, 'No cookie is for both'],
  [
    'a sibling that asks by script',
    'https://script.example.org',
    'https://id.example.org',
    {},
    'add https://script.example.org to cors_origins.',
  ],
  [
    'a script at another port',
    'http://script.localhost:3000',
    'http://script.localhost:4455',
    {},
    'add http://script.localhost:3000 to cors_origins.',
  ],
])('developers see the setting to change: %s @sibling-hosts-4', (_, app, site, more, said) => {
  const why = whyUnnoticed(new URL(app), new URL(site), { ...cookie, ...more })
  expect(why).toContain(said)
  expect(why.startsWith(new URL(app).origin)).toBe(true)
})

test('a project shares its session with its own host at most, and reads that @sibling-hosts-5', async () => {
  const gateway = await open()
  const shop = await gateway.createProject('Shop')
  const origin = `http://${shop.slug}.account.example.localhost:4455`
  const below = `http://app.${shop.slug}.account.example.localhost:3000`
  await gateway.control('PATCH', `/projects/${shop.id}`, [
    { op: 'add', path: '/services/identity/config/selfservice/allowed_return_urls', value: [below, application] },
  ])
  const token = await gateway.register(origin, 'ada@example.com')
  const read = async (to: string) => {
    const headers = {
      accept: 'text/html',
      cookie: `ory_kratos_session=${token}; gatehouse_rounds=3:${encodeURIComponent(to)}`,
    }
    return (await gateway.ask(`${origin}${entry}?${new URLSearchParams({ return_to: to })}`, { headers })).body
  }
  expect(await read(below)).toContain(`console (Configuration, Applications) to ${new URL(origin).hostname}.`)
  const other = await read(application)
  expect(other).toContain('No cookie is for both')
  expect(other).not.toContain('cookie_domain')
})

test('developers read which setting lets a script call, once for each origin @sibling-hosts-10', async () => {
  const { ask, origin, lines } = await open({ GATEHOUSE_CORS_ORIGINS: 'https://allowed.example.org' })
  const callers = ['https://refused.example.org', 'https://refused.example.org', 'https://allowed.example.org', origin]
  for (const caller of callers) await ask(`${origin}/sessions/whoami`, { headers: { origin: caller } })
  const preflight = { origin: 'https://other.example.org', 'access-control-request-method': 'GET' }
  await ask(`${origin}/sessions/whoami`, { method: 'OPTIONS', headers: preflight })
  const said = lines.map((line) => String(JSON.parse(line).msg)).filter((msg) => msg.includes('GATEHOUSE_CORS_ORIGINS'))
  expect(said).toEqual([
    expect.stringContaining('https://refused.example.org'),
    expect.stringContaining('https://other.example.org'),
  ])
})

const locales = readdirSync(fileURLToPath(new URL('../../../../locales', import.meta.url)))
const areBuilt = existsSync(new URL('../../../account/build/server/index.js', import.meta.url))
describe.skipIf(!areBuilt)('the page that ends the circle', () => {
  test.each([
    { mode: 'development', settings: {}, isShown: true },
    { mode: 'production', settings: { GATEHOUSE_DEV: 'false' }, isShown: false },
  ])(
    'is in every language, and names the setting to developers: $mode @sibling-hosts-6',
    async ({ settings, isShown }) => {
      const { rounds, visit } = await open(settings, true)
      expect(await rounds('/login', 4)).toEqual([303, 303, 303, 409])
      const titles = new Set<string>()
      expect(locales.length).toBe(29)
      for (const locale of locales) {
        const { status, body } = await visit(
          '/login',
          { return_to: `${application}/orders` },
          { 'accept-language': locale },
        )
        expect([locale, status, body.includes(`lang="${locale}"`)]).toEqual([locale, 409, true])
        expect(body).toContain('app.example.localhost:3000')
        expect(body).toContain(`href="${application}/orders"`)
        expect(body.includes('GATEHOUSE_COOKIE_DOMAIN')).toBe(isShown)
        expect(body).not.toContain('<script')
        titles.add(/<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1] ?? '')
      }
      expect(titles.size).toBe(locales.length)
    },
  )
})
