import { expect, test } from 'vitest'
import { root } from '../../runners/tool.ts'
import { allCalls, identityTable } from './all-calls.ts'
import { readTestIds } from '../test-ids.ts'
import type { CallRow } from './call.ts'
import { unprovedCalls } from './unproved.ts'
import { fieldOperationNames, identityOperations } from './wire-operations.ts'

const ids = readTestIds(root)
const whole = await allCalls()

function problemsWith(row: CallRow): readonly string[] {
  return unprovedCalls(root, ids, [...whole, { title: 'made up', rows: [row] }], [])
}

const good: CallRow = {
  call: 'made-up',
  wire: 'GET /made-up',
  makers: [{ name: '/sessions', evidence: [{ file: 'apps/cli/src/commands/whoami.ts', says: 'toSession' }] }],
  tests: [{ id: 'gatehouse-1' }],
}

test('every call is made by something or says why not, and has a test that exists', () => {
  expect(unprovedCalls(root, ids, whole, Object.keys(identityTable))).toEqual([])
})

test('the list is that of the client’s classes, 58 operations for identities and 33 of the control plane', async () => {
  const calls = new Set(whole.flatMap(({ rows }) => rows.map(({ call }) => call)))
  const wanted = [...(await identityOperations()).map(({ name }) => name), ...fieldOperationNames()]
  expect(wanted).toHaveLength(58 + 33)
  expect(wanted.filter((name) => !calls.has(name))).toEqual([])
})

test('an operation that no table names is a finding, and so is a name that no client has', () => {
  const unnamed: CallRow = { call: 'FrontendApi.newOne', wire: 'GET /new', makers: [], tests: [] }
  expect(problemsWith(unnamed)).toEqual([
    'docs/reference/calls.md: FrontendApi.newOne: no test is named (tooling/checks/calls)',
    'docs/reference/calls.md: FrontendApi.newOne: nobody makes it, and no reason is given',
  ])
  expect(unprovedCalls(root, ids, whole, ['FrontendApi.oldOne'])).toEqual([
    'docs/reference/calls.md: FrontendApi.oldOne is no call of the client',
  ])
})

test('a page that no longer makes its call, and a file or test that is gone, are findings', () => {
  expect(problemsWith(good)).toEqual([])
  const maker = (file: string, says: string) => [{ name: '/x', evidence: [{ file, says }] }]
  expect(problemsWith({ ...good, makers: maker('apps/cli/src/main.ts', 'noSuchCall(') })).toHaveLength(1)
  expect(problemsWith({ ...good, makers: maker('apps/cli/src/nowhere.ts', 'toSession') })).toHaveLength(1)
  expect(problemsWith({ ...good, tests: [{ id: 'gone-1' }] })).toHaveLength(1)
  expect(problemsWith({ ...good, tests: [{ id: 'gatehouse-1', row: 'noSuchRow' }] })).toHaveLength(1)
})
