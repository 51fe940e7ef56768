import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '@gatehouse/testing/processes'
import { startMailbox } from '@gatehouse/testing/receivers'
import { afterEach, expect, test } from 'vitest'
import type { Finding } from '../process/finding.ts'
import { startOldPostgres } from './old-postgres.fixture.ts'

const program = fileURLToPath(new URL('../check-installation.ts', import.meta.url))
const closing: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A mistake, in the files of an installation or around it. */
interface Planted {
  readonly 'gatehouse.yml'?: string
  readonly 'kratos.yml'?: string
  readonly variables?: Readonly<Record<string, string>>
}

interface Mistake {
  readonly what: string
  readonly plant: (folder: string) => Planted | Promise<Planted>
  readonly check: string
  /** The line that mends it, or the variable. */
  readonly at: string
  /** A part of what is wrong, or of what is to be written there. */
  readonly words: string
}

const ports = [
  'public_url: http://localhost:0',
  'admin_url: http://localhost:0',
  'console_url: http://console.localhost:0',
]
const own = (...lines: readonly string[]) => ({ 'gatehouse.yml': [...ports, ...lines, ''].join('\n') })
const shop = 'public_url: https://account.example.org\ntrusted_proxy: true\n'

const schema = Buffer.from('{"type":"object","properties":{"traits":{"type":"object"}}}').toString('base64')
/** An identity configuration that is valid except for these lines, which begin at the fourth. */
const kratos = (...lines: readonly string[]) => ({
  ...own('identity_config: kratos.yml'),
  'kratos.yml': `identity:\n  default_schema_id: p\n  schemas: [{ id: p, url: "base64://${schema}" }]\n${lines.join('\n')}\n`,
})
const secrets = 'secrets: { default: [Zq8fVw3nLr6tYx1bKm5d] }'

/** TABLE: mistakes of an installation with the embedded identity service. Those before another one: remote-wiring.test.ts. */
// prettier-ignore
const mistakes: readonly Mistake[] = [
  { what: 'a misspelt key', plant: () => own('return_ulrs: https://app.example.org'), check: 'settings', at: 'gatehouse.yml:4', words: 'did you mean return_urls?' },
  { what: 'a misspelt variable', plant: () => ({ ...own(), variables: { GATEHOUSE_BRAND_NMAE: 'Shop' } }), check: 'settings', at: 'GATEHOUSE_BRAND_NMAE', words: 'did you mean GATEHOUSE_BRAND_NAME?' },
  { what: 'an unknown key of kratos.yml', plant: () => kratos(secrets, 'selfservice:', '  flows:', '    login:', '      ui_ulr: /in'), check: 'identity-config', at: 'kratos.yml:8', words: 'did you mean selfservice.flows.login.ui_url?' },
  { what: 'another database in kratos.yml', plant: () => ({ ...kratos(secrets, 'dsn: postgres://kratos@10.0.0.9/kratos'), variables: { GATEHOUSE_DATABASE: 'postgres://gatehouse@127.0.0.1:9/gatehouse' } }), check: 'identity-config', at: 'kratos.yml:5', words: 'Remove dsn' },
  { what: 'localhost and 127.0.0.1 mixed', plant: () => own('return_urls: http://127.0.0.1:3000/in'), check: 'host-names', at: 'gatehouse.yml:4', words: 'write http://localhost:3000' },
  { what: 'an http address that people reach by https', plant: httpBehindHttps, check: 'https', at: 'gatehouse.yml:1', words: 'set it to https://account.example.org' },
  { what: 'no application to return to', plant: () => ({ 'gatehouse.yml': shop }), check: 'return-urls', at: 'GATEHOUSE_RETURN_URLS', words: 'set it to the address of your application' },
  { what: 'an application that the cookie does not reach', plant: () => ({ 'gatehouse.yml': `${shop}return_urls: https://app.example.org\ncookie_domain: account.example.org\n` }), check: 'cookies', at: 'gatehouse.yml:4', words: 'set it to example.org' },
  { what: 'a secret of an example', plant: () => kratos('secrets:', '  default:', '    - PLEASE-CHANGE-ME-I-AM-VERY-INSECURE'), check: 'secrets', at: 'kratos.yml:5', words: 'openssl rand' },
  { what: 'an identity service that does not answer', plant: async () => own(`kratos_public_url: http://127.0.0.1:${await freePort()}`), check: 'engine', at: 'gatehouse.yml:4', words: 'check' },
  { what: 'a mail server that is not there', plant: async () => own(`smtp_url: smtp://127.0.0.1:${await freePort()}/?disable_starttls=true`), check: 'mail', at: 'gatehouse.yml:4', words: 'check' },
  { what: 'a wrong password at the mail server', plant: wrongMailPassword, check: 'mail', at: 'gatehouse.yml:4', words: 'password' },
  { what: 'a register of leaked passwords that is not there', plant: async () => kratos(secrets, 'selfservice:', '  methods:', `    password: { config: { haveibeenpwned_host: "http://127.0.0.1:${await freePort()}", ignore_network_errors: false } }`), check: 'breaches', at: 'kratos.yml:7', words: 'let this machine reach http://127.0.0.1' },
  { what: 'a data folder that is a file', plant: (folder) => ({ ...own(`data: ${join(folder, 'gatehouse.yml')}`), variables: { GATEHOUSE_DATA: '' } }), check: 'data', at: 'gatehouse.yml:4', words: 'folder' },
  { what: 'a database that is not there', plant: async () => own(`database: postgres://gatehouse@127.0.0.1:${await freePort()}/gatehouse`), check: 'database', at: 'gatehouse.yml:4', words: 'check address, user name' },
  { what: 'a database that is too old', plant: oldDatabase, check: 'database', at: 'gatehouse.yml:4', words: 'upgrade the server' },
  { what: 'a port that another program has', plant: takenPort, check: 'ports', at: 'gatehouse.yml:1', words: 'another port' },
]

test('there are at least fifteen mistakes', () => expect(mistakes.length).toBeGreaterThanOrEqual(15))

test.each(mistakes)('$what is found, with the line that mends it @checks-24', async ({ plant, check, at, words }) => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-planted-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  const { variables = {}, ...files } = await plant(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const found = await findings(folder, { GATEHOUSE_DATA: join(folder, 'data'), ...variables })
  const about = found
    .filter((one) => one.check === check)
    .map((one) => [basename(one.at ?? one.subject), `${one.wrong}; ${one.fix}`])
  expect(about).toContainEqual([at, expect.stringContaining(words)])
})

/** Runs `gatehouse check --json` in a folder. */
async function findings(cwd: string, variables: Readonly<Record<string, string>>): Promise<readonly Finding[]> {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const options = { cwd, env: { PATH: process.env['PATH'], ...given } }
  const args = ['--disable-warning=ExperimentalWarning', program, '--json']
  const { stdout } = await promisify(execFile)(process.execPath, args, options).catch(
    (error: { readonly stdout: string; readonly stderr: string }) => {
      if (error.stdout === '') throw new Error(error.stderr)
      return error
    },
  )
  return JSON.parse(stdout) as readonly Finding[]
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function takenPort(): Promise<Planted> {
  const port = await listening(createServer())
  return { 'gatehouse.yml': [`public_url: http://127.0.0.1:${port}`, ...ports.slice(1), ''].join('\n') }
}

async function wrongMailPassword(): Promise<Planted> {
  const mailbox = await startMailbox(0, undefined, 'right')
  closing.push(() => mailbox.close())
  return own(`smtp_url: smtp://ada:wr0ng@127.0.0.1:${mailbox.port}/?disable_starttls=true`)
}

async function oldDatabase(): Promise<Planted> {
  const server = await startOldPostgres('130022')
  closing.push(() => server.close())
  return own(`database: ${server.url}`)
}

/** A server at account.example.org that speaks https. The machine reaches it by its outbound proxy, and trusts it. */
async function httpBehindHttps(folder: string): Promise<Planted> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = [
    '-subj',
    '/CN=account.example.org',
    '-addext',
    'subjectAltName=DNS:account.example.org',
    '-days',
    '2',
  ]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject], {
    stdio: 'ignore',
  })
  const secure = createHttpsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, answer) =>
    answer.end('ok'),
  )
  const port = await listening(secure)
  const proxy = createHttpServer().on('connect', (_request, socket) => {
    const there = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      there.pipe(socket).pipe(there)
    })
    for (const end of [there, socket]) end.on('error', () => undefined)
  })
  const HTTPS_PROXY = `http://127.0.0.1:${await listening(proxy)}`
  return {
    'gatehouse.yml': 'public_url: http://account.example.org\n',
    variables: { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY, NODE_EXTRA_CA_CERTS: cert },
  }
}
