import { mkdtempSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '@gatehouse/config/config'
import { postgresIsMissing, startPostgres } from '@gatehouse/testing/processes'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { databaseTexts } from '../cluster/database-texts.ts'
import { openGatewayTables } from '../cluster/open-tables.ts'
import { compose, type Gateway } from '../compose.ts'
import { createLog } from '../process/log.ts'
import { reportsPerMinute } from './missing-texts.ts'

const opened: Gateway[] = []
afterEach(async () => {
  for (const gateway of opened.splice(0)) await gateway.stop()
})

const openPages = async () => ({
  assets: { has: () => false, serve: () => undefined },
  handle: async () => new Response('page'),
})

async function open(environment: Record<string, string> = {}) {
  const data = join(mkdtempSync(join(tmpdir(), 'gatehouse-missing-')), 'data')
  const config = loadConfig({ GATEHOUSE_DATA: data, ...environment })
  const gateway = await compose(config, { log: createLog('silent'), openPages, openConsole: openPages })
  opened.push(gateway)
  const { origin, host } = config.publicUrl
  const ask = (path: string, init: RequestInit = {}, address = '192.0.2.7') => {
    const headers = new Headers(init.headers)
    headers.set('host', host)
    return gateway.edge(new Request(`${origin}${path}`, { ...init, headers }), address)
  }
  const report = (path: string, body: unknown, headers: Record<string, string> = {}, address?: string) =>
    ask(
      path,
      {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      },
      address,
    )
  const collected = (path: string): unknown =>
    JSON.parse(readFileSync(join(data, 'missing-texts', `${path}.json`), 'utf8'))
  return { ask, report, collected, data }
}

test('a text that a page misses is collected once, in the form of the catalogues @missing-texts-1', async () => {
  const { report, collected } = await open()
  expect((await report('/locales/add/fr/login', { 'hint.new': 'A new hint' })).status).toBe(204)
  expect((await report('/locales/add/fr/login', { 'hint.new': 'Something else', 'hint.other': 'Other' })).status).toBe(
    204,
  )
  expect(collected('fr/login')).toEqual({ 'hint.new': 'A new hint', 'hint.other': 'Other' })
})

test('reports at the same moment do not lose each other', async () => {
  const { report, collected } = await open()
  await Promise.all(Array.from({ length: 20 }, (_, n) => report('/locales/add/de/login', { [`key${n}`]: `Text ${n}` })))
  expect(Object.keys(collected('de/login') as object)).toHaveLength(20)
})

test.each([
  ['a language that is not here', '/locales/add/tlh/login', { a: 'A' }, 404],
  ['a namespace that is not here', '/locales/add/de/secrets', { a: 'A' }, 404],
  ['a way out of the folder', '/locales/add/de/..%2f..%2fidentity', { a: 'A' }, 404],
  ['one more part', '/locales/add/de/login/x', { a: 'A' }, 404],
  ['no JSON', '/locales/add/de/login', '{', 400],
  ['a list', '/locales/add/de/login', ['a'], 400],
  ['nothing', '/locales/add/de/login', {}, 400],
  ['a text that is none', '/locales/add/de/login', { a: { b: 'c' } }, 400],
  ['a key with a path in it', '/locales/add/de/login', { '../a': 'A' }, 400],
  ['the name of a prototype', '/locales/add/de/login', '{"__proto__": "A"}', 400],
  ['a key that is too long', '/locales/add/de/login', { ['k'.repeat(121)]: 'A' }, 400],
  ['a text that is too long', '/locales/add/de/login', { a: 'x'.repeat(501) }, 400],
  ['an escape sequence for terminals', '/locales/add/de/login', { a: '\u001B[2J' }, 400],
  [
    'too many keys',
    '/locales/add/de/login',
    Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, ''])),
    400,
  ],
  ['more than 32 KiB', '/locales/add/de/login', { a: 'x'.repeat(40_000) }, 413],
])('%s is refused with the reason, and nothing is kept @missing-texts-2', async (_, path, body, status) => {
  const { report, data } = await open()
  const answer = await report(path, body)
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ error: { code: status, reason: expect.stringMatching(/\w+ \w+/) } })
  expect(await readdir(data)).not.toContain('missing-texts')
})

test('only our own pages may report, and only by POST with JSON @missing-texts-3', async () => {
  const { ask, report, data } = await open()
  expect((await report('/locales/add/de/login', { a: 'A' }, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await report('/locales/add/de/login', { a: 'A' }, { 'content-type': 'text/plain' })).status).toBe(415)
  const read = await ask('/locales/add/de/login')
  expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST'])
  expect(await readdir(data)).not.toContain('missing-texts')
})

test('one address that reports without end has to wait, and others do not @missing-texts-4', async () => {
  const { report } = await open()
  for (let n = 0; n < reportsPerMinute.one; n += 1) await report('/locales/add/de/login', { a: 'A' })
  const refused = await report('/locales/add/de/login', { b: 'B' })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await report('/locales/add/de/login', { b: 'B' }, {}, '192.0.2.8')).status).toBe(204)
})

test('a catalogue that is full of reports accepts no more @missing-texts-5', async () => {
  const { report, collected } = await open()
  const keys = (from: number) => Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${from + n}`, 'x']))
  for (const from of [0, 50, 100, 150]) expect((await report('/locales/add/de/login', keys(from))).status).toBe(204)
  expect((await report('/locales/add/de/login', { more: 'x' })).status).toBe(507)
  expect(Object.keys(collected('de/login') as object)).toHaveLength(200)
})

test('outside development nothing is collected unless an operator enables it', async () => {
  const production = { GATEHOUSE_PUBLIC_URL: 'http://account.example.org' }
  const off = await open(production)
  const answer = await off.report('/locales/add/de/login', { a: 'A' })
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('GATEHOUSE_COLLECT_MISSING_TEXTS')
  expect(await readdir(off.data)).not.toContain('missing-texts')
  const on = await open({ ...production, GATEHOUSE_COLLECT_MISSING_TEXTS: 'true' })
  expect((await on.report('/locales/add/de/login', { a: 'A' })).status).toBe(204)
})

test.skipIf(postgresIsMissing() !== undefined)(
  'on PostgreSQL they are in the database, those of all gateways together @missing-texts-7',
  async () => {
    const server = await startPostgres({ fsync: 'off' })
    onTestFinished(() => server.stop())
    const url = server.createDatabase()
    const shared = { GATEHOUSE_DATABASE: url, GATEHOUSE_SECRETS: 'a secret that both gateways have' }
    const one = await open(shared)
    const other = await open(shared)
    const keys = (from: number) => Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${from + n}`, 'x']))
    const reported = await Promise.all(
      [0, 50, 100, 125].map((from) => (from % 100 === 0 ? one : other).report('/locales/add/de/login', keys(from))),
    )
    expect(reported.map(({ status }) => status)).toEqual([204, 204, 204, 204])
    expect((await one.report('/locales/add/de/login', { k0: 'Something else' })).status).toBe(204)
    expect((await other.report('/locales/add/de/login', keys(160))).status).toBe(507)
    const database = openGatewayTables(url, { isSerial: true, connections: 1 })
    onTestFinished(() => database.close())
    const [all] = await databaseTexts(database).all()
    expect([all?.lng, all?.ns, all?.texts.size, all?.texts.get('k0')]).toEqual(['de', 'login', 200, 'x'])
    for (const { data } of [one, other]) expect(await readdir(data)).not.toContain('missing-texts')
    for (const gateway of opened.splice(0)) await gateway.stop()
  },
  60_000,
)

test('a catalogue is served with a validator, and not sent again to a client that has it @missing-texts-6', async () => {
  const { ask } = await open()
  const first = await ask('/locales/de/login.json')
  expect(await first.json()).toMatchObject({ title: 'Anmelden' })
  expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]+"$/)
  const again = await ask('/locales/de/login.json', { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await ask('/locales/de/login.json', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  expect((await ask('/locales/xx/login.json')).status).toBe(404)
})
