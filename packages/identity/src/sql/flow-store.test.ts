import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'

import type { StoredFlow } from '../flows/model/flow.ts'
import { openDatabase, readMigrations } from './open.ts'
import { openTested } from './tested-database.fixture.ts'
import { createFlowStore } from './flow-store.ts'

const flow: StoredFlow = {
  id: 'f',
  kind: 'login',
  type: 'api',
  state: 'choose_method',
  active: undefined,
  requestUrl: 'https://auth.example.org/self-service/login/api',
  returnTo: undefined,
  issuedAt: 1,
  expiresAt: 100,
  updatedAt: 1,
  csrfHash: undefined,
  identityId: undefined,
  nodes: [],
  messages: [],
  details: {},
}

const stored = async () => {
  const database = openTested()
  onTestFinished(() => database.close())
  const flows = createFlowStore(database)
  await flows.insert(flow)
  return { database, flows }
}

test('a flow that was read is not read again until it changes', async () => {
  const { flows } = await stored()
  const first = await flows.find('f')
  expect(await flows.find('f')).toBe(first)
  await flows.update({ ...flow, state: 'sent_email' })
  expect((await flows.find('f'))?.state).toBe('sent_email')
})

test('a change that is taken back was never there', async () => {
  const { database, flows } = await stored()
  await flows.find('f')
  const undone = () =>
    database.write(async () => {
      await flows.update({ ...flow, state: 'undone' })
      expect((await flows.find('f'))?.state).toBe('undone')
      throw new Error('no')
    })
  await expect(undone()).rejects.toThrow('no')
  expect((await flows.find('f'))?.state).toBe('choose_method')
})

test('a flow that was removed is not found', async () => {
  const { flows } = await stored()
  expect(await flows.find('f')).toBeDefined()
  await flows.purgeExpired(2 * 24 * 3_600_000)
  expect(await flows.find('f')).toBeUndefined()
})

test('flows and codes from before they lay in order are there, and still go together', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'gatehouse-')), 'identity.sqlite')
  const before = readMigrations().filter(({ name }) => name < '20261121190000')
  openDatabase(`sqlite://${path}`, { migrations: before }).close()
  const raw = new DatabaseSync(path)
  raw.prepare("INSERT INTO flows VALUES ('f', 'login', NULL, 100, ?)").run(JSON.stringify(flow))
  raw.exec("INSERT INTO codes VALUES ('c', 'f', 'login', 'h', 'a', NULL, 7, 100, NULL)")
  raw.close()
  const database = openDatabase(`sqlite://${path}`)
  onTestFinished(() => database.close())
  const flows = createFlowStore(database)
  expect(await flows.find('f')).toStrictEqual(flow)
  expect(await flows.liveCodes('f', 'login', 50)).toMatchObject([
    { id: 'c', flowId: 'f', codeHash: 'h', expiresAt: 100 },
  ])
  await flows.purgeExpired(2 * 24 * 3_600_000)
  expect(await database.prepare('SELECT count(*) AS codes FROM codes').get()).toEqual({ codes: 0 })
})
