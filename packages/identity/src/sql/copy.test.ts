import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresIsMissing, startPostgres, type PostgresProcess } from '@gatehouse/testing/processes'
import { openPostgresSnapshot, type Database } from '@gatehouse/platform/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness } from '../flows/flow-harness.fixture.ts'
import { copyProject, copyProjectAsOf, projectContents, removeProject } from './copy.ts'
import { createEventStore } from './event-store.ts'
import { openDatabase, projectIn } from './open.ts'

const skipped = postgresIsMissing() !== undefined
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-copy-'))
let server: PostgresProcess | undefined
beforeAll(async () => {
  if (!skipped) server = await startPostgres({ fsync: 'off' })
})
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true })
})

test.skipIf(skipped)('a project is the same in the other database, and its people sign in there @copy-1', async () => {
  const dsn = `sqlite://${folder}/before.sqlite`
  const before = await createHarness({}, undefined, {}, { dsn })
  for (const name of ['ada', 'grace', 'emilie']) await before.account(`${name}@example.org`)
  await before.browser().signIn('ada@example.org')
  await before.stop()

  const source = openDatabase(dsn)
  const url = server?.createDatabase() ?? ''
  const target = openDatabase(url)
  await copyProject(source, target)
  // As after an interruption.
  await copyProject(source, target)
  const copied = await projectContents(target)
  expect(copied).toEqual(await projectContents(source))
  expect([copied['identities']?.rows, Number(copied['events']?.rows) > 3]).toEqual([3, true])
  source.close()

  const after = await createHarness({}, undefined, {}, { dsn: url })
  expect((await after.browser().signIn('grace@example.org')).status).toBe(200)
  const found = await after.admin('GET', '/identities?search=emil')
  expect(found.body).toHaveLength(1)
  const events = await after.events.tail({ after: Number(copied['events']?.rows), limit: 10 })
  expect(events.map(({ type }) => type)).toContain('LoginSucceeded')
  await after.account('later@example.org')
  await after.stop()

  const back = openDatabase(`sqlite://${folder}/back.sqlite`)
  await copyProject(target, back)
  expect(await projectContents(back)).toEqual(await projectContents(target))
  await removeProject(target)
  expect(Object.values(await projectContents(target)).map(({ rows }) => rows)).toEqual(
    Object.values(copied).map(() => 0),
  )
  for (const database of [target, back]) database.close()
  const again = await createHarness({}, undefined, {}, { dsn: `sqlite://${folder}/back.sqlite` })
  expect((await again.browser().signIn('later@example.org')).status).toBe(200)
  await again.stop()
})

test.skipIf(skipped)(
  'sequences go on behind events that have had their time, and a copy of one moment has what was not read yet @copy-2',
  async () => {
    const url = server?.createDatabase() ?? ''
    const early = openDatabase(`sqlite://${folder}/early.sqlite`)
    const target = openDatabase(url)
    const late = openDatabase(`sqlite://${folder}/late.sqlite`)
    const event = { type: 'LoginSucceeded', schemaVersion: 1, time: 1, actor: '{}', data: '{}' } as const
    const ofNoAccount = { identityId: undefined, sessionId: undefined, flowId: undefined, client: undefined }
    const insert = (database: Database, id: string) =>
      createEventStore(database).insert({ ...event, ...ofNoAccount, id })
    const sequences = async (database: Database) =>
      (await createEventStore(database).tail(0, 10)).map(({ id, sequence }) => [id, sequence])
    const removeAll = (database: Database) => database.write(() => database.prepare('DELETE FROM events').run())
    for (const id of ['first', 'second']) await insert(early, id)
    await removeAll(early)
    await copyProject(early, target)
    await insert(target, 'third')
    expect(await sequences(target)).toEqual([['third', 3]])
    await removeAll(target)
    await insert(target, 'fourth')

    const snapshot = await openPostgresSnapshot(url)
    const moment = await projectIn(snapshot, 'default')
    if (moment === undefined) throw new Error('the database has projects')
    await insert(target, 'of later')
    const { before, after } = await copyProjectAsOf(moment, late)
    expect(after).toEqual(before)
    expect(await sequences(late)).toEqual([['fourth', 4]])
    await removeAll(late)
    await insert(late, 'fifth')
    expect(await sequences(late)).toEqual([['fifth', 5]])
    await expect(moment.prepare('DELETE FROM events').all()).rejects.toThrow('read-only transaction')
    await snapshot.release()
    for (const database of [early, target, late]) database.close()
  },
)
