import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { postgresIsMissing, startPostgres, type PostgresProcess } from '@gatehouse/testing/processes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, submit } from './by-host.fixture.ts'
import { ownDataFolder } from './own-data-folder.fixture.ts'
import { signingUp, whoami } from './signing-up.fixture.ts'

const { data, folder, gatehouseWith, start } = ownDataFolder('backup-postgres')

describe.skipIf(postgresIsMissing() !== undefined)('a backup of an installation on PostgreSQL', () => {
  let server: PostgresProcess | undefined
  beforeAll(async () => {
    server = await startPostgres({ fsync: 'off' })
  })
  afterAll(() => server?.stop())
  const newDatabase = () => ({ GATEHOUSE_DATABASE: server?.createDatabase() ?? '' })

  test('is of one moment, under load; it opens in another database, and as files, and these in a database again @backup-9', async () => {
    const shared = newDatabase()
    const nothing = await gatehouseWith(shared, 'backup', 'create', '--to', join(folder(), 'nothing.tar.gz'))
    expect([nothing.code, nothing.complaint]).toEqual([1, expect.stringContaining('no installation in it')])
    const running = await start(shared)
    const key = readFileSync(join(data(), 'workspace-api-key'), 'utf8').trim()
    const projects: { readonly id: string; readonly slug: string }[] = []
    const at = (origin: string, slug = '') => `http://${slug}.localhost:${new URL(origin).port}`
    for (const name of ['Shop', 'Office']) {
      const { body } = await call(`${running.consoleOrigin}/projects`, { key, body: { name, environment: 'dev' } })
      projects.push(body)
      expect(await submit(at(running.origin, body.slug), 'registration', 'ada@example.org')).toBe(200)
    }
    const [shop, office] = projects
    const purge = { key, body: { slug: office?.slug } }
    expect((await call(`${running.consoleOrigin}/projects/${office?.id}/purge`, purge)).status).toBe(200)

    const ofShop = `/projects/${shop?.id}`
    const policy = [{ op: 'add', path: '/services/identity/config/session', value: { lifespan: '13h' } }]
    const token = await call(`${running.consoleOrigin}${ofShop}/tokens`, { key, body: { name: 'kept' } })
    const patched = await call(running.consoleOrigin + ofShop, { key, method: 'PATCH', body: policy })
    expect([token.status, patched.status]).toEqual([201, 200])

    const load = signingUp(running.origin)
    await expect.poll(() => load.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(5)
    const before = [...load.acknowledged]
    const file = join(folder(), 'backup.tar.gz')
    const created = await gatehouseWith(shared, 'backup', 'create', '--to', file, '--json')
    expect(created).toMatchObject({
      code: 0,
      complaint: expect.stringMatching(/identity\.sqlite.*: identities, \d+ of/),
    })
    await expect.poll(() => load.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before.length)
    await load.end()
    await running.stop()
    const result = JSON.parse(created.output)
    const exported = `data/exports/${office?.slug}-${office?.id}`
    expect(result.files.map(({ path }: { path: string }) => path)).toEqual(
      expect.arrayContaining([
        'data/control-plane.sqlite',
        'data/identity.sqlite',
        `data/projects/${shop?.id}/identity.sqlite`,
        `data/projects/${shop?.id}/secrets.json`,
        `${exported}/identity.sqlite`,
        `${exported}/project.json`,
        `${exported}/secrets.json`,
      ]),
    )
    expect(await gatehouseWith({}, 'backup', 'verify', file)).toMatchObject({
      code: 0,
      output: expect.stringContaining(`${result.people} people`),
    })

    /** Restores, starts, and checks sessions, sign-ins, keys and the configuration. */
    async function opens(archive: string, name: string, database: Record<string, string>): Promise<void> {
      const where = { ...database, GATEHOUSE_DATA: join(folder(), name) }
      const restored = await gatehouseWith(where, 'backup', 'restore', archive)
      expect(restored).toMatchObject({ code: 0, output: expect.stringContaining(`${result.people} people`) })
      const isInFiles = database['GATEHOUSE_DATABASE'] === undefined
      expect(existsSync(join(where.GATEHOUSE_DATA, 'identity.sqlite'))).toBe(isInFiles)
      expect(readdirSync(join(where.GATEHOUSE_DATA, 'exports', `${office?.slug}-${office?.id}`))).toHaveLength(3)
      const opened = await start(where)
      try {
        for (const token of before) expect(await whoami(opened.origin, token)).toBe(200)
        expect(await submit(at(opened.origin, shop?.slug), 'login', 'ada@example.org')).toBe(200)
        expect(await submit(opened.origin, 'registration', 'later@example.org')).toBe(200)
        const read = await call(`${opened.consoleOrigin}${ofShop}/eventstreams`, { key: token.body.value })
        const shown = await call(opened.consoleOrigin + ofShop, { key })
        expect([read.status, shown.body.services.identity.config.session]).toEqual([200, { lifespan: '13h' }])
      } finally {
        await opened.stop()
      }
    }
    const full = await gatehouseWith({ ...shared, GATEHOUSE_DATA: join(folder(), 'full') }, 'backup', 'restore', file)
    expect([full.code, full.complaint]).toEqual([
      1,
      expect.stringMatching(/is not empty: it has gatehouse_control[\s\S]*GATEHOUSE_DATABASE/),
    ])
    await opens(file, 'in-database', newDatabase())
    await opens(file, 'in-files', {})
    // Made of files, and restored into a database.
    const ofFiles = join(folder(), 'of-files.tar.gz')
    const files = { GATEHOUSE_DATA: join(folder(), 'in-files') }
    expect(await gatehouseWith(files, 'backup', 'create', '--to', ofFiles)).toMatchObject({ code: 0 })
    const last = { ...newDatabase(), GATEHOUSE_DATA: join(folder(), 'last') }
    expect(await gatehouseWith(last, 'backup', 'restore', ofFiles)).toMatchObject({
      code: 0,
      output: expect.stringContaining(`${result.people + 1} people`),
    })
  })
})
