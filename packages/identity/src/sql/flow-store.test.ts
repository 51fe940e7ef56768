import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'

import type { StoredFlow } from '../flows/model/flow.ts'
import { openDatabase } from './open.ts'
import { createFlowStore } from './flow-store.ts'
import { readMigrations } from './open.ts'

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

const stored = () => {
  const database = openDatabase('memory')
  onTestFinished(() => database.close())
  const flows = createFlowStore(database)
  flows.insert(flow)
  return { database, flows }
}

test('a flow that was read is not read again until it changes', () => {
  const { flows } = stored()
  const first = flows.find('f')
  expect(flows.find('f')).toBe(first)
  flows.update({ ...flow, state: 'sent_email' })
  expect(flows.find('f')?.state).toBe('sent_email')
})

test('a change that is taken back was never there', () => {
  const { database, flows } = stored()
  flows.find('f')
  const undone = () =>
    database.write(() => {
      flows.update({ ...flow, state: 'undone' })
      expect(flows.find('f')?.state).toBe('undone')
      throw new Error('no')
    })
  expect(undone).toThrow('no')
  expect(flows.find('f')?.state).toBe('choose_method')
})

test('a flow that was removed is not found', () => {
  const { flows } = stored()
  expect(flows.find('f')).toBeDefined()
  flows.purgeExpired(2 * 24 * 3_600_000)
  expect(flows.find('f')).toBeUndefined()
})

test('flows and codes from before they lay in order are there, and still go together', () => {
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
  expect(flows.find('f')).toStrictEqual(flow)
  expect(flows.liveCodes('f', 'login', 50)).toMatchObject([{ id: 'c', flowId: 'f', codeHash: 'h', expiresAt: 100 }])
  flows.purgeExpired(2 * 24 * 3_600_000)
  expect(database.prepare('SELECT count(*) AS codes FROM codes').get()).toEqual({ codes: 0 })
})
