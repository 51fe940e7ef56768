import { openControlDatabase } from '@gatehouse/control-plane/database'
import type { Database } from '@gatehouse/platform/database'
import { postgresIsMissing, type GatewayProcess } from '@gatehouse/testing/processes'
import { startMailbox } from '@gatehouse/testing/receivers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { formWith } from '@gatehouse/testing/browser'
import { exchange } from '../workers/workers.fixture.ts'
import { gatewaysForTests, hasBackground } from './gateways.fixture.ts'
import { kratosFile } from './kratos-files.fixture.ts'
import { openGatewayTables } from './open-tables.ts'

const { running, database, startTwo } = gatewaysForTests()

/** Changes something without the gateways' knowledge. */
async function run(opened: Database, sql: string): Promise<void> {
  await opened.write(() => opened.prepare(sql).run())
  opened.close()
}

const registration = (slug: string, { origin }: GatewayProcess) =>
  `http://${slug}.localhost:${new URL(origin).port}/self-service/registration/api`
/** The statuses of sign-up at the public origin, of so many requests that each process answers one. */
const signUpsAt = async ({ origin }: GatewayProcess) =>
  new Set(await Promise.all(Array.from({ length: 24 }, () => statusOf(`${origin}/self-service/registration/api`))))
const statusOf = async (url: string) => (await exchange(url)).statusCode

describe.skipIf(postgresIsMissing() !== undefined)('two gateways with one database', () => {
  test('a project that cannot be opened by the gateway that takes over is halted, and served by no process @gateways-6', async () => {
    const { first, second, control } = await startTwo()
    const { id, slug } = (await control(first, 'POST', '/projects', { name: 'Shop', environment: 'dev' })).body
    expect(await statusOf(registration(slug, second))).toBe(200)
    // As after an update whose new version refuses a configuration that the previous one accepted.
    await run(
      openControlDatabase(database()),
      `UPDATE projects SET settings = jsonb_set(settings::jsonb, '{identityConfig,identity}', '{"default_schema_id":"none"}') WHERE id = '${id}'`,
    )
    running.splice(0, 1)
    await first.kill()
    await vi.waitUntil(() => hasBackground(second), { timeout: 60_000, interval: 50 })
    const state = async () => (await control(second, 'GET', `/projects/${id}`)).body.state
    await vi.waitUntil(async () => (await state()) === 'halted', { timeout: 60_000, interval: 50 })
    // Until it is published, a process may still have it open.
    await vi.waitUntil(async () => (await statusOf(registration(slug, second))) === 404, { timeout: 60_000 })
    // Each process of the gateway receives some of them.
    const statuses = await Promise.all(Array.from({ length: 24 }, () => statusOf(registration(slug, second))))
    expect([...new Set(statuses)]).toEqual([404])
  })

  test('a change that the database does not accept is applied at neither @gateways-7', async () => {
    const { first, second, control } = await startTwo()
    const { id, slug } = (await control(first, 'POST', '/projects', { name: 'Shop', environment: 'dev' })).body
    await run(
      openControlDatabase(database()),
      'ALTER TABLE project_changes ADD CONSTRAINT full_up CHECK (number < 0) NOT VALID',
    )
    const path = '/services/identity/config/selfservice/flows/registration/enabled'
    const refused = await control(first, 'PATCH', `/projects/${id}`, [{ op: 'add', path, value: false }])
    expect(refused.status).toBe(500)
    const made = await control(first, 'POST', '/projects', { name: 'Office', environment: 'dev' })
    expect(made.status).toBe(500)
    for (const gateway of [first, second]) expect(await statusOf(registration(slug, gateway))).toBe(200)
    await run(openControlDatabase(database()), 'ALTER TABLE project_changes DROP CONSTRAINT full_up')
    const projects = (await control(first, 'GET', '/projects')).body as readonly { readonly name: string }[]
    expect(projects.map(({ name }) => name)).toEqual(['Gatehouse', 'Shop'])
    expect((await control(first, 'PATCH', `/projects/${id}`, [{ op: 'add', path, value: false }])).status).toBe(200)
    for (const gateway of [first, second]) expect(await statusOf(registration(slug, gateway))).toBe(400)
  })

  test('a page’s form that is sent to both at once is submitted once, and both answers are the same @gateways-8', async () => {
    const mailbox = await startMailbox(0)
    // One public address, through a load balancer that sends each request to either machine.
    const { first, second } = await startTwo({ GATEHOUSE_SMTP_URL: mailbox.uri }, ({ origin }, port) => ({
      GATEHOUSE_PUBLIC_URL: origin,
      GATEHOUSE_TRUSTED_PROXY: 'true',
      GATEHOUSE_LISTEN_PORT: String(port),
    }))
    const page = await fetch(`${first.origin}/registration`, { headers: { accept: 'text/html' } })
    const cookie = page.headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0])
      .join('; ')
    const { action, fields } = formWith(await page.text(), ['method', 'password']) ?? { action: '', fields: [] }
    const form = new URLSearchParams(fields.map(([name, value]) => [name, value]))
    form.set('method', 'password')
    form.set('password', 'analytical-engine-1843')
    form.set('traits.email', 'pressed-twice@example.com')
    const { pathname, search } = new URL(action, first.origin)
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, at) => {
        const { origin } = at % 2 === 0 ? first : second
        const headers = { cookie, origin: first.origin, accept: 'text/html' }
        return exchange(`${origin}${pathname}${search}`, { headers, form, host: new URL(first.origin).host })
      }),
    )
    expect([...new Set(all.map(({ statusCode }) => statusCode))]).toEqual([303])
    expect(new Set(all.map(({ headers }) => headers.location)).size).toBe(1)
    expect(new Set(all.map((answer) => answer.headers['set-cookie']?.join())).size).toBe(1)
    await mailbox.next({ to: 'pressed-twice@example.com' })
    expect(mailbox.all('pressed-twice@example.com')).toHaveLength(1)
    await mailbox.close()
  })
  /** Starts two gateways, each with a kratos.yml of its own, and both with open sign-up. */
  async function startTwoWithFiles() {
    const files = [kratosFile(), kratosFile()] as const
    onTestFinished(() => files.forEach((file) => file.remove()))
    const gateways = await startTwo(files[0].environment, () => files[1].environment)
    const { first, second } = gateways
    expect([await signUpsAt(first), await signUpsAt(second)]).toEqual([new Set([200]), new Set([200])])
    return { ...gateways, files }
  }

  test('files that are faulty at one machine change nothing there and are reported, and a kratos.yml that arrives late is applied @gateways-11', async () => {
    const { first, second, files } = await startTwoWithFiles()
    const [ofFirst, ofSecond] = files
    ofSecond.spoil()
    for (const fault of ['the kratos.yml is faulty; the one before goes on', 'the settings are faulty']) {
      await vi.waitUntil(() => second.logs().includes(fault), { timeout: 30_000 })
    }
    ofFirst.write({ signUp: false })
    await vi.waitUntil(() => first.logs().includes('the kratos.yml was read again'), { timeout: 30_000 })
    expect(await signUpsAt(first)).toEqual(new Set([400]))
    expect(await signUpsAt(second)).toEqual(new Set([200]))
    ofSecond.write({ signUp: false })
    await vi.waitUntil(async () => !(await signUpsAt(second)).has(200), { timeout: 30_000 })
    expect(await signUpsAt(second)).toEqual(new Set([400]))
  })

  test('a kratos.yml is read again at both while neither does the background work @gateways-12', async () => {
    const { first, second, control, files } = await startTwoWithFiles()
    await run(
      openGatewayTables(database(), { isSerial: false, connections: 1 }),
      "UPDATE leases SET holder = 'killed', ends_at = now() + interval '1 hour'",
    )
    await vi.waitUntil(() => first.logs().includes('no longer does the background work'), { timeout: 30_000 })
    for (const file of files) file.write({ signUp: false })
    process.kill(second.pid, 'SIGHUP')
    for (const gateway of [first, second]) {
      await vi.waitUntil(async () => !(await signUpsAt(gateway)).has(200), { timeout: 30_000 })
      expect(await signUpsAt(gateway)).toEqual(new Set([400]))
    }
    // A process that takes the work over shows operators the configuration that it runs with.
    await run(
      openGatewayTables(database(), { isSerial: false, connections: 1 }),
      "UPDATE leases SET ends_at = now() - interval '1 second'",
    )
    const [project] = (await control(first, 'GET', '/projects')).body
    const shown = async () => (await control(first, 'GET', `/projects/${project.id}`)).body.services.identity.config
    const isClosed = async () => (await shown()).selfservice.flows.registration.enabled === false
    await vi.waitUntil(isClosed, { timeout: 30_000 })
  })
})
