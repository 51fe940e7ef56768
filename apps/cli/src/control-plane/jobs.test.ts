import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type GatewayProcess, startGateway } from '@gatehouse/testing/processes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { timeoutMs, program, run } from '../terminal.fixture.ts'

vi.setConfig({ testTimeout: timeoutMs, hookTimeout: timeoutMs })

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

/** The command, with a key of this control plane. */
const gatehouse = (...args: readonly string[]) => run(gateway.dataFolder, withKey(...args))
const withKey = (...args: readonly string[]) => [
  ...args,
  '--control-plane-url',
  gateway.consoleOrigin,
  '--key-file',
  join(gateway.dataFolder, 'workspace-api-key'),
]

/** How many entries ended so, by the last line that says it. */
const countOf = (end: string, complaint: string) => Number(complaint.match(new RegExp(`\\d+(?= ${end})`, 'g'))?.at(-1))

async function runningJob(): Promise<{ readonly id: string } | undefined> {
  const { jobs } = await (await call(`/projects/${project}/jobs`)).json()
  return jobs.find((one: { state: string; done: number }) => one.state === 'running' && one.done > 0)
}

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

test('Ctrl-C leaves the job running; it is stopped by its id, and its file is started again @jobs-6', async () => {
  // Passwords in the clear are hashed one by one, which leaves time for a person to interrupt it.
  const count = 400
  const credentials = { password: { config: { password: 'a quite long sentence' } } }
  const people = Array.from({ length: count }, (_, index) =>
    JSON.stringify({ schema_id: 'person', traits: { email: `many-${index}@example.org` }, credentials }),
  )
  await writeFile(join(gateway.dataFolder, 'many.jsonl'), people.join('\n'))
  const importing = spawn(process.execPath, [program, ...withKey('import', 'many.jsonl', '--project', project)], {
    cwd: gateway.dataFolder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  importing.stderr.on('data', (chunk) => (complaint += String(chunk)))
  const job = await expect
    .poll(async () => (await runningJob())?.id, { timeout: timeoutMs, interval: 20 })
    .toBeTypeOf('string')
    .then(runningJob)
  importing.kill('SIGINT')
  const [code] = await once(importing, 'exit')
  expect([code, complaint]).toEqual([130, expect.stringContaining(`gatehouse jobs ${job?.id} --project ${project}`)])

  const stopped = await gatehouse('jobs', String(job?.id), '--stop', '--project', project)
  expect([stopped.code, stopped.complaint]).toEqual([1, expect.stringContaining('stopped')])
  const [, again = ''] = /gatehouse import --resume ([\da-f-]{36})/.exec(stopped.complaint) ?? []
  const before = countOf('created', stopped.complaint)
  expect(before).toBeLessThan(count)
  const rest = await gatehouse('import', '--resume', again, '--project', project)
  expect([rest.code, countOf('created', rest.complaint)]).toEqual([0, count - before])
  expect(countOf('exists', rest.complaint)).toBe(before)
})

test('a refused action is explained in words, and nothing is sent to a stranger @jobs-5', async () => {
  const noProject = await gatehouse('jobs')
  expect([noProject.code, noProject.complaint]).toEqual([1, expect.stringContaining('--project')])
  const unknown = await gatehouse('jobs', crypto.randomUUID(), '--project', project)
  expect([unknown.code, unknown.complaint]).toEqual([1, expect.stringContaining('no job of this id')])
  const stranger = await run(gateway.dataFolder, ['jobs', '--project', 'x', '--control-plane-url', 'https://x.example'])
  expect([stranger.code, stranger.complaint]).toEqual([1, expect.stringContaining('--key-file')])
})
