import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresIsMissing, startPostgres } from '@gatehouse/testing/processes'
import type { PostgresProcess } from '@gatehouse/testing/processes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHarness } from '../flows/flow-harness.fixture.ts'
import { copyProject, projectContents, removeProject } from './copy.ts'
import { openDatabase } from './open.ts'

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
