import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { timeoutMs, program, run, startForTerminal, type TerminalService } from '../terminal.fixture.ts'

vi.setConfig({ testTimeout: timeoutMs, hookTimeout: timeoutMs })

let service: TerminalService
beforeAll(async () => {
  service = await startForTerminal()
})
afterAll(() => service.stop())

const person = (email: string, more: object = {}) => ({ schema_id: 'person', traits: { email }, ...more })
const hashed = (hash: string) => ({ credentials: { password: { config: { hashed_password: hash } } } })
const file = async (name: string, text: string) => {
  await writeFile(join(service.folder, name), text)
  return name
}
const jsonLines = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const importing = (files: readonly string[], ...args: readonly string[]) =>
  run(service.folder, ['import', ...files, '--admin-url', service.adminUrl, ...args])
const report = async () => {
  const text = await readFile(join(service.folder, 'gatehouse-import.report.jsonl'), 'utf8')
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}
const emailsThere = async (): Promise<readonly string[]> =>
  (await service.admin('GET', '/identities')).body.map((one: { traits: { email: string } }) => one.traits.email)

test('faults are reported by line, and stop nothing @import-1', async () => {
  await service.account('there@example.org', 'correct horse 7 battery')
  const name = await file(
    'mixed.jsonl',
    [
      JSON.stringify({ create: person('new@example.org'), patch_id: '4b9ee3fa-2d5a-4e1d-8f3f-0d6b1b9c3f10' }),
      '{"schema_id": "person", "hashed_password": "$2b$secret',
      '',
      '[1]',
      JSON.stringify(person('there@example.org')),
      JSON.stringify(person('new-2@example.org', hashed('$unknown$secret'))),
      JSON.stringify({ traits: { email: 'no-schema@example.org' } }),
      JSON.stringify(person('new-3@example.org', { schema_id: 'robot' })),
      JSON.stringify(person('no address')),
      JSON.stringify(person('last@example.org')),
    ].join('\n'),
  )
  const { code, complaint } = await importing([name])
  expect([code, complaint]).toEqual([1, expect.stringContaining('2 created, 1 there already, 6 refused')])
  expect(complaint).not.toMatch(/secret|example\.org/)
  const rows = await report()
  expect(JSON.stringify(rows)).not.toMatch(/secret|example\.org/)
  expect(rows.toSorted((a, b) => a.line - b.line)).toEqual([
    {
      file: name,
      line: 1,
      source: '4b9ee3fa-2d5a-4e1d-8f3f-0d6b1b9c3f10',
      result: 'created',
      identity: expect.any(String),
    },
    { file: name, line: 2, result: 'refused', reason: expect.stringContaining('no JSON') },
    { file: name, line: 4, index: 1, result: 'refused', reason: expect.stringContaining('JSON object') },
    { file: name, line: 5, result: 'exists', reason: expect.any(String) },
    { file: name, line: 6, result: 'refused', reason: expect.stringContaining('format of the hashed password') },
    { file: name, line: 7, result: 'refused', reason: expect.stringContaining('schema_id') },
    { file: name, line: 8, result: 'refused', reason: expect.stringContaining('no identity schema') },
    { file: name, line: 9, result: 'refused', reason: expect.stringContaining('email') },
    { file: name, line: 10, result: 'created', identity: expect.any(String) },
  ])
})

test('files of every shape', async () => {
  const one = (name: string) => person(`${name}@shapes.example.org`)
  const files = [
    await file('single.json', JSON.stringify(one('single'), null, 2)),
    await file('list.json', JSON.stringify([one('list-1'), one('list-2')], null, 2)),
    await file('batch.json', JSON.stringify({ identities: [{ create: one('batch') }] })),
    await file(
      'lines.ndjson',
      jsonLines([one('line-1'), [one('line-2')], { identities: [{ create: one('line-3') }] }]),
    ),
  ]
  expect(await importing(files)).toMatchObject({ code: 0, complaint: expect.stringContaining('7 created') })
  const names = (await emailsThere()).filter((email) => email.includes('@shapes'))
  const shapes = ['batch', 'line-1', 'line-2', 'line-3', 'list-1', 'list-2', 'single']
  expect(new Set(names)).toEqual(new Set(shapes.map((shape) => `${shape}@shapes.example.org`)))
})

test('a dry run looks at the schemas of the service, and creates nothing @import-2', async () => {
  const name = await file(
    'dry.jsonl',
    jsonLines([
      person('dry@example.org'),
      person('dry-2@example.org', { traits: { name: 5 } }),
      person('x', { schema_id: 'robot' }),
    ]),
  )
  const { code, complaint } = await importing([name], '--dry-run')
  expect([code, complaint]).toEqual([1, expect.stringMatching(/2 refused, 1 fine .*nothing was created/)])
  expect(await report()).toEqual([
    { file: name, line: 1, result: 'fine' },
    { file: name, line: 2, result: 'refused', reason: expect.stringContaining('Email: is missing') },
    { file: name, line: 3, result: 'refused', reason: expect.stringContaining('no schema "robot"') },
  ])
  expect(await emailsThere()).not.toContain('dry@example.org')
})

test('Ctrl-C stops after the batch at hand, and says how to continue', async () => {
  const count = 400
  const people = Array.from({ length: count }, (_, index) => person(`many-${index}@example.org`))
  const name = await file('many.jsonl', jsonLines(people))
  const args = ['import', name, '--admin-url', service.adminUrl, '--batch-size', '1']
  const child = spawn(process.execPath, [program, ...args], {
    cwd: service.folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    if (complaint === '') child.kill('SIGINT')
    complaint += String(chunk)
  })
  const [code] = await once(child, 'exit')
  const [, skip = ''] = /Stopped\. Go on with: --skip (\d+)/.exec(complaint) ?? []
  expect([code, Number(skip) > 0, Number(skip) < count]).toEqual([130, true, true])
  const created = (await report()).length
  expect(created).toBe(Number(skip))
  const rest = await importing([name], '--skip', skip)
  expect([rest.code, rest.complaint]).toEqual([0, expect.stringContaining(`${count - created} created at`)])
})

test.each([
  [['nowhere.jsonl'], 'nowhere.jsonl cannot be read (ENOENT)', 1],
  [['nowhere.json'], 'nowhere.json cannot be read (ENOENT)', 1],
  [['single.json', '--batch-size', '1001'], '1,000', 2],
  [['single.json', '--skip', '-1'], 'whole number', 2],
  [[], 'Name a file, or - for standard input', 1],
])('%j is refused in words', async (args, words, exitCode) => {
  await file('single.json', JSON.stringify(person('again@example.org')))
  const { code, complaint } = await importing([], ...args)
  expect([code, complaint]).toEqual([exitCode, expect.stringContaining(words)])
  expect(complaint).not.toContain('    at ')
})

test('a service that is no admin API is reported in words', async () => {
  const name = await file('single.json', JSON.stringify(person('again@example.org')))
  const { code, complaint } = await run(service.folder, ['import', name, '--admin-url', service.publicUrl])
  expect(code).toBe(1)
  expect(complaint).not.toContain('    at ')
})
