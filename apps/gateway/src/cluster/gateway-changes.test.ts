import { openControlDatabase } from '@gatehouse/control-plane/database'
import type { Database } from '@gatehouse/platform/database'
import { postgresIsMissing, type GatewayProcess } from '@gatehouse/testing/processes'
import { startMailbox } from '@gatehouse/testing/receivers'
import { describe, expect, test, vi } from 'vitest'
import { formWith } from '@gatehouse/testing/browser'
import { exchange } from '../workers/workers.fixture.ts'
import { gatewaysForTests, hasBackground } from './gateways.fixture.ts'

const { running, database, startTwo } = gatewaysForTests()

/** Changes something without the gateways' knowledge. */
async function run(opened: Database, sql: string): Promise<void> {
  await opened.write(() => opened.prepare(sql).run())
  opened.close()
}

const registration = (slug: string, { origin }: GatewayProcess) =>
  `http://${slug}.localhost:${new URL(origin).port}/self-service/registration/api`
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
})
