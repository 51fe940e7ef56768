import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { loadConfig } from '@gatehouse/config/config'
import { freePorts, kratosProgram, startKratos } from '@gatehouse/testing/processes'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkContext } from '../checks/context.ts'
import { runChecks } from '../checks/run-checks.ts'
import { networkIdentityConfig } from './network-identity.fixture.ts'
import { createLog } from '../process/log.ts'
import { run } from '../run.ts'
import { serveIdentity } from '../serve-identity.ts'

let folder: string
let identity: { stop(): Promise<unknown> }
let origin: string
let ports: readonly number[]

const missingKratos = await kratosProgram.missing()

// A machine without Go may work on everything else; the machine that decides must not.
test('Ory Kratos can be run', ({ skip }) => {
  if (process.env['CI'] !== 'true') skip(missingKratos !== undefined, missingKratos)
  expect(missingKratos).toBeUndefined()
})

/** TABLE: the identity services that a gateway is wired to. */
const engines = [
  {
    title: 'Gatehouse’s own',
    isMissing: false,
    /** The lowest status of a page if the admin port was configured as the public one. */
    least: 500,
    start: ({ configFile }: { readonly configFile: string }) =>
      serveIdentity({ configFile, settings: { data: folder, database: undefined }, log: createLog('silent') }),
  },
  // Its admin port answers 404 to requests of the pages.
  { title: 'Ory Kratos', isMissing: missingKratos !== undefined, least: 404, start: startKratos },
]

async function startIdentity({ start: startEngine }: (typeof engines)[number]): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-wiring-'))
  ports = await freePorts(5)
  const [publicPort = 0, adminPort = 0, gatewayPort = 0] = ports
  origin = `http://localhost:${gatewayPort}`
  const courier = { smtp: { connection_uri: 'smtp://127.0.0.1:1' } }
  const base = networkIdentityConfig({ dsn: 'memory', origin, publicPort, adminPort })
  const pages = ['login', 'registration', 'error', 'recovery', 'verification'].map((flow) => {
    const isByCode = flow === 'recovery' || flow === 'verification'
    return [flow, { ui_url: `${origin}/${flow}`, ...(isByCode && { enabled: true, use: 'code' }) }]
  })
  const flows = Object.fromEntries(pages)
  const methods = { code: { enabled: true } }
  const selfservice = { ...base.selfservice, allowed_return_urls: [origin], flows, methods }
  const file = { ...base, selfservice, cookies: { domain: 'localhost' }, dev: true, courier }
  const configFile = join(folder, 'kratos.json')
  await writeFile(configFile, JSON.stringify(file))
  identity = await startEngine({ configFile, publicUrl: at(publicPort), adminUrl: at(adminPort) })
}

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A gateway before the identity service, as the environment names it. */
async function start(environment: Record<string, string>, log = createLog('silent')) {
  const data = join(folder, 'data')
  const [, , , consolePort = 0] = ports
  const consoleUrl = `http://localhost:${consolePort}`
  const wired = {
    GATEHOUSE_PUBLIC_URL: origin,
    GATEHOUSE_CONSOLE_URL: consoleUrl,
    GATEHOUSE_DATA: data,
    ...environment,
  }
  const gateway = await run(loadConfig(wired), { log })
  closing.push(() => gateway.stop())
  const ready = await fetch(`${origin}/health/ready`)
  return { banner: gateway.banner, ready: [ready.status, await ready.json()] }
}

/** Runs `gatehouse check --json`, with nothing else in its environment. */
async function check(env: Record<string, string>) {
  const program = fileURLToPath(new URL('../check-installation.ts', import.meta.url))
  const given = ['--disable-warning=ExperimentalWarning', program, '--json']
  const options = { cwd: folder, env: { PATH: process.env['PATH'], ...env } }
  const ended = await promisify(execFile)(process.execPath, given, options).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { readonly code: number; readonly stdout: string }) => ({ code, stdout }),
  )
  return { code: ended.code, findings: JSON.parse(ended.stdout) as Awaited<ReturnType<typeof runChecks>> }
}

const at = (port: number | undefined) => `http://127.0.0.1:${port}`
const notReady = [503, { errors: { identity: 'not available' } }]

describe.each(engines.filter(({ isMissing }) => !isMissing))('a gateway in front of a remote $title', (engine) => {
  beforeAll(() => startIdentity(engine), 900_000)
  afterAll(async () => {
    await identity.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('is ready with both addresses correct, and reports nothing', async () => {
    const { banner, ready } = await start({ KRATOS_PUBLIC_URL: at(ports[0]), KRATOS_ADMIN_URL: at(ports[1]) })
    expect(ready).toEqual([200, { status: 'ok' }])
    expect(banner).toContain('is ready')
    expect(banner).not.toContain('KRATOS_')
  })

  test('whose public URL is the admin port is not ready, reports it, and causes no redirect loop', async () => {
    const { banner, ready } = await start({ KRATOS_PUBLIC_URL: at(ports[1]) })
    expect(ready).toEqual(notReady)
    expect(banner).toContain('not ready')
    expect(banner).toMatch(/KRATOS_PUBLIC_URL: \S+ is no public API/)
    for (const path of ['/login', '/self-service/login/browser', '/registration', '/settings']) {
      let address = `${origin}${path}`
      let answer = await fetch(address, { redirect: 'manual', headers: { accept: 'text/html' } })
      for (let hop = 0; hop < 5 && answer.status >= 300 && answer.status < 400; hop += 1) {
        address = new URL(answer.headers.get('location') ?? '', address).href
        answer = await fetch(address, { redirect: 'manual', headers: { accept: 'text/html' } })
      }
      expect([path, answer.status >= engine.least]).toEqual([path, true])
    }
  })

  test('whose identity service does not answer starts, and reports it in the log and on its page', async () => {
    const dead = at(ports[4])
    const { banner, ready } = await start({ KRATOS_PUBLIC_URL: dead, KRATOS_ADMIN_URL: dead })
    expect(ready).toEqual([
      503,
      { errors: { identity: 'not available' }, degraded: expect.objectContaining({ admin_api: 'not available' }) },
    ])
    expect(banner).toContain(`! KRATOS_PUBLIC_URL: ${dead}/ does not answer`)
    expect(banner).toContain(`! KRATOS_ADMIN_URL: ${dead}/ does not answer`)
    const page = await fetch(`${origin}/login`, { headers: { accept: 'text/html' } })
    expect(page.status).toBeGreaterThanOrEqual(500)
    expect(await page.text()).toContain('<html')
  })

  test('without an admin URL is ready, and names the missing features', async () => {
    const { banner, ready } = await start({ KRATOS_PUBLIC_URL: at(ports[0]) })
    expect(ready[0]).toBe(200)
    expect(banner).toContain('is ready')
    expect(banner).toContain('- KRATOS_ADMIN_URL is not set: there is no console')
  })

  test('is checked: wrong addresses are reported, with the key to change there @checks-1', async () => {
    const wired = { KRATOS_PUBLIC_URL: at(ports[0]), KRATOS_ADMIN_URL: at(ports[1]), GATEHOUSE_DATA: folder }
    const look = async (env: Record<string, string>, now = Date.now) =>
      runChecks({ ...(await checkContext(loadConfig(env), env)), now }, ({ id }) => id !== 'ports')
    const right = { ...wired, GATEHOUSE_PUBLIC_URL: origin }
    expect(await look(right)).toEqual([])
    const wrong = { ...wired, GATEHOUSE_PUBLIC_URL: 'http://account.invalid:9' }
    const moved = await look(wrong)
    const named = (findings: typeof moved) => findings.map(({ subject, severity }) => `${severity} ${subject}`)
    const planted = [
      'fault selfservice.flows.login.ui_url',
      'fault selfservice.flows.registration.ui_url',
      'fault selfservice.flows.recovery.ui_url',
      'fault selfservice.flows.verification.ui_url',
      'fault selfservice.flows.error.ui_url',
      'fault serve.public.base_url',
      'fault selfservice.allowed_return_urls',
      'fault cookies.domain',
    ]
    expect(named(moved)).toEqual(expect.arrayContaining(planted))
    expect(moved.find(({ subject }) => subject.includes('login'))?.fix).toContain('http://account.invalid:9/login')
    const command = await check(wrong)
    expect([command.code, named(command.findings)]).toEqual([1, expect.arrayContaining(planted)])
    const other = await look({ ...right, GATEHOUSE_RETURN_URLS: 'http://app.localhost:3000/in' })
    expect(other).toContainEqual(
      expect.objectContaining({
        severity: 'fault',
        subject: 'selfservice.allowed_return_urls',
        fix: expect.stringContaining('add http://app.localhost:3000'),
      }),
    )
    const late = await look(right, () => Date.now() - 10 * 60_000)
    expect(late).toEqual([
      expect.objectContaining({ check: 'clock', severity: 'fault', fix: expect.stringContaining('NTP') }),
    ])
    const swapped = await look({ ...right, KRATOS_ADMIN_URL: at(ports[0]) })
    expect(swapped).toEqual([
      expect.objectContaining({ check: 'admin-api', severity: 'fault', at: 'KRATOS_ADMIN_URL' }),
    ])
    const dead = await look({ ...right, KRATOS_PUBLIC_URL: at(ports[4]), KRATOS_ADMIN_URL: at(ports[4]) })
    expect(dead.map(({ check }) => check)).toEqual(['engine', 'admin-api'])
  })

  test.each([
    { mode: 'development', dev: 'true', isShown: true },
    { mode: 'production', dev: 'false', isShown: false },
  ])(
    'that refuses a return_to has its setting in the log, and on the page for developers: $mode @applications-13',
    async ({ dev, isShown }) => {
      const lines: string[] = []
      const destination = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) })
      const wired = { KRATOS_PUBLIC_URL: at(ports[0]), KRATOS_ADMIN_URL: at(ports[1]), GATEHOUSE_DEV: dev }
      await start(wired, createLog('info', destination))
      const query = new URLSearchParams({ return_to: 'https://app.example.org/orders' })
      for (const [path, accept] of [
        ['/login', 'text/html'],
        ['/self-service/login/browser', 'application/json'],
      ]) {
        lines.length = 0
        const answer = await fetch(`${origin}${path}?${query}`, { headers: { accept: String(accept) } })
        const body = await answer.text()
        expect([path, answer.status, body.includes('selfservice.allowed_return_urls')]).toEqual([path, 400, isShown])
        const named = lines.filter((line) => line.includes('selfservice.allowed_return_urls'))
        expect(named.map((line) => JSON.parse(line))).toEqual([
          expect.objectContaining({
            level: 40,
            msg: expect.stringContaining('app.example.org'),
            requestId: answer.headers.get('x-request-id'),
          }),
        ])
      }
    },
  )

  test('whose admin URL is the public port reports it', async () => {
    const { banner, ready } = await start({ KRATOS_PUBLIC_URL: at(ports[0]), KRATOS_ADMIN_URL: at(ports[0]) })
    // People can sign in; operators cannot work.
    expect(ready).toEqual([
      200,
      { status: 'degraded', degraded: expect.objectContaining({ admin_api: 'not available' }) },
    ])
    expect(banner).toMatch(/! KRATOS_ADMIN_URL: \S+ is no admin API/)
  })
})
