import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import { join } from 'node:path'
import { freePort } from '@gatehouse/testing/processes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { timeoutMs, run, startForTerminal, type TerminalService } from '../terminal.fixture.ts'

vi.setConfig({ testTimeout: timeoutMs, hookTimeout: timeoutMs })

let service: TerminalService
const emails = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.org`)
beforeAll(async () => {
  service = await startForTerminal()
  for (const email of emails) await service.account(email, 'correct horse 7 battery')
})
afterAll(() => service.stop())

const lines = async (name: string) => {
  const text = await readFile(join(service.folder, name), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}
const emailsIn = (rows: readonly { create: { traits: { email: string } } }[]) =>
  rows.map(({ create }) => create.traits.email).toSorted()
const exporting = (...args: readonly string[]) => run(service.folder, ['export', ...args])

test('one line for each identity, readable by its owner alone, and no hash beside it @export-1', async () => {
  const { code, output, complaint } = await exporting('--admin-url', service.adminUrl, '-o', 'all.jsonl')
  expect([code, output, complaint]).toEqual([0, '', expect.stringContaining('5 identities')])
  expect(complaint).not.toMatch(/\$2|example\.org/)
  const rows = await lines('all.jsonl')
  expect(emailsIn(rows)).toEqual(emails)
  expect(rows[0].create.credentials.password.config.hashed_password).toMatch(/^\$2b\$04\$/)
  for (const name of ['all.jsonl', 'all.jsonl.report.jsonl']) {
    expect((await stat(join(service.folder, name))).mode & 0o777).toBe(0o600)
  }
  const again = await exporting('--admin-url', service.adminUrl, '-o', 'all.jsonl')
  expect([again.code, again.complaint]).toEqual([1, expect.stringContaining('--overwrite')])
})

test('bodies of batches, and standard output, on request @export-3', async () => {
  const batches = await exporting(
    '--admin-url',
    service.adminUrl,
    '--format',
    'batches',
    '--page-size',
    '2',
    '-o',
    'batches',
  )
  expect(batches.code).toBe(0)
  const names = await readdir(join(service.folder, 'batches'))
  expect(names.toSorted()).toEqual(['000001.json', '000002.json', '000003.json'])
  const bodies = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(service.folder, 'batches', name), 'utf8'))),
  )
  expect(emailsIn(bodies.flatMap(({ identities }) => identities))).toEqual(emails)
  const { code, output } = await exporting('--admin-url', service.adminUrl, '-o', '-')
  expect([
    code,
    emailsIn(
      output
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ),
  ]).toEqual([0, emails])
})

/** Passes requests on, and breaks the connection at one of them. */
async function brittleProxy(breaksAt: number): Promise<{ readonly url: string; readonly server: Server }> {
  let count = 0
  const port = await freePort()
  const server = createServer((received, answer) => {
    count += 1
    if (count === breaksAt) {
      received.socket.destroy()
      return
    }
    const passed = request(`${service.adminUrl}${received.url}`, { method: received.method }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(answer)
    })
    passed.end()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${port}`, server }
}

test('an interrupted export continues where it stopped, with every person once', async () => {
  const { url, server } = await brittleProxy(3)
  const ask = () => exporting('--admin-url', url, '-o', 'broken.jsonl', '--page-size', '2')
  const first = await ask()
  expect([first.code, first.complaint]).toEqual([5, expect.stringContaining('did not answer')])
  expect(await lines('broken.jsonl')).toHaveLength(4)
  // A line that was half written when the power failed.
  await appendFile(join(service.folder, 'broken.jsonl'), '{"create":{"tra')
  const other = await exporting('--admin-url', url, '-o', 'broken.jsonl', '--for', 'gatehouse')
  expect([other.code, other.complaint]).toEqual([1, expect.stringContaining('unfinished export')])
  const second = await ask()
  expect([second.code, second.complaint]).toEqual([0, expect.stringContaining('5 identities')])
  expect(emailsIn(await lines('broken.jsonl'))).toEqual(emails)
  expect(await readdir(service.folder)).not.toContain('broken.jsonl.state.json')
  server.close()
})

test('hashes do not go over an unencrypted network, and keys go to their own service alone @export-2', async () => {
  const far = await exporting('--admin-url', 'http://kratos.example.org:4434', '-o', 'far.jsonl')
  expect([far.code, far.complaint]).toEqual([1, expect.stringContaining('--plain-http')])
  const seen: (string | undefined)[] = []
  const port = await freePort()
  const server = createServer((received, answer) => {
    seen.push(received.headers.authorization)
    answer.setHeader('content-type', 'application/json').end('[]')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const settings = `admin_key: a-key-for-another-service\n`
  await writeFile(join(service.folder, 'gatehouse.yml'), settings)
  const url = `http://127.0.0.1:${port}`
  expect((await exporting('--admin-url', url, '-o', 'empty.jsonl')).code).toBe(0)
  await writeFile(join(service.folder, 'key'), 'its-own-key\n')
  expect((await exporting('--admin-url', url, '--admin-key-file', 'key', '-o', 'empty-2.jsonl')).code).toBe(0)
  expect(seen).toEqual([undefined, 'Bearer its-own-key'])
  server.close()
})

test.each([
  [['-o', 'x.jsonl', '--data', 'nowhere'], 'no data folder'],
  [['-o', 'x.jsonl', '--data', '.', '--admin-url', 'http://127.0.0.1:1'], 'either'],
  [['-o', 'x.jsonl', '--admin-url', 'kratos'], 'is no URL'],
  [['-o', 'no/such/folder/x.jsonl', '--admin-url', 'http://127.0.0.1:1'], 'ENOENT'],
  [['-o', '-', '--format', 'batches', '--admin-url', 'http://127.0.0.1:1'], 'needs a folder'],
])('%j is refused in words', async (args, words) => {
  const { code, complaint } = await exporting(...args)
  expect([code, complaint]).toEqual([1, expect.stringContaining(words)])
  expect(complaint).not.toContain('    at ')
})

test.each([
  [['-o', 'x.jsonl', '--for', 'auth0'], 'Allowed choices'],
  [['--admin-url', 'http://127.0.0.1:1'], '--output'],
])('%j is no command line, and said so', async (args, words) => {
  const { code, complaint } = await exporting(...args)
  expect([code, complaint]).toEqual([2, expect.stringContaining(words)])
  expect(complaint).not.toContain('    at ')
})
