import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePorts, repositoryRoot, startServiceProcess } from '@gatehouse/testing/processes'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const run = promisify(execFile)
const sessionToken = z.object({ session_token: z.string() })
let folder = ''

beforeAll(async () => {
  // `npm test` builds it before its tests. A build here would replace the pages of processes that other tests have
  // started.
  if (!existsSync(join(repositoryRoot, 'dist/main.js'))) throw new Error('dist/ is missing: npm run build')
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-bundle-'))
  const isKept = (path: string) => !path.includes('/.compiled')
  await cp(join(repositoryRoot, 'dist'), folder, { recursive: true, filter: isKept })
}, 240_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

async function settings(): Promise<Record<string, string | undefined>> {
  const [publicPort = 0, admin = 0, consolePort = 0] = await freePorts(3)
  return {
    GATEHOUSE_PUBLIC_URL: `http://localhost:${publicPort}`,
    GATEHOUSE_ADMIN_URL: `http://127.0.0.1:${admin}`,
    GATEHOUSE_CONSOLE_URL: `http://localhost:${consolePort}`,
    GATEHOUSE_DATA: join(folder, 'data'),
    GATEHOUSE_DEV: 'true',
    NODE_ENV: undefined,
  }
}

async function post(url: string, content: unknown): Promise<{ readonly status: number; readonly body: unknown }> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(content) })
  return { status: answer.status, body: await answer.json() }
}

async function submit(origin: string, kind: 'login' | 'registration', content: object) {
  const flow = await (await fetch(`${origin}/self-service/${kind}/api`)).json()
  return post(`${origin}/self-service/${kind}?flow=${flow.id}`, { method: 'password', ...content })
}

test('the bundle runs alone in an empty folder: pages, accounts, Jsonnet, threads and commands, until it is asked to end @bundle-1', async () => {
  const environment = await settings()
  const origin = String(environment['GATEHOUSE_PUBLIC_URL'])
  await writeFile(join(folder, 'claims.jsonnet'), "{ claims: { who: std.extVar('session').identity.traits.email } }")
  const tokens = 'session_tokens: { app: { lifespan: 10m, claims: claims.jsonnet } }\n'
  await writeFile(join(folder, 'gatehouse.yml'), tokens)
  const env = { ...process.env, ...environment }
  await run(process.execPath, ['gatehouse.js', 'keys', 'create', 'app'], { cwd: folder, env })
  const gateway = await startServiceProcess({
    args: ['main.js'],
    folder,
    // The program finds no compiler, and no other program either.
    environment: { ...environment, PATH: '' },
    readyUrl: `${origin}/health/ready`,
  })
  try {
    const page = await fetch(`${origin}/login`, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('name="identifier"')
    const consolePage = await fetch(`${environment['GATEHOUSE_CONSOLE_URL']}/`, { headers: { accept: 'text/html' } })
    expect([200, 302]).toContain(consolePage.status)
    expect((await fetch(`${origin}/locales/de/messages.json`)).status).toBe(200)
    const guide = await fetch(`${origin}/dev/docs/protect.html`)
    expect([guide.status, await guide.text()]).toEqual([200, expect.stringContaining('return_to')])

    const email = 'bundled@example.com'
    const password = 'correct-horse-battery-9'
    expect(await submit(origin, 'registration', { traits: { email }, password })).toMatchObject({ status: 200 })
    expect(await submit(origin, 'login', { identifier: email, password })).toMatchObject({ status: 200 })

    // A claims mapper is a program in Jsonnet, in a thread.
    const { body } = await submit(origin, 'login', { identifier: email, password })
    const headers = { 'x-session-token': sessionToken.parse(body).session_token }
    const whoami = await (await fetch(`${origin}/sessions/whoami?tokenize_as=app`, { headers })).json()
    expect(decodeJwt(whoami.tokenized)).toMatchObject({ who: email })

    // bcrypt is computed in a thread.
    const hashed = '$2b$04$znrbseX6P3L5wo9hdbfgvOAVMCESX4n2zZ68p/N43U.bRO3gnS4Ua'
    const imported = await post(`${environment['GATEHOUSE_ADMIN_URL']}/admin/identities`, {
      schema_id: 'person',
      traits: { email: 'hashed@example.com' },
      credentials: { password: { config: { hashed_password: hashed } } },
    })
    expect(imported).toMatchObject({ status: 201 })
    const signIn = { identifier: 'hashed@example.com', password: 'bundled' }
    expect(await submit(origin, 'login', signIn)).toMatchObject({ status: 200 })
  } finally {
    expect(await gateway.stop()).toBe(0)
  }

  // A command that opens the folder by another program of the bundle.
  const args = ['gatehouse.js', 'export', '--data', join(folder, 'data'), '-o', join(folder, 'people.jsonl')]
  await run(process.execPath, args, { cwd: folder, env })
  expect(await readFile(join(folder, 'people.jsonl'), 'utf8')).toContain('bundled@example.com')
}, 120_000)

/** Returns the path of a Node that is older than the program needs, if the machine has one. */
async function oldNode(): Promise<string | undefined> {
  for (const path of ['/usr/bin/node', '/usr/local/bin/node']) {
    const version = existsSync(path) ? (await run(path, ['--version'])).stdout : ''
    if (/^v(?:1[6-9]|2[0-3])\./.test(version)) return path
  }
  return undefined
}

const older = await oldNode()

test.skipIf(older === undefined)(
  'an older Node gets one sentence, from every program of the bundle @bundle-2',
  async () => {
    const programs = ['main.js', 'gatehouse.js', 'bin.js', 'keep-secrets.js', 'move-database.js', 'serve-identity.js']
    for (const program of programs) {
      const failed = run(String(older), [program, '--help'], { cwd: folder })
      await expect(failed).rejects.toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^Gatehouse needs Node 24 or newer; this is v\d+\.\d+\.\d+\.\n$/),
      })
    }
  },
)

test('the program prints its version and options, and starts with nothing else @bundle-3', async () => {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  for (const args of [
    ['main.js', '--version'],
    ['gatehouse.js', '--version'],
    ['gatehouse.js', 'version'],
  ]) {
    expect((await run(process.execPath, args, { cwd: folder })).stdout).toBe(`${version}\n`)
  }
  expect((await run(process.execPath, ['main.js', '--help'], { cwd: folder })).stdout).toContain('--serve-old-files')
  const misspelt = run(process.execPath, ['main.js', '--hepl'], { cwd: folder })
  await expect(misspelt).rejects.toMatchObject({ code: 2, stderr: expect.not.stringMatching(/\n\s+at /) })
})

test('the bundle checks the installation, and prints findings as JSON @bundle-4', async () => {
  const data = await mkdtemp(join(tmpdir(), 'gatehouse-bundle-data-'))
  const given = { ...(await settings()), GATEHOUSE_DATA: data, GATEHOUSE_CONSOLE_URL: 'http://127.0.0.1:0' }
  const asked = [join(folder, 'gatehouse.js'), 'check', '--json']
  try {
    const found = run(process.execPath, asked, { cwd: data, env: { ...process.env, ...given } })
    await expect(found).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^\[\s+\{\s+"check": "host-names",/),
    })
  } finally {
    await rm(data, { recursive: true })
  }
})

test('files that the bundle loads on demand can be loaded', async () => {
  const later = new Set<string>()
  for (const file of await readdir(folder)) {
    if (!file.endsWith('.js')) continue
    const source = await readFile(join(folder, file), 'utf8')
    // A program starts what it loads.
    if (/^\/\/ \S+\?started$/m.test(source)) continue
    for (const [, loaded] of source.matchAll(/\bimport\("(\.\/[^"]+)"\)/g)) later.add(String(loaded))
  }
  expect(later.size).toBeGreaterThan(20)
  // Each in a separate process: one file must not help the next.
  for (const file of later) {
    const loading = run(process.execPath, ['--input-type=module', '--eval', `await import('${file}')`], { cwd: folder })
    // An error of it names the file.
    await expect(loading).resolves.toBeDefined()
  }
}, 240_000)

test('an error of the bundle names its source', async () => {
  const environment = { ...process.env, ...(await settings()), GATEHOUSE_PUBLIC_URL: 'no-url', LOG_LEVEL: 'debug' }
  const failed = run(process.execPath, ['main.js'], { cwd: folder, env: environment })
  await expect(failed).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/packages\/config\/src\/\S+\.ts:\d+:\d+/),
  })
})
