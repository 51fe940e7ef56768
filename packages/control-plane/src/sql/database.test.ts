import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { createTestControlPlane } from '../service.fixture.ts'
import { openControlDatabase, readMigrations } from './open.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'gatehouse-control-sql-'))

test('a kill -9 during writes loses no acknowledged change, and each change has its line @database-1', async () => {
  const data = folder()
  const program = fileURLToPath(new URL('crash.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [program, data], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  for await (const chunk of child.stdout) {
    said += String(chunk)
    if (said.split('\n').length > 30) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  const answered = said.split('\n').filter((line) => line.length === 36)
  expect(answered.length).toBeGreaterThanOrEqual(30)
  const plane = await createTestControlPlane(data)
  const { workspaces } = (await plane.call('GET', '/workspaces?page_size=1000')).body
  const ids = workspaces.map(({ id }: { id: string }) => id)
  expect(ids).toEqual(expect.arrayContaining(answered))
  for (const id of answered.slice(-3)) {
    const { entries } = (await plane.call('GET', `/workspaces/${id}/audit`)).body
    expect(entries).toEqual([expect.objectContaining({ operation: 'createWorkspace' })])
  }
  await plane.plane.stop()
})

test('a database of a newer version, a changed history and a file that is none are refused by name', () => {
  const file = join(folder(), 'control-plane.sqlite')
  const migrations = readMigrations()
  openControlDatabase(file, { migrations: [...migrations, { name: '29990101000000_later', sql: 'SELECT 1' }] }).close()
  expect(() => openControlDatabase(file)).toThrow(/control-plane.sqlite cannot be used: .*newer version.*29990101/)
  const other = join(folder(), 'control-plane.sqlite')
  openControlDatabase(other).close()
  const changed = migrations.map((one, index) => (index === 0 ? { ...one, sql: `${one.sql}\n-- changed` } : one))
  expect(() => openControlDatabase(other, { migrations: changed })).toThrow('was changed after it was applied')
  expect(() => openControlDatabase('/dev/null/control-plane.sqlite')).toThrow()
})

test('an audit log from before onboarding links keeps its lines and positions, and stays append-only', async () => {
  const file = join(folder(), 'control-plane.sqlite')
  const migrations = readMigrations()
  const before = migrations.filter(({ name }) => name < '20261124090000')
  expect(before.length).toBeLessThan(migrations.length)
  const columns = 'position, id, at, actor_kind, actor_id, actor_name, operation, target_kind, target_id, target_name'
  const insert = `INSERT INTO audit_log (${columns}) VALUES (?, ?, 1, ?, 'x', 'x', 'x', 'x', 'x', 'x')`
  const old = openControlDatabase(file, { migrations: before })
  await old.write(() => old.prepare(insert).run(3, 'first', 'key'))
  await old.write(() => old.prepare(insert).run(7, 'second', 'operator'))
  old.close()
  const database = openControlDatabase(file)
  await database.write(() => database.prepare(insert).run(null, 'third', 'link'))
  const lines = await database.prepare('SELECT position, id, actor_kind FROM audit_log ORDER BY position').all()
  expect(lines.map((line) => Object.values(line))).toEqual([
    [3, 'first', 'key'],
    [7, 'second', 'operator'],
    [8, 'third', 'link'],
  ])
  for (const change of ["UPDATE audit_log SET actor_name = 'y'", 'DELETE FROM audit_log']) {
    await expect(database.write(() => database.prepare(change).run())).rejects.toThrow('append-only')
  }
  database.close()
})

test('revisions of before names were kept get the name of the audit log, or keep the id alone', async () => {
  const file = join(folder(), 'control-plane.sqlite')
  const old = openControlDatabase(file, { migrations: readMigrations().filter(({ name }) => name < '20261125090000') })
  const project = 'id, workspace_id, slug, name, environment, home_region, state, revision_id, settings'
  const line = 'id, at, actor_kind, actor_id, actor_name, operation, target_kind, target_id, target_name'
  for (const sql of [
    `INSERT INTO workspaces (id, slug, name, access_policy, created_at, updated_at)
     VALUES ('w', 'w', 'W', 'CHECK_ACCESS_PERMISSION', 1, 1)`,
    `INSERT INTO projects (${project}, created_at, updated_at)
     VALUES ('p', 'w', 'p', 'P', 'dev', 'global', 'running', 'r', '{}', 1, 1)`,
    `INSERT INTO audit_log (${line})
     VALUES ('1', 1, 'operator', 'ada', 'ada@before.example', 'x', 'x', 'x', 'x'),
            ('2', 2, 'operator', 'ada', 'ada@example.org', 'x', 'x', 'x', 'x')`,
  ]) {
    await old.write(() => old.prepare(sql).run())
  }
  const insert = old.prepare(
    "INSERT INTO project_revisions (id, project_id, name, settings, made_by, created_at) VALUES (?, 'p', 'P', '{}', ?, 1)",
  )
  for (const maker of ['ada', 'start', 'other']) await old.write(() => insert.run(`by ${maker}`, maker))
  old.close()
  const database = openControlDatabase(file)
  const rows = await database
    .prepare('SELECT made_by, maker_kind, maker_name FROM project_revisions ORDER BY made_by')
    .all()
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['ada', 'operator', 'ada@example.org'],
    ['other', null, null],
    ['start', 'system', 'start'],
  ])
  database.close()
})

test('a transaction is atomic', async () => {
  const database = openControlDatabase(':memory:')
  const columns = 'id, slug, name, access_policy, created_at, updated_at'
  const add = database.prepare(
    `INSERT INTO workspaces (${columns}) VALUES (?, ?, 'W', 'CHECK_ACCESS_PERMISSION', 1, 1)`,
  )
  const count = database.prepare('SELECT count(*) AS n FROM workspaces')
  const fail = () =>
    database.durable(async () => {
      await add.run('a', 'a')
      await database.durable(() => add.run('b', 'b'))
      throw new Error('no')
    })
  await expect(fail()).rejects.toThrow('no')
  expect(await count.get()).toEqual({ n: 0 })
  database.close()
  expect(await database.healthy()).toBe(false)
})
