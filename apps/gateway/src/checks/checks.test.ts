import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadConfig, type Environment } from '@gatehouse/config/config'
import { freePort } from '@gatehouse/testing/processes'
import { startMailbox } from '@gatehouse/testing/receivers'
import { afterEach, expect, test } from 'vitest'
import { listen } from '../process/listen.ts'
import { openGateway } from '../projects/gateway.fixture.ts'
import type { CheckContext } from './check.ts'
import { checkContext } from './context.ts'
import { startOldPostgres } from './old-postgres.fixture.ts'
import { runChecks } from './run-checks.ts'
import { checks } from './table.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-checks-'))
const file = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const closing: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function look(id: string, env: Environment, changed: Partial<CheckContext> = {}) {
  const given = { GATEHOUSE_DATA: join(folder, 'data'), ...env }
  const context = await checkContext(loadConfig(given), given)
  return runChecks({ ...context, ...changed }, (check) => check.id === id)
}
const production = { GATEHOUSE_PUBLIC_URL: 'https://account.example.org', GATEHOUSE_TRUSTED_PROXY: 'true' }

/** Returns a kratos.yml of the embedded service that is valid except for the given part. */
function kratosFile(planted: string): string {
  const schema = Buffer.from('{"type":"object","properties":{"traits":{"type":"object"}}}').toString('base64')
  return file(
    'kratos.yml',
    `identity:\n  default_schema_id: p\n  schemas: [{ id: p, url: "base64://${schema}" }]\n${planted}`,
  )
}

test('default settings have no finding, and each check is in the table once', async () => {
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length)
  const env = { GATEHOUSE_DATA: join(folder, 'data') }
  expect(await runChecks(await checkContext(loadConfig(env), env), ({ id }) => id !== 'ports')).toEqual([])
})

test('an unknown key of a kratos.yml is found with its line @checks-3', async () => {
  const path = kratosFile(
    'secrets: { default: [Zq8fVw3nLr6tYx1bKm5d] }\nselfservice:\n  flows:\n    login:\n      ui_ulr: /in\n',
  )
  expect(await look('identity-config', { GATEHOUSE_IDENTITY_CONFIG: path })).toEqual([
    expect.objectContaining({
      severity: 'fault',
      subject: 'selfservice.flows.login.ui_ulr',
      at: expect.stringMatching(/kratos\.yml:\d+$/),
    }),
  ])
})

test('localhost and 127.0.0.1 mixed are found, with the line of gatehouse.yml @checks-4', async () => {
  const settings = file('mixed.yml', 'brand_name: X\n\nreturn_urls: http://127.0.0.1:3000/in\n')
  expect(await look('host-names', { GATEHOUSE_CONFIG: settings })).toEqual([
    expect.objectContaining({ severity: 'fault', at: `${settings}:3`, fix: 'write http://localhost:3000' }),
  ])
  expect(await look('host-names', { GATEHOUSE_CONSOLE_URL: 'http://127.0.0.1:4456' })).toHaveLength(1)
  expect(await look('host-names', { GATEHOUSE_RETURN_URLS: 'http://app.localhost:3000' })).toEqual([])
})

test('an http public URL behind a proxy is found @checks-5', async () => {
  const http = { GATEHOUSE_PUBLIC_URL: 'http://account.invalid', GATEHOUSE_TRUSTED_PROXY: 'true' }
  expect(await look('https', http)).toEqual([
    expect.objectContaining({ severity: 'warning', fix: expect.stringContaining('https://account.invalid') }),
  ])
  expect(await look('https', production)).toEqual([])
})

test('a missing return URL is found outside development @checks-6', async () => {
  const found = await look('return-urls', production)
  expect(found.map(({ subject }) => subject)).toEqual(['GATEHOUSE_RETURN_URLS', 'GATEHOUSE_DEFAULT_RETURN_URL'])
  const set = {
    GATEHOUSE_RETURN_URLS: 'https://app.example.org',
    GATEHOUSE_DEFAULT_RETURN_URL: 'https://app.example.org',
  }
  expect(await look('return-urls', { ...production, ...set })).toEqual([])
})

test('an application that does not get the session cookie is found, with the domain that would do @checks-7', async () => {
  const env = { ...production, GATEHOUSE_RETURN_URLS: 'https://app.example.org, https://other.example' }
  const found = await look('cookies', env)
  expect(found.map(({ wrong, fix }) => [wrong.split(':')[0], fix.slice(0, 25)])).toEqual([
    ['does not reach app.example.org', 'set it to example.org, or'],
    ['does not reach other.example', 'the hosts have no domain '],
  ])
  expect(await look('cookies', { ...env, GATEHOUSE_COOKIE_DOMAIN: 'example.org' })).toHaveLength(1)
})

test('secrets from an example are found, with their line @checks-8', async () => {
  const path = kratosFile(
    '# its own\nsecrets:\n  default:\n    - PLEASE-CHANGE-ME-I-AM-VERY-INSECURE\n  cipher:\n    - Zq8fVw3nLr6tYx1bKm5dHs9gJc2pRa4e\n',
  )
  expect(await look('secrets', { ...production, GATEHOUSE_IDENTITY_CONFIG: path })).toEqual([
    expect.objectContaining({
      severity: 'fault',
      subject: 'secrets.default',
      at: expect.stringMatching(/kratos\.yml:6$/),
    }),
  ])
  const key = await look('secrets', { GATEHOUSE_ADMIN_KEY: 'aaaaaaaaaaaaaaaaaaaa' })
  expect([key.length, JSON.stringify(key)]).toEqual([1, expect.not.stringContaining('aaaa')])
  expect(await look('secrets', { GATEHOUSE_ADMIN_KEY: 'b8K2vQz7Lw9XnR4t' })).toEqual([])
})

test('a mail server that is not there, or refuses the password, is found without its secrets @checks-9', async () => {
  expect((await look('mail', production))[0]?.wrong).toContain('nobody gets them')
  const mailbox = await startMailbox()
  closing.push(() => mailbox.close())
  expect(await look('mail', { GATEHOUSE_SMTP_URL: mailbox.uri })).toEqual([])
  const dead = `smtp://ada:hunter2@127.0.0.1:${await freePort()}/?disable_starttls=true`
  const found = await look('mail', { GATEHOUSE_SMTP_URL: dead })
  expect(found).toEqual([expect.objectContaining({ severity: 'fault', at: 'GATEHOUSE_SMTP_URL' })])
  expect(JSON.stringify(found)).not.toContain('hunter2')
  // The finding has the file's line, or the one to which the key belongs.
  const secrets = 'secrets: { default: [Zq8fVw3nLr6tYx1bKm5d] }\n'
  for (const smtp of [`\n    connection_uri: ${dead}`, ' { from_name: Shop }']) {
    const GATEHOUSE_IDENTITY_CONFIG = kratosFile(`${secrets}courier:\n  smtp:${smtp}\n`)
    const [inFile] = await look('mail', { ...production, GATEHOUSE_IDENTITY_CONFIG })
    expect(inFile).toMatchObject({ subject: 'courier.smtp.connection_uri' })
    expect(inFile?.at).toMatch(smtp.includes(dead) ? /kratos\.yml:7$/ : /kratos\.yml:6$/)
  }
  expect(await look('mail', { GATEHOUSE_SMTP_URL: mailbox.uri.replace('?disable_starttls=true', '') })).toHaveLength(1)
})

test('a register of leaked passwords that does not answer is found @checks-10', async () => {
  const host = `127.0.0.1:${await freePort()}`
  const planted = `secrets: { default: [Zq8fVw3nLr6tYx1bKm5d] }\nselfservice:\n  methods:\n    password: { config: { haveibeenpwned_enabled: true, haveibeenpwned_host: "http://${host}", ignore_network_errors: false } }\n`
  expect(await look('breaches', { GATEHOUSE_IDENTITY_CONFIG: kratosFile(planted) })).toEqual([
    expect.objectContaining({
      severity: 'fault',
      wrong: expect.stringContaining('every new password is refused'),
      at: expect.stringMatching(/kratos\.yml:7$/),
    }),
  ])
})

test('a data folder that cannot be written, or is full, is found @checks-11', async () => {
  const notAFolder = file('a-file', '')
  expect(await look('data', { GATEHOUSE_DATA: notAFolder })).toEqual([
    expect.objectContaining({ severity: 'fault', wrong: 'cannot be written: it is a file', at: 'GATEHOUSE_DATA' }),
  ])
  const left = (bytes: number) => look('data', {}, { freeBytes: async () => bytes })
  expect((await left(10_000_000))[0]).toMatchObject({ severity: 'fault', wrong: expect.stringContaining('9 MB') })
  expect((await left(200_000_000))[0]).toMatchObject({ severity: 'warning', at: 'GATEHOUSE_DATA' })
  expect(await left(2_000_000_000)).toEqual([])
})

test('a database that does not answer is found without its password @checks-12', async () => {
  const url = `postgres://gatehouse:hunter2@127.0.0.1:${await freePort()}/gatehouse`
  const found = await look('database', { GATEHOUSE_DATABASE: url })
  expect(found).toEqual([expect.objectContaining({ severity: 'fault', subject: 'GATEHOUSE_DATABASE' })])
  expect(JSON.stringify(found)).not.toContain('hunter2')
})

test('a kratos.yml with another database than the settings is found @checks-16', async () => {
  const url = `postgres://gatehouse:hunter2@127.0.0.1:${await freePort()}/gatehouse`
  const own = (dsn: string) => kratosFile(`secrets: { default: [Zq8fVw3nLr6tYx1bKm5d] }\n${dsn}`)
  const other = {
    GATEHOUSE_DATABASE: url,
    GATEHOUSE_IDENTITY_CONFIG: own('dsn: postgres://kratos:hunter3@10.0.0.9/kratos\n'),
  }
  const found = await look('identity-config', other)
  expect(found).toEqual([
    expect.objectContaining({ severity: 'fault', subject: 'dsn', at: expect.stringMatching(/kratos\.yml:5$/) }),
  ])
  expect(found[0]?.wrong).toContain('postgres://10.0.0.9:5432/kratos')
  expect(JSON.stringify(found)).not.toMatch(/hunter/)
  const inMemory = await look('identity-config', { ...production, GATEHOUSE_IDENTITY_CONFIG: own('dsn: memory\n') })
  expect(inMemory).toEqual([expect.objectContaining({ severity: 'fault', subject: 'dsn' })])
  for (const dsn of ['', `dsn: ${url.replace('hunter2', 'x')}?sslmode=disable\n`]) {
    expect(await look('identity-config', { ...other, GATEHOUSE_IDENTITY_CONFIG: own(dsn) })).toEqual([])
  }
})

test('a PostgreSQL that is too old is found by the version that it reports @checks-17', async () => {
  const server = await startOldPostgres('130022')
  closing.push(() => server.close())
  expect(await look('database', { GATEHOUSE_DATABASE: server.url })).toEqual([
    expect.objectContaining({
      severity: 'fault',
      wrong: expect.stringContaining('PostgreSQL 13, and 14 is the oldest'),
    }),
  ])
})

test('files of the data folder that other users can read or change are found @checks-18', async () => {
  const data = mkdtempSync(join(tmpdir(), 'gatehouse-data-'))
  writeFileSync(join(data, 'identity.sqlite'), '', { mode: 0o600 })
  writeFileSync(join(data, 'secrets.json'), '{}', { mode: 0o600 })
  chmodSync(data, 0o755)
  const subjects = async () => (await look('data', { GATEHOUSE_DATA: data })).map(({ subject, fix }) => [subject, fix])
  expect(await subjects()).toEqual([])
  chmodSync(join(data, 'secrets.json'), 0o640)
  chmodSync(data, 0o777)
  expect(await subjects()).toEqual([
    [data, `take it from them: chmod 700 ${data}`],
    [join(data, 'secrets.json'), `take it from them: chmod 600 ${join(data, 'secrets.json')}`],
  ])
})

test('logs of databases that appear and disappear meanwhile do not hide other findings @checks-22', async () => {
  const data = mkdtempSync(join(tmpdir(), 'gatehouse-data-'))
  writeFileSync(join(data, 'secrets.json'), '{}', { mode: 0o644 })
  const logs = Array.from({ length: 20 }, (_, number) => join(data, `${number}.sqlite-wal`))
  const over = new AbortController()
  const coming = Promise.all(
    logs.map(async (log) => {
      while (!over.signal.aborted) {
        await writeFile(log, '', { mode: 0o600 })
        await rm(log)
      }
    }),
  )
  for (let times = 0; times < 5; times += 1) {
    expect(await look('data', { GATEHOUSE_DATA: data })).toEqual([
      expect.objectContaining({ subject: join(data, 'secrets.json') }),
    ])
  }
  over.abort()
  await coming
})

test('a wrong password at the mail server is found @checks-19', async () => {
  const server = await startMailbox(0, undefined, 'right')
  closing.push(() => server.close())
  const by = (password: string) =>
    look('mail', { GATEHOUSE_SMTP_URL: `smtp://ada:${password}@127.0.0.1:${server.port}/?disable_starttls=true` })
  expect(await by('right')).toEqual([])
  const found = await by('wr0ng')
  expect(found).toEqual([expect.objectContaining({ severity: 'fault', fix: expect.stringContaining('password') })])
  expect(found[0]?.wrong).toMatch(/535|Invalid/)
  expect(JSON.stringify(found)).not.toContain('wr0ng')
})

test('an application that the cookies of a remote Kratos do not reach is found @checks-21', async () => {
  let cookie = ''
  const kratos = createHttpServer((_request, response) => {
    response.setHeader('set-cookie', cookie).setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ ui: { action: 'https://account.example.org/self-service/login' } }))
  })
  kratos.listen(0, '127.0.0.1')
  closing.push(() => void kratos.close())
  await once(kratos, 'listening')
  const KRATOS_PUBLIC_URL = `http://127.0.0.1:${(kratos.address() as AddressInfo).port}`
  const env = { ...production, KRATOS_PUBLIC_URL, GATEHOUSE_RETURN_URLS: 'https://app.example.org' }
  cookie = 'csrf_token_1=x; Path=/; Domain=account.example.org; Secure'
  expect(await look('engine-addresses', env)).toEqual([
    expect.objectContaining({
      severity: 'warning',
      subject: 'cookies.domain',
      wrong: expect.stringContaining('app.example.org does not get'),
      fix: expect.stringContaining('set it to example.org'),
    }),
  ])
  cookie = 'csrf_token_1=x; Path=/; Domain=example.org; Secure'
  expect(await look('engine-addresses', env)).toEqual([])
})

test('a port that another program uses is found, and one that Gatehouse itself uses is not @checks-13', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  closing.push(() => void other.close())
  const { port } = other.address() as AddressInfo
  const [publicPort, adminPort] = [await freePort(), await freePort()]
  const env = {
    GATEHOUSE_PUBLIC_URL: `http://127.0.0.1:${publicPort}`,
    GATEHOUSE_ADMIN_URL: `http://127.0.0.1:${adminPort}`,
    GATEHOUSE_CONSOLE_URL: `http://127.0.0.1:${port}`,
  }
  expect(await look('ports', env)).toEqual([
    expect.objectContaining({ severity: 'fault', at: 'GATEHOUSE_CONSOLE_URL' }),
  ])
  const { gateway } = await openGateway({ environment: { GATEHOUSE_PUBLIC_URL: env.GATEHOUSE_PUBLIC_URL } })
  closing.push(() => gateway.stop())
  const variable = 'GATEHOUSE_PUBLIC_URL'
  const listener = await listen(gateway.edge, { host: '127.0.0.1', port: publicPort, variable })
  closing.push(() => listener.close(0))
  expect((await look('ports', env)).map(({ at }) => at)).toEqual(['GATEHOUSE_CONSOLE_URL'])
})

test('the command reports fault, reason and source, in words and in JSON, by documented exit codes @checks-2 @checks-14', () => {
  const program = fileURLToPath(new URL('../check-installation.ts', import.meta.url))
  const here = mkdtempSync(join(tmpdir(), 'gatehouse-check-'))
  const check = (settings: string, ...args: string[]) => checkWith({}, settings, ...args)
  const checkWith = (variables: Record<string, string>, settings: string, ...args: string[]) => {
    writeFileSync(join(here, 'gatehouse.yml'), settings)
    const given = ['--disable-warning=ExperimentalWarning', program, ...args]
    const env = { PATH: process.env['PATH'], GATEHOUSE_DATA: here, NO_COLOR: '1', ...variables }
    try {
      return {
        code: 0,
        out: execFileSync(process.execPath, given, { cwd: here, env, encoding: 'utf8', stdio: 'pipe' }),
      }
    } catch (error) {
      const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string }
      return { code: status, out: `${stdout}${stderr}` }
    }
  }
  const ports = 'public_url: http://localhost:0\nadmin_url: http://localhost:0\nconsole_url: http://127.0.0.1:0\n'
  const misspelt = check(`${ports}return_ulrs: https://app.example.org\n`)
  expect(misspelt).toEqual({
    code: 1,
    out: expect.stringContaining('Where: gatehouse.yml:4\n  Fix: did you mean return_urls?'),
  })
  expect(checkWith({ GATEHOUSE_PUBLIK_URL: 'http://localhost:4455' }, ports)).toEqual({
    code: 1,
    out: expect.stringContaining('GATEHOUSE_PUBLIK_URL is not a setting.\n  Fix: did you mean GATEHOUSE_PUBLIC_URL?'),
  })
  const mixed = check(ports, '--json')
  expect([mixed.code, JSON.parse(mixed.out)]).toEqual([
    1,
    [expect.objectContaining({ check: 'host-names', at: 'gatehouse.yml:3' })],
  ])
  expect(
    check(ports.replace('127.0.0.1', 'localhost').replace('localhost:0\nadmin', 'one.localhost:0\nadmin')),
  ).toMatchObject({ code: 0 })
  const unknown = check(ports, '--jsn')
  expect([unknown.code, unknown.out]).toEqual([2, expect.not.stringMatching(/\n\s+at /)])
})

test('a start reports the same in the log, and /dev/checks shows it @checks-15', async () => {
  const { gateway, ask, origin, config } = await openGateway({
    environment: { GATEHOUSE_RETURN_URLS: 'http://127.0.0.1:3000' },
  })
  closing.push(() => gateway.stop())
  const { logFindings } = await import('./while-running.ts')
  const { createLog } = await import('../process/log.ts')
  const { Writable } = await import('node:stream')
  const lines: string[] = []
  const destination = new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) })
  await logFindings(config, createLog('info', destination))
  expect(lines.join('')).toContain('write http://localhost:3000')
  const page = await ask(`${origin}/dev/checks`)
  expect([page.status, page.body]).toEqual([200, expect.stringContaining('http://127.0.0.1:3000')])
  expect((await ask(`${origin}/dev/checks.json`)).body[0]).toMatchObject({ check: 'host-names', severity: 'fault' })
})

test('settings of the console are checked: an application and a mail server that are set there @checks-23', async () => {
  const open = await openGateway({ environment: production })
  closing.push(() => open.gateway.stop())
  const { config, control } = open
  const findings = async () => {
    const { findingsWhileRunning } = await import('./while-running.ts')
    const found = await findingsWhileRunning(config)
    return found.filter(({ check }) => check === 'mail' || check === 'return-urls')
  }
  expect((await findings()).map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['GATEHOUSE_SMTP_URL', 'GATEHOUSE_RETURN_URLS', 'GATEHOUSE_DEFAULT_RETURN_URL']),
  )
  const [{ id }] = (await control('GET', '/projects')).body
  const at = '/services/identity/config'
  const app = 'https://app.example.org/'
  const answer = await control('PATCH', `/projects/${id}`, [
    { op: 'add', path: `${at}/selfservice/allowed_return_urls`, value: [app] },
    { op: 'add', path: `${at}/selfservice/default_browser_return_url`, value: app },
    { op: 'add', path: `${at}/courier`, value: { smtp: { connection_uri: 'smtp://mail.invalid:25' } } },
  ])
  expect(answer.status).toBe(200)
  expect(await findings()).toEqual([
    expect.objectContaining({
      severity: 'fault',
      subject: 'courier.smtp.connection_uri',
      wrong: expect.stringContaining('leads to smtp://mail.invalid'),
    }),
  ])
})

test('every check is described in the documentation', () => {
  const text = readFileSync(fileURLToPath(new URL('../../../../docs/check.md', import.meta.url)), 'utf8')
  for (const { id, title } of checks) expect(text).toContain(`| \`${id}\` | ${title} |`)
})
