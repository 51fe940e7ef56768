import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  postgresIsMissing,
  startPostgres,
  type GatewayProcess,
  type PostgresProcess,
} from '@gatehouse/testing/processes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, submit } from './by-host.fixture.ts'
import { ownDataFolder } from './own-data-folder.fixture.ts'

const { data, folder, gatehouse, gatehouseWith, start } = ownDataFolder('database')
const mover = fileURLToPath(new URL('../../gateway/src/move-database.ts', import.meta.url))
const peopleInEach = 4
/** People in the second project, by an import: ten thousand for the measurement in docs/reference/performance.md. */
const imported = Number(process.env['GATEHOUSE_TESTED_PEOPLE'] ?? 300)
/** Development mode has them. */
const demoPeople = 2

/** Of `password`, by bcrypt with the least cost. */
const hash = '$2b$04$G1XwcNIrIeU/I4Ft6LsGo.wDjHLuBg/H9rXZXRmVfr2DQUby5wsw6'
const importedAddress = (index: number) => `imported-${index}@example.org`
const table = (from: number, count: number) =>
  ['email,password_hash', ...Array.from({ length: count }, (_, at) => `${importedAddress(from + at)},${hash}`)].join(
    '\n',
  )

const addresses = Array.from({ length: peopleInEach }, (_, index) => `person-${index}@example.org`)

/** Creates three projects with people, a stream and a key of each. */
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
  // One file is imported, another one waits, and a text was missed.
  const [, shop] = projects
  const at = `/projects/${shop?.id}`
  // The first sign-in must not rehash imported passwords.
  const hashers = { algorithm: 'bcrypt', bcrypt: { cost: 4 } }
  const change = [{ op: 'add', path: '/services/identity/config/hashers', value: hashers }]
  expect((await call(`${gateway.consoleOrigin}${at}`, { body: change, key, method: 'PATCH' })).status).toBe(200)
  const handIn = async (text: string) =>
    (await call(`${gateway.consoleOrigin}${at}/imports?file_name=people.csv`, { text, key })).body.id
  const job = (await control(`${at}/imports/${await handIn(table(0, imported))}/start`, {})).body.id
  const state = async () => (await control(`${at}/jobs/${job}`)).body.state
  await expect.poll(state, { timeout: 60_000 + imported * 30, interval: 100 }).toBe('done')
  const waiting = await handIn(table(imported, 1))
  const origin = gateway.origin
  const missed = await fetch(`${origin}/locales/add/fr/login`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ 'hint.moved': 'A hint that moves' }),
  })
  expect(missed.status).toBe(204)
  return { projects, keys, shopPath: at, job: String(job), waiting: String(waiting) }
}

/** Signs in all imported people, a few at a time; returns the addresses of those who could not sign in. */
async function refusedIn(origin: string, count: number): Promise<readonly string[]> {
  const waiting = Array.from({ length: count }, (_, index) => importedAddress(index))
  const refused: string[] = []
  const one = async () => {
    for (let email = waiting.pop(); email !== undefined; email = waiting.pop()) {
      if ((await submit(origin, 'login', email)) !== 200) refused.push(email)
    }
  }
  await Promise.all(Array.from({ length: 6 }, one))
  return refused
}

describe.skipIf(postgresIsMissing() !== undefined)('an installation moves to PostgreSQL', () => {
  let server: PostgresProcess | undefined
  beforeAll(async () => {
    server = await startPostgres({ fsync: 'off' })
  })
  afterAll(() => server?.stop())

  test(
    'whole, after an interruption as well: every person signs in, keys and streams count, from a backup as well @move-1',
    async () => {
      const first = await start()
      const key = (await readFile(join(data(), 'workspace-api-key'), 'utf8')).trim()
      const { projects, keys, shopPath, job, waiting } = await fill(first, key)
      const url = server?.createDatabase() ?? ''
      const busy = await gatehouse('database', 'move', '--to', url)
      expect([busy.code, busy.complaint]).toEqual([1, expect.stringContaining('in use by another Gatehouse')])
      await first.stop()

      // The program itself: a wrapper would leave it running.
      const interrupted = promisify(execFile)(process.execPath, [mover, '--to', url], {
        env: { ...process.env, GATEHOUSE_DATA: data() },
      })
      interrupted.child.stderr?.on('data', (said) => {
        if (String(said).includes('identities')) interrupted.child.kill('SIGKILL')
      })
      await expect(interrupted).rejects.toMatchObject({ signal: 'SIGKILL', stdout: '' })
      const moved = await gatehouse('database', 'move', '--to', url)
      expect(moved).toMatchObject({
        code: 0,
        output: expect.stringContaining(`3 projects, ${3 * peopleInEach + imported + demoPeople} people`),
      })
      expect(moved.complaint).toMatch(/^control plane \(1 of 4\): audit_log, \d+ of \d+ rows$/m)
      expect(moved.complaint.match(/tables is the same$/gm)).toHaveLength(4)
      // Without the database the files would be served as they were.
      const forgotten = await gatehouse('start')
      expect([forgotten.code, forgotten.complaint]).toEqual([1, expect.stringContaining('was moved to PostgreSQL')])
      const there = { GATEHOUSE_DATABASE: url }
      const merge = ['locales', 'merge', '--locales', join(folder(), 'locales')]
      expect((await gatehouseWith(there, ...merge, '--dry-run')).output).toContain(
        '+ fr/login hint.moved: "A hint that moves"',
      )
      expect((await gatehouseWith(there, ...merge, '--forget')).output).toContain('1 added')
      expect((await gatehouseWith(there, ...merge)).output).toContain('No missing texts')

      const after = await start({ GATEHOUSE_DATABASE: url })
      for (const [index, { id, origin }] of projects.entries()) {
        for (const email of addresses) expect(await submit(origin, 'login', email)).toBe(200)
        const streams = await call(`${after.consoleOrigin}/projects/${id}/eventstreams`, { key: keys[index] ?? '' })
        expect([streams.status, streams.body.event_streams.length]).toEqual([200, 1])
      }
      expect(await refusedIn(projects[1]?.origin ?? '', imported)).toEqual([])
      expect(await submit(after.origin, 'registration', 'later@example.org')).toBe(200)
      // Files and reports have come along.
      const control = (path: string, body?: unknown) => call(`${after.consoleOrigin}${path}`, { body, key })
      const report = String((await control(`${shopPath}/jobs/${job}/report`)).body)
        .trim()
        .split('\n')
      expect(report).toHaveLength(imported)
      expect((await control(`${shopPath}/imports/${waiting}/start`, {})).status).toBe(201)
      const signIn = () => submit(projects[1]?.origin ?? '', 'login', importedAddress(imported))
      await expect.poll(signIn, { timeout: 20_000 }).toBe(200)

      // A deleted project stays in the database until it is removed there.
      const office = projects[2]
      const slug = new URL(office?.origin ?? '').hostname.split('.')[0]
      const purged = await control(`/projects/${office?.id}/purge`, { slug })
      expect(purged.body).toMatchObject({ archive_id: office?.id })
      expect((await gatehouseWith(there, 'archive', 'list')).output).toContain(`${slug}  Office`)
      const output = join(folder(), 'office')
      const exported = await gatehouseWith(there, 'archive', 'export', office?.id ?? '', '--output', output)
      expect(exported).toMatchObject({ code: 0, output: expect.stringContaining(output) })
      expect(await readdir(output)).toEqual(expect.arrayContaining(['identity.sqlite', 'project.json', 'secrets.json']))
      const accounts = new DatabaseSync(join(output, 'identity.sqlite'))
      expect(accounts.prepare('SELECT count(*) AS people FROM identities').get()).toEqual({ people: peopleInEach })
      accounts.close()
      expect(await gatehouseWith(there, 'archive', 'remove', office?.id ?? '')).toMatchObject({ code: 0 })
      expect((await gatehouseWith(there, 'archive', 'export', office?.id ?? '')).complaint).toContain(
        'none that was deleted',
      )
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
      expect(retired).toMatchObject({ code: 0, output: expect.stringContaining('3 projects') })
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
    },
    180_000 + imported * 100,
  )

  test('not into a database that has another one, nor to an invalid address @move-2', async () => {
    const url = server?.createDatabase() ?? ''
    const other = await start({ GATEHOUSE_DATABASE: url, GATEHOUSE_DATA: `${data()}-other` })
    await other.stop()
    const refused = await gatehouse('database', 'move', '--to', url)
    expect([refused.code, refused.complaint]).toEqual([1, expect.stringContaining('another installation')])
    const wrong = await gatehouse('database', 'move', '--to', 'mysql://db/gatehouse')
    expect([wrong.code, wrong.complaint]).toEqual([1, expect.stringContaining('names no PostgreSQL database')])
    const nowhere = await gatehouse('database', 'move', '--to', 'postgres://gatehouse@127.0.0.1:1/gatehouse')
    expect([nowhere.code, nowhere.complaint]).toEqual([1, expect.stringContaining('where no PostgreSQL answers')])
  })
})
