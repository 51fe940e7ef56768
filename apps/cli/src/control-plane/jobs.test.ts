import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type GatewayProcess, startGateway } from '@gatehouse/testing/processes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { patience, run } from '../terminal.fixture.ts'

vi.setConfig({ testTimeout: patience, hookTimeout: patience })

let gateway: GatewayProcess
let project = ''
let key = ''
beforeAll(async () => {
  gateway = await startGateway()
  key = (await readFile(join(gateway.dataFolder, 'workspace-api-key'), 'utf8')).trim()
  const projects = await (await call('/projects')).json()
  project = projects[0].slug
})
afterAll(() => gateway.stop())

const call = (path: string) =>
  fetch(`${gateway.consoleOrigin}${path}`, { headers: { authorization: `Bearer ${key}`, accept: 'application/json' } })

/** The command as somebody with a key of this control plane calls it. */
const gatehouse = (...args: readonly string[]) =>
  run(gateway.dataFolder, [
    ...args,
    '--control-plane-url',
    gateway.consoleOrigin,
    '--key-file',
    join(gateway.dataFolder, 'workspace-api-key'),
  ])

test('a table is imported at a running control plane, with progress and a report, and its job is listed @jobs-4', async () => {
  const people = ['ada', 'grace'].map((name) => `${name}-cli@example.org`)
  await writeFile(join(gateway.dataFolder, 'people.csv'), ['email', ...people, 'no address'].join('\n'))
  const look = await gatehouse('import', 'people.csv', '--project', project, '--dry-run')
  expect([look.code, look.complaint]).toEqual([1, expect.stringContaining('2 fine, 1 refused')])
  expect(look.complaint).toContain('line 4')
  const imported = await gatehouse('import', 'people.csv', '--project', project, '--report', 'report.jsonl')
  expect([imported.code, imported.complaint]).toEqual([1, expect.stringContaining('3 of 3')])
  expect(imported.complaint).toMatch(/2 created/)
  const report = (await readFile(join(gateway.dataFolder, 'report.jsonl'), 'utf8')).trim().split('\n')
  const results = report.map((line): string => JSON.parse(line).result)
  expect(results.filter((one) => one === 'created')).toHaveLength(2)
  expect(results).toContain('refused')
  const listed = await gatehouse('jobs', '--project', project)
  expect(listed.output).toMatch(/^[\da-f-]{36} {2}import {2}done {2}3 of 3/)
  const [id = ''] = listed.output.split(' ')
  // One that has ended stays as it is.
  expect((await gatehouse('jobs', id, '--stop', '--project', project)).complaint).toContain('done')
})

test('what cannot be done is said in words, and nothing is sent to a stranger @jobs-5', async () => {
  const noProject = await gatehouse('jobs')
  expect([noProject.code, noProject.complaint]).toEqual([1, expect.stringContaining('--project')])
  const unknown = await gatehouse('jobs', crypto.randomUUID(), '--project', project)
  expect([unknown.code, unknown.complaint]).toEqual([1, expect.stringContaining('no job of this id')])
  const stranger = await run(gateway.dataFolder, ['jobs', '--project', 'x', '--control-plane-url', 'https://x.example'])
  expect([stranger.code, stranger.complaint]).toEqual([1, expect.stringContaining('--key-file')])
})
