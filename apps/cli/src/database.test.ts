import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import {
  postgresIsMissing,
  startPostgres,
  type GatewayProcess,
  type PostgresProcess,
} from '@gatehouse/testing/processes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownDataFolder } from './own-data-folder.fixture.ts'
import { program } from './terminal.fixture.ts'

const { data, gatehouse, gatehouseWith, start } = ownDataFolder('database')
const password = 'Birch-and-ash-4711'
const peopleInEach = 12
/** Development mode has them. */
const demoPeople = 2

/** By hand, as no resolver knows the names of projects below `localhost`. */
async function call(url: string, { body, key }: { readonly body?: unknown; readonly key?: string } = {}) {
  const { host, hostname, port, pathname, search } = new URL(url)
  const asked = request({
    host: hostname.endsWith('localhost') ? 'localhost' : hostname,
    port,
    path: pathname + search,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      host,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
  })
  asked.end(body === undefined ? undefined : JSON.stringify(body))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  const read: any = JSON.parse(await text(answer))
  return { status: answer.statusCode ?? 0, body: read }
}

/** Signs up, or in; the status. */
async function submit(origin: string, flow: 'login' | 'registration', email: string): Promise<number> {
  const { body } = await call(`${origin}/self-service/${flow}/api`)
  const who = flow === 'login' ? { identifier: email } : { traits: { email } }
  const url = `${origin}/self-service/${flow}?flow=${String(body.id)}`
  return (await call(url, { body: { method: 'password', password, ...who } })).status
}

const addresses = Array.from({ length: peopleInEach }, (_, index) => `person-${index}@example.org`)

/** Three projects with people, a stream and a key of each. */
async function fill(gateway: GatewayProcess, key: string) {
  const control = (path: string, body?: unknown) => call(`${gateway.consoleOrigin}${path}`, { body, key })
  const [main] = (await control('/projects')).body
  const projects = [{ id: String(main.id), origin: gateway.origin }]
  for (const name of ['Shop', 'Office']) {
    const { body } = await control('/projects', { name, environment: 'dev' })
    const url = new URL(gateway.origin)
    projects.push({ id: String(body.id), origin: `http://${body.slug}.localhost:${url.port}` })
  }
  const keys: string[] = []
  for (const { id, origin } of projects) {
    for (const email of addresses) expect(await submit(origin, 'registration', email)).toBe(200)
    keys.push(String((await control(`/projects/${id}/tokens`, { name: 'key' })).body.value))
    const stream = { type: 'https', https_endpoint: 'https://hooks.example.org/gatehouse' }
    expect((await control(`/projects/${id}/eventstreams`, stream)).status).toBe(201)
  }
  return { projects, keys }
}

describe.skipIf(postgresIsMissing() !== undefined)('an installation moves to PostgreSQL', () => {
  let server: PostgresProcess | undefined
  beforeAll(async () => {
    server = await startPostgres({ fsync: 'off' })
  })
  afterAll(() => server?.stop())

  test('whole, after an interruption as well: every person signs in, keys and streams count, from a backup as well @move-1', async () => {
    const first = await start()
    const key = (await readFile(join(data(), 'workspace-api-key'), 'utf8')).trim()
    const { projects, keys } = await fill(first, key)
    const url = server?.createDatabase() ?? ''
    const busy = await gatehouse('database', 'move', '--to', url)
    expect([busy.code, busy.complaint]).toEqual([1, expect.stringContaining('in use by another Gatehouse')])
    await first.stop()

    const interrupted = promisify(execFile)(process.execPath, [program, 'database', 'move', '--to', url], {
      env: { ...process.env, GATEHOUSE_DATA: data() },
    })
    interrupted.child.stderr?.once('data', () => interrupted.child.kill('SIGKILL'))
    await expect(interrupted).rejects.toThrow()
    const moved = await gatehouse('database', 'move', '--to', url)
    expect(moved).toMatchObject({
      code: 0,
      output: expect.stringContaining(`3 projects, ${3 * peopleInEach + demoPeople} people`),
    })
    expect(moved.complaint).toContain('control plane: audit_log (')

    const after = await start({ GATEHOUSE_DATABASE: url })
    for (const [index, { id, origin }] of projects.entries()) {
      for (const email of addresses) expect(await submit(origin, 'login', email)).toBe(200)
      const streams = await call(`${after.consoleOrigin}/projects/${id}/eventstreams`, { key: keys[index] ?? '' })
      expect([streams.status, streams.body.event_streams.length]).toEqual([200, 1])
    }
    expect(await submit(after.origin, 'registration', 'later@example.org')).toBe(200)
    expect(
      (await call(`${after.consoleOrigin}/projects`, { key, body: { name: 'L', environment: 'dev' } })).status,
    ).toBe(201)
    await after.stop()
    const backup = server?.restored(url) ?? ''
    const restored = await start({ GATEHOUSE_DATABASE: backup })
    expect(await submit(restored.origin, 'login', 'later@example.org')).toBe(200)
    expect(await submit(restored.origin, 'registration', 'last@example.org')).toBe(200)
    await restored.stop()
    expect(await gatehouseWith({ GATEHOUSE_DATABASE: url }, 'secrets', 'rotate')).toMatchObject({ code: 0 })
    const retired = await gatehouseWith({ GATEHOUSE_DATABASE: url }, 'secrets', 'retire')
    expect(retired).toMatchObject({ code: 0, output: expect.stringContaining('4 projects') })
    // From now on the same on every machine: the secrets of the folder count as older ones.
    const shared = { GATEHOUSE_DATABASE: url, GATEHOUSE_SECRETS: 'one-secret-that-all-of-the-machines-have' }
    expect(await gatehouseWith(shared, 'secrets', 'retire')).toMatchObject({
      code: 0,
      output: expect.stringContaining('out of GATEHOUSE_SECRETS'),
    })
    const unneeded = await gatehouseWith(shared, 'secrets', 'rotate')
    expect([unneeded.code, unneeded.complaint]).toEqual([1, expect.stringContaining('come from GATEHOUSE_SECRETS')])
    const refused = await gatehouseWith({ GATEHOUSE_DATABASE: url }, 'snapshot', 'list')
    expect([refused.code, refused.complaint]).toEqual([1, expect.stringContaining('is in PostgreSQL')])
  })

  test('not into a database that has another one, nor to what is no address @move-2', async () => {
    const url = server?.createDatabase() ?? ''
    const other = await start({ GATEHOUSE_DATABASE: url, GATEHOUSE_DATA: `${data()}-other` })
    await other.stop()
    const refused = await gatehouse('database', 'move', '--to', url)
    expect([refused.code, refused.complaint]).toEqual([1, expect.stringContaining('another installation')])
    const wrong = await gatehouse('database', 'move', '--to', 'mysql://db/gatehouse')
    expect([wrong.code, wrong.complaint]).toEqual([1, expect.stringContaining('names no PostgreSQL database')])
    const nowhere = await gatehouse('database', 'move', '--to', 'postgres://gatehouse@127.0.0.1:1/gatehouse')
    expect([nowhere.code, nowhere.complaint]).toEqual([1, expect.stringContaining('does not answer')])
  })
})
