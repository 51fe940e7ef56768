import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  freePort,
  postgresIsMissing,
  startGateway,
  startPostgres,
  type GatewayProcess,
  type PostgresProcess,
} from '@gatehouse/testing/processes'
import { startMailbox } from '@gatehouse/testing/receivers'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { answers, exchange } from '../workers/workers.fixture.ts'
import { openClusterStore } from './cluster-store.ts'
import { openGatewayTables } from './open-tables.ts'
import { exchangeJson } from './exchange-json.fixture.ts'
import { startTopic, type Published } from './topic.fixture.ts'

const secrets = 'one-secret-that-all-of-these-gateways-have'
let server: PostgresProcess | undefined
let database = ''
const running: GatewayProcess[] = []

beforeAll(async () => {
  vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })
  server = await startPostgres({ fsync: 'off' })
})
afterAll(() => server?.stop())
afterEach(async () => {
  await Promise.all(running.splice(0).map((gateway) => gateway.stop()))
})

/** Starts a gateway as on a separate machine: with another folder and other ports. */
async function startOne(environment: Readonly<Record<string, string>> = {}): Promise<GatewayProcess> {
  const gateway = await startGateway({
    environment: {
      GATEHOUSE_DEV: 'false',
      GATEHOUSE_WORKERS: '2',
      GATEHOUSE_DRAIN_SECONDS: '1',
      GATEHOUSE_DATABASE: database,
      GATEHOUSE_SECRETS: secrets,
      LOG_LEVEL: 'info',
      ...environment,
    },
  })
  running.push(gateway)
  return gateway
}

const password = 'analytical-engine-1843'

async function signUp(origin: string, email: string): Promise<string> {
  const flow = await exchangeJson(`${origin}/self-service/registration/api`)
  const body = { method: 'password', password, traits: { email } }
  const answer = await exchangeJson(`${origin}/self-service/registration?flow=${flow.body.id}`, { body })
  expect(answer.status).toBe(200)
  return String(answer.body.session_token)
}

async function whoami(origin: string, token: string): Promise<number> {
  return (await exchangeJson(`${origin}/sessions/whoami`, { headers: { 'x-session-token': token } })).status
}

/** All events of a project, in the order of commits. */
async function eventsOf(read: (path: string) => ReturnType<typeof exchangeJson>): Promise<readonly Published[]> {
  const all: Published[] = []
  for (let token: string | undefined = ''; token !== undefined;) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { body } = await read(`/events?page_size=500&page_token=${token}`)
    all.push(...body.events)
    token = body.has_next_page === true ? String(body.next_page_token) : undefined
  }
  return all.filter(({ source }) => source === 'identity')
}

/** A kratos.yml on a database, and settings with a brand, as every machine has them. */
function filesIn(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-cluster-'))
  const [kratos, settings] = [join(folder, 'kratos.yml'), join(folder, 'gatehouse.yml')]
  const traits = { email: { type: 'string', 'ory.sh/kratos': { credentials: { password: { identifier: true } } } } }
  const schema = {
    $id: 'https://example.org/p',
    type: 'object',
    properties: { traits: { type: 'object', properties: traits } },
  }
  const schemaUrl = `base64://${Buffer.from(JSON.stringify(schema)).toString('base64')}`
  const secret = ['a-secret-of-thirty-two-characters']
  return {
    environment: { GATEHOUSE_DATABASE: url, GATEHOUSE_IDENTITY_CONFIG: kratos, GATEHOUSE_CONFIG: settings },
    write: ({ signUp, brand }: { readonly signUp: boolean; readonly brand: string }) => {
      const registration = { enabled: signUp, after: { password: { hooks: [{ hook: 'session' }] } } }
      const config = {
        dsn: url,
        identity: { default_schema_id: 'p', schemas: [{ id: 'p', url: schemaUrl }] },
        selfservice: {
          default_browser_return_url: 'http://localhost:4455/',
          methods: { password: { enabled: true, config: { haveibeenpwned_enabled: false } } },
          flows: { registration },
        },
        secrets: { default: secret, cookie: secret, cipher: secret },
      }
      writeFileSync(kratos, JSON.stringify(config))
      writeFileSync(settings, JSON.stringify({ brand: { name: brand } }))
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** How many times a gateway has asked the others to read their files again. */
async function timesPassedOn(): Promise<number> {
  const store = openClusterStore(database)
  const { number } = await store.lastReload()
  store.close()
  return number
}

const hasBackground = (gateway: GatewayProcess) => gateway.logs().includes('a worker begins the background work')

/** Starts two gateways; the first one has the background work. Returns its key as well. */
async function twoGateways(
  environment: Readonly<Record<string, string>> = {},
  ofSecond: Readonly<Record<string, string>> = {},
) {
  database = environment['GATEHOUSE_DATABASE'] ?? server?.createDatabase() ?? ''
  const first = await startOne(environment)
  const second = await startOne({ ...environment, ...ofSecond })
  const key = (await readFile(join(first.dataFolder, 'workspace-api-key'), 'utf8')).trim()
  const control = (gateway: GatewayProcess, method: string, path: string, body?: unknown) =>
    exchangeJson(`${gateway.consoleOrigin}${path}`, { method, body, headers: { authorization: `Bearer ${key}` } })
  return { first, second, control }
}

describe.skipIf(postgresIsMissing() !== undefined)('two gateways with one database', () => {
  test('one has the background work; a session of either is valid at both until one of them ends it, and SIGHUP to one reaches both @gateways-1', async () => {
    const files = filesIn(server?.createDatabase() ?? '')
    files.write({ signUp: true, brand: 'Old & Sons' })
    const metricsUrl = `http://127.0.0.1:${await freePort()}`
    const { first, second } = await twoGateways(files.environment, { GATEHOUSE_METRICS_URL: metricsUrl })
    expect([hasBackground(first), hasBackground(second)]).toEqual([true, false])
    // Console and admin API answer at each of them.
    for (const { consoleOrigin, adminOrigin } of [first, second]) {
      expect(await answers(`${consoleOrigin}/sign-in`)).toBe(true)
      expect(await answers(`${adminOrigin}/admin/identities`)).toBe(true)
    }
    const token = await signUp(second.origin, 'ada@example.org')
    expect(await whoami(first.origin, token)).toBe(200)
    const ended = await exchangeJson(`${first.origin}/self-service/logout/api`, {
      method: 'DELETE',
      body: { session_token: token },
    })
    expect(ended.status).toBe(204)
    expect(await whoami(second.origin, token)).toBe(401)
    // Metrics of the databases are those of the gateway with the background work.
    const metrics = await (await fetch(`${metricsUrl}/metrics`)).text()
    expect(metrics).toMatch(/^gatehouse_flows_total\{.*flow="registration".*result="succeeded".*\} 1$/m)
    expect(metrics).toMatch(/^gatehouse_database_connections\{state="most"\} [1-9]/m)
    expect(metrics).not.toMatch(/^gatehouse_messages_waiting /m)

    // A change at one machine is noticed there, at each of them; it is not passed on.
    files.write({ signUp: true, brand: 'Ada & Grace' })
    await vi.waitUntil(() => second.logs().includes('files of the configuration have changed'), { timeout: 30_000 })
    // A reload of one gateway reloads all of them.
    files.write({ signUp: false, brand: 'New & Daughters' })
    process.kill(second.pid, 'SIGHUP')
    for (const { origin } of [first, second]) {
      const status = async () => (await exchange(`${origin}/self-service/registration/api`)).statusCode
      await vi.waitUntil(async () => (await status()) === 400, { timeout: 30_000, interval: 50 })
      const page = async () => (await fetch(`${origin}/login`, { headers: { connection: 'close' } })).text()
      await vi.waitUntil(async () => (await page()).includes('New &amp; Daughters'), { timeout: 30_000, interval: 50 })
    }
    await vi.waitUntil(() => first.logs().includes('another gateway was asked to read'), { timeout: 30_000 })
    // The signal alone was passed on.
    expect(await timesPassedOn()).toBe(1)
    files.remove()
  })

  test('each reports that it is ready, and shows the first operator’s link @gateways-9', async () => {
    const { first, second, control } = await twoGateways()
    await expect.poll(() => second.logs()).toContain(`Pages             ${second.origin}/`)
    for (const gateway of [first, second]) expect(gateway.logs()).toMatch(/Version +\d+\.\d+\.\d+/)
    // A project that was created in production has that environment.
    expect((await control(first, 'GET', '/projects')).body).toMatchObject([{ environment: 'prod' }])
    const tables = openGatewayTables(database, { isSerial: false, connections: 1 })
    const names = (await tables.prepare('SELECT DISTINCT application_name FROM pg_stat_activity').all())
      .map(Object.values)
      .flat()
    tables.close()
    for (const role of ['primary', 'worker']) {
      expect(names).toContainEqual(expect.stringMatching(new RegExp(`^gatehouse ${role} \\d+$`)))
    }

    const linkOf = async ({ dataFolder }: { readonly dataFolder: string }) =>
      (await readFile(join(dataFolder, 'first-operator-link'), 'utf8')).trim()
    const link = await linkOf(first)
    // The second one shows the same link.
    await expect.poll(() => second.logs(), { timeout: 30_000 }).toContain('first-operator-link')
    expect(await linkOf(second)).toBe(link.replace(first.consoleOrigin, second.consoleOrigin))
    const opened = await fetch(await linkOf(second), { redirect: 'manual' })
    const cookie = opened.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const next = new URL(opened.headers.get('location') ?? '', second.consoleOrigin)
    const page = await (await fetch(next, { headers: { cookie } })).text()
    expect([opened.status, page]).toEqual([303, expect.not.stringContaining('no longer valid')])
  })

  test('one with other secrets does not join; a new one in front of the old one does @gateways-10', async () => {
    database = server?.createDatabase() ?? ''
    await startOne()
    for (const GATEHOUSE_SECRETS of ['another-secret-that-no-gateway-has-here', '']) {
      await expect(startOne({ GATEHOUSE_SECRETS })).rejects.toThrow('is not what this database was begun with')
    }
    await startOne({ GATEHOUSE_SECRETS: `the-next-secret-that-all-of-them-will-have,${secrets}` })
    await startOne({ GATEHOUSE_SECRETS: 'the-next-secret-that-all-of-them-will-have' })
  })

  test('a project that is created, changed or deleted at either is so at both before the answer @gateways-2', async () => {
    const { first, second, control } = await twoGateways()
    const made = await control(first, 'POST', '/projects', { name: 'Shop', environment: 'dev' })
    expect(made.status).toBe(201)
    const { id, slug } = made.body
    const at = ({ origin }: GatewayProcess) => `http://${slug}.localhost:${new URL(origin).port}`
    const token = await signUp(at(second), 'grace@example.org')
    // The sealed cookies and codes of one project are those of every gateway.
    expect(await whoami(at(first), token)).toBe(200)
    const open = '/services/identity/config/selfservice/flows/registration/enabled'
    const changed = await control(second, 'PATCH', `/projects/${id}`, [{ op: 'add', path: open, value: false }])
    expect(changed.status).toBe(200)
    for (const gateway of [first, second]) {
      expect((await exchange(`${at(gateway)}/self-service/registration/api`)).statusCode).toBe(400)
    }
    // Changes at both at once end in one state.
    const values = Array.from({ length: 12 }, (_, at) => at % 2 === 0)
    const answers = await Promise.all(
      values.map((value, at) =>
        control(at % 3 === 0 ? first : second, 'PATCH', `/projects/${id}`, [{ op: 'add', path: open, value }]),
      ),
    )
    expect(answers.map(({ status }) => status)).toContain(200)
    const { enabled } = (await control(first, 'GET', `/projects/${id}`)).body.services.identity.config.selfservice.flows
      .registration
    for (const gateway of [first, second]) {
      const statuses = await Promise.all(
        Array.from(
          { length: 16 },
          async () => (await exchange(`${at(gateway)}/self-service/registration/api`)).statusCode,
        ),
      )
      expect([...new Set(statuses)]).toEqual([enabled ? 200 : 400])
    }
    const deleted = await control(second, 'POST', `/projects/${id}/purge`, { slug })
    expect(deleted.status).toBe(200)
    for (const gateway of [first, second]) expect((await exchange(`${at(gateway)}/login`)).statusCode).toBe(404)
  })

  test('when the gateway with the background work and its machine are killed, another one continues the work @gateways-3', async () => {
    const isHandedOver = Promise.withResolvers<void>()
    let isTaken = false
    const mailbox = await startMailbox(0, async () => {
      if (isTaken) return
      isHandedOver.resolve()
      await new Promise(() => {})
    })
    const topic = await startTopic()
    const { first, second, control } = await twoGateways({ GATEHOUSE_SMTP_URL: mailbox.uri, ...topic.environment })
    const shop = (await control(first, 'POST', '/projects', { name: 'Shop', environment: 'dev' })).body
    expect((await control(first, 'POST', `/projects/${shop.id}/eventstreams`, topic.stream)).status).toBe(201)
    const people = Array.from({ length: 1_000 }, (_, n) => ({ traits: { email: `person-${n}@example.org` } }))
    const file = (await control(first, 'POST', `/projects/${shop.id}/imports`, people)).body
    const job = (await control(first, 'POST', `/projects/${shop.id}/imports/${file.id}/start`)).body
    const jobAt = async (gateway: GatewayProcess) =>
      (await control(gateway, 'GET', `/projects/${shop.id}/jobs/${job.id}`)).body
    const token = await signUp(first.origin, 'ada@example.org')
    await isHandedOver.promise
    await vi.waitUntil(async () => (await jobAt(first)).done > 0, { timeout: 60_000, interval: 20 })
    // The other gateway writes events as well, of one person after the other.
    const atSecond = `http://${shop.slug}.localhost:${new URL(second.origin).port}`
    await signUp(atSecond, 'before@example.org')
    await vi.waitUntil(() => topic.published.length > 20, { timeout: 60_000, interval: 5 })
    expect(await jobAt(first)).toMatchObject({ state: 'running' })
    isTaken = true
    running.splice(0, 1)
    const began = performance.now()
    const said = (what: string) => console.info(`${what} after ${Math.round(performance.now() - began)} ms`)
    await first.kill()
    const publishedBefore = topic.published.length
    const streamed = vi
      .waitUntil(() => topic.published.length > publishedBefore, { timeout: 60_000 })
      .then(() => said('the stream went on'))
    await signUp(atSecond, 'meanwhile@example.org')
    const arrived = mailbox.next({ to: 'ada@example.org', timeoutMs: 60_000 }).then(() => said('the mail arrived'))
    await vi.waitUntil(() => hasBackground(second), { timeout: 60_000, interval: 100 })
    said('another gateway had the lease')
    await vi.waitUntil(() => second.logs().includes('a job goes on here'), { timeout: 60_000, interval: 50 })
    said('the import went on')
    await Promise.all([arrived, streamed])
    expect(await whoami(second.origin, token)).toBe(200)
    const projects = await control(second, 'GET', '/projects')
    expect(projects.body.map(({ name }: { readonly name: string }) => name)).toEqual(['Gatehouse', 'Shop'])
    expect((await control(second, 'POST', '/projects', { name: 'Office', environment: 'dev' })).status).toBe(201)
    await vi.waitUntil(async () => (await jobAt(second)).state !== 'running', { timeout: 120_000 })
    expect(await jobAt(second)).toMatchObject({ state: 'done', done: 1_000, counts: { created: 1_000 } })
    expect(mailbox.all('ada@example.org')).toHaveLength(1)

    // All events of the project in its history, with those of each person in order.
    const events = await eventsOf((path) => control(second, 'GET', `/projects/${shop.id}${path}`))
    expect(events.length).toBeGreaterThan(1_000)
    const published = () => topic.published.filter(({ source }) => source === 'identity')
    const firsts = () => {
      const seen = new Set<string>()
      return published().filter(({ id }) => seen.size < seen.add(id).size)
    }
    await vi.waitUntil(() => firsts().length >= events.length, { timeout: 60_000 })
    const orderOf = (some: readonly Published[]) =>
      Map.groupBy(
        some.map(({ id, identity_id: person, sequence }) => ({ id, person, sequence })),
        ({ id, person }) => person ?? id,
      )
    expect(orderOf(firsts())).toEqual(orderOf(events))
    // Only deliveries that the killed gateway had pending are repeated: they had arrived, and were not recorded.
    expect(published().length - events.length).toBeLessThanOrEqual(8)
    await topic.close()
    await mailbox.close()
  })

  test('a gateway that stops cleanly gives up its lease at once @gateways-4', async () => {
    const { first, second } = await twoGateways()
    running.splice(0, 1)
    await first.stop()
    await vi.waitUntil(() => hasBackground(second), { timeout: 20_000, interval: 50 })
    expect(second.logs()).toContain('this gateway does the background work')
  })

  test('a gateway whose primary is suspended is not waited for, and serves nothing until it has caught up @gateways-5', async () => {
    const { first, second, control } = await twoGateways()
    const made = await control(first, 'POST', '/projects', { name: 'Shop', environment: 'dev' })
    const path = '/services/identity/config/selfservice/flows/registration/enabled'
    const registration = `http://${made.body.slug}.localhost:${new URL(second.origin).port}/self-service/registration/api`
    process.kill(second.pid, 'SIGSTOP')
    try {
      expect((await exchange(registration)).statusCode).toBe(200)
      const change = [{ op: 'add', path, value: false }]
      expect((await control(first, 'PATCH', `/projects/${made.body.id}`, change)).status).toBe(200)
      expect((await exchange(registration)).statusCode).toBe(503)
    } finally {
      process.kill(second.pid, 'SIGCONT')
    }
    await vi.waitUntil(async () => (await exchange(registration)).statusCode !== 503, { timeout: 20_000 })
    expect((await exchange(registration)).statusCode).toBe(400)
  })
})
