import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { ownDataFolder } from './own-data-folder.fixture.ts'
import { signingUp, signUp, whoami } from './signing-up.fixture.ts'
import { missingSqlite } from './sqlite-command.fixture.ts'

const { data, folder, gatehouse, gatehouseWith, start } = ownDataFolder('backup')
test.skipIf(missingSqlite() !== undefined)(
  'databases that are copied while a gateway runs are whole, and open with the copied secrets @backup-1',
  async () => {
    const before = await start()
    const copied = await signUp(before.origin, 'before@example.com')
    const copy = join(folder(), 'copy')
    mkdirSync(copy, { mode: 0o700 })
    for (const name of ['identity', 'control-plane']) {
      execFileSync('sqlite3', [`${name}.sqlite`, `.backup ${join(copy, `${name}.sqlite`)}`], { cwd: data() })
    }
    cpSync(join(data(), 'secrets.json'), join(copy, 'secrets.json'))
    const later = await signUp(before.origin, 'after@example.com')
    await before.stop()

    cpSync(copy, data(), { recursive: true, force: true })
    for (const name of ['identity', 'control-plane']) {
      // The log of the previous database does not belong to the copy.
      for (const end of ['-wal', '-shm']) rmSync(join(data(), `${name}.sqlite${end}`), { force: true })
    }
    const restored = await start()
    try {
      expect(await whoami(restored.origin, copied)).toBe(200)
      expect(await whoami(restored.origin, later)).toBe(401)
    } finally {
      await restored.stop()
    }
  },
)

test('a backup of the whole installation under load has all that was acknowledged before it, and opens in another folder @backup-2', async () => {
  const running = await start()
  const key = readFileSync(join(data(), 'workspace-api-key'), 'utf8').trim()
  const projects = (origin: string) => fetch(`${origin}/projects`, { headers: { authorization: `Bearer ${key}` } })
  const made = await fetch(`${running.consoleOrigin}/projects`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Shop', environment: 'dev' }),
  })
  expect(made.status).toBe(201)
  const { id: shop }: { id: string } = await made.json()
  const load = signingUp(running.origin)
  await expect.poll(() => load.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(5)
  const before = [...load.acknowledged]
  const ofShop = async (method: string, path: string, secret: string, body?: unknown, at = running.consoleOrigin) => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const answer = await fetch(`${at}/projects/${shop}${path}`, sent)
    return { status: answer.status, body: await answer.json() }
  }
  // A key and how long sessions last, the last things that are acknowledged before it.
  const token = await ofShop('POST', '/tokens', key, { name: 'kept' })
  const policy = [{ op: 'add', path: '/services/identity/config/session', value: { lifespan: '13h' } }]
  expect([token.status, (await ofShop('PATCH', '', key, policy)).status]).toEqual([201, 200])
  const backups = join(folder(), 'backups')
  const created = await gatehouse('backup', 'create', '--to', `${backups}/`, '--json')
  expect([created.code, created.output]).toEqual([0, expect.stringContaining('momentOfData')])
  // The load did not wait for the backup, nor the backup for the load.
  await expect.poll(() => load.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before.length)
  await load.end()
  await running.stop()
  const result = JSON.parse(created.output)
  const file: string = result.file
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(backups)).toEqual([expect.stringMatching(/^gatehouse-\d{8}T\d{6}Z\.tar\.gz$/)])
  expect(result.people).toBeGreaterThanOrEqual(before.length)
  expect(created.complaint).toMatch(/^data\/control-plane\.sqlite \(1 of \d+\): copied$/m)
  const paths = result.files.map(({ path }: { path: string }) => path)
  expect(paths).toEqual(expect.arrayContaining(['data/identity.sqlite', 'data/secrets.json', 'data/workspace-api-key']))
  expect(paths.filter((path: string) => path.includes('gatehouse.lock'))).toEqual([])
  expect(paths.filter((path: string) => /^data\/projects\/[^/]+\/secrets\.json$/.test(path))).toHaveLength(1)

  const verified = await gatehouse('backup', 'verify', file)
  expect(verified).toMatchObject({ code: 0, output: expect.stringContaining(`${result.people} people`) })
  const full = await gatehouse('backup', 'restore', file)
  expect([full.code, full.complaint]).toEqual([1, expect.stringMatching(/is not empty[\s\S]*GATEHOUSE_DATA/)])
  const again = await gatehouse('backup', 'create', '--to', file)
  expect([again.code, again.complaint]).toEqual([1, expect.stringContaining('is there already')])
  const inside = await gatehouse('backup', 'create', '--to', join(data(), 'copy.tar.gz'))
  expect([inside.code, inside.complaint]).toEqual([1, expect.stringContaining('is in the data folder')])

  const other = { GATEHOUSE_DATA: join(folder(), 'other') }
  expect(await gatehouseWith(other, 'backup', 'restore', file)).toMatchObject({ code: 0 })
  const restored = await start(other)
  try {
    for (const token of before) expect(await whoami(restored.origin, token)).toBe(200)
    const list = await (await projects(restored.consoleOrigin)).json()
    expect(list.map(({ name }: { name: string }) => name)).toContain('Shop')
    const { status } = await ofShop('GET', '/eventstreams', token.body.value, undefined, restored.consoleOrigin)
    const shown = await ofShop('GET', '', key, undefined, restored.consoleOrigin)
    expect([status, shown.body.services.identity.config.session]).toEqual([200, { lifespan: '13h' }])
  } finally {
    await restored.stop()
  }
})

test('a damaged archive is refused, and one of a newer version is not restored @backup-3', async () => {
  const newer = { GATEHOUSE_DATA: join(folder(), 'newer') }
  await (await start(newer)).stop()
  const database = new DatabaseSync(join(newer.GATEHOUSE_DATA, 'identity.sqlite'))
  database.exec("INSERT INTO migrations VALUES ('29990101000000_what_comes', 'unknown', 0)")
  database.close()
  // This version does not serve data that a newer version has migrated.
  await expect(start(newer)).rejects.toThrow(/newer version[\s\S]*29990101000000_what_comes[\s\S]*restore a backup/)

  const file = join(folder(), 'newer.tar.gz')
  expect(await gatehouseWith(newer, 'backup', 'create', '--to', file)).toMatchObject({ code: 0 })
  const target = join(folder(), 'restored')
  const refused = await gatehouseWith({ GATEHOUSE_DATA: target }, 'backup', 'restore', file)
  expect([refused.code, refused.complaint]).toEqual([
    1,
    expect.stringMatching(/newer version[\s\S]*29990101000000_what_comes[\s\S]*with that version/),
  ])

  const bytes = readFileSync(file)
  writeFileSync(file, bytes.subarray(0, bytes.length - 2_000))
  const damaged = await gatehouse('backup', 'verify', file)
  expect([damaged.code, damaged.complaint]).toEqual([1, expect.stringMatching(/cannot be unpacked|is damaged/)])
  const shared = { GATEHOUSE_DATABASE: 'postgres://gatehouse@127.0.0.1:1/gatehouse' }
  const server = await gatehouseWith(shared, 'backup', 'create', '--to', join(folder(), 'server.tar.gz'))
  expect([server.code, server.complaint]).toEqual([1, expect.stringContaining('does not answer')])
})

/** Creates a data folder with a project and a secret; returns its content. */
function installation(name: string) {
  const own = join(folder(), name)
  mkdirSync(join(own, 'projects', 'shop'), { recursive: true, mode: 0o700 })
  const controlPlane = new DatabaseSync(join(own, 'control-plane.sqlite'))
  controlPlane.exec('CREATE TABLE projects (id TEXT); INSERT INTO projects VALUES (1)')
  controlPlane.close()
  writeFileSync(join(own, 'secrets.json'), 'of the moment')
  writeFileSync(join(own, 'projects', 'shop', 'secrets.json'), 'of the project')
  return own
}

/** Runs a command that does something at the first line it says. */
async function atFirstLine(data: string, script: string, ...args: readonly string[]) {
  const preload = join(folder(), 'at-first-line.mjs')
  writeFileSync(
    preload,
    `import { renameSync, writeFileSync } from 'node:fs'
    const say = console.error
    console.error = (...words) => { say(...words); console.error = say; ${script} }`,
  )
  return gatehouseWith({ GATEHOUSE_DATA: data, NODE_OPTIONS: `--import=${preload}` }, ...args)
}

test('a database is copied with its rows whatever a kratos.yml calls it, without asking for anything else that file names @backup-4', async () => {
  const own = installation('other-names')
  const kratos = join(folder(), 'kratos.yml')
  // No server listens there, as for a service without a network.
  const schema = 'https://127.0.0.1:1/person.schema.json'
  writeFileSync(
    kratos,
    `dsn: sqlite://${own}/accounts.db\nidentity:\n  default_schema_id: p\n  schemas: [{ id: p, url: "${schema}" }]\n`,
  )
  const accounts = new DatabaseSync(join(own, 'accounts.db'))
  accounts.exec('PRAGMA journal_mode = WAL; CREATE TABLE identities (id TEXT); INSERT INTO identities VALUES (1), (2)')
  writeFileSync(join(own, 'my-journal'), 'is no journal of a database')
  const file = join(folder(), 'other-names.tar.gz')
  const environment = { GATEHOUSE_DATA: own, GATEHOUSE_IDENTITY_CONFIG: kratos }
  const created = await gatehouseWith(environment, 'backup', 'create', '--to', file, '--json')
  accounts.close()
  expect([created.code, created.complaint]).toEqual([0, expect.stringContaining('packing')])
  const files: { path: string; database?: object }[] = JSON.parse(created.output).files
  expect(files.map(({ path }) => path).toSorted()).toEqual([
    'data/accounts.db',
    'data/control-plane.sqlite',
    'data/my-journal',
    'data/projects/shop/secrets.json',
    'data/secrets.json',
    'outside/kratos.yml',
  ])
  expect(files.find(({ path }) => path === 'data/accounts.db')?.database).toMatchObject({ rows: { identities: 2 } })
})

test('a link in the data folder, and a folder of no installation, are refused @backup-5', async () => {
  const own = installation('linked')
  symlinkSync(folder(), join(own, 'other-disk'))
  const target = join(folder(), 'refused.tar.gz')
  const linked = await gatehouseWith({ GATEHOUSE_DATA: own }, 'backup', 'create', '--to', target)
  expect([linked.code, linked.complaint]).toEqual([
    1,
    expect.stringMatching(/linked\/other-disk[\s\S]*is a symbolic link[\s\S]*remove the link/),
  ])
  rmSync(join(own, 'control-plane.sqlite'))
  const empty = await gatehouseWith({ GATEHOUSE_DATA: own }, 'backup', 'create', '--to', target)
  expect([empty.code, empty.complaint]).toEqual([
    1,
    expect.stringMatching(/has no control-plane\.sqlite[\s\S]*GATEHOUSE_DATA/),
  ])
  expect(existsSync(target)).toBe(false)
})

test('secrets and files of projects are those of the moment, whatever happens while databases are copied @backup-6', async () => {
  const own = installation('changing')
  const file = join(folder(), 'changing.tar.gz')
  const changes = `writeFileSync(${JSON.stringify(join(own, 'secrets.json'))}, 'of later')
    renameSync(${JSON.stringify(join(own, 'projects', 'shop'))}, ${JSON.stringify(join(own, 'deleted'))})`
  const created = await atFirstLine(own, changes, 'backup', 'create', '--to', file)
  expect([created.code, existsSync(join(own, 'deleted'))]).toEqual([0, true])
  const restored = join(folder(), 'changed')
  expect(await gatehouseWith({ GATEHOUSE_DATA: restored }, 'backup', 'restore', file)).toMatchObject({ code: 0 })
  expect(readFileSync(join(restored, 'secrets.json'), 'utf8')).toBe('of the moment')
  expect(readFileSync(join(restored, 'projects', 'shop', 'secrets.json'), 'utf8')).toBe('of the project')
})

test('a backup that is interrupted leaves nothing behind @backup-7', async () => {
  const own = installation('interrupted')
  const backups = join(folder(), 'interrupted-backups')
  const interrupt = "process.kill(process.pid, 'SIGINT')"
  const created = await atFirstLine(own, interrupt, 'backup', 'create', '--to', `${backups}/`)
  expect(created).toMatchObject({ code: 130, output: '' })
  expect(readdirSync(backups)).toEqual([])
})
