import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as askPlainly, type IncomingMessage } from 'node:http'
import { request, type RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { loadConfig } from '@gatehouse/config/config'
import { freePorts, startGateway } from '@gatehouse/testing/processes'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const samples = new URL('../../../../deploy/', import.meta.url)
const sample = (name: string) => readFileSync(new URL(name, samples), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-deploy-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Sample contents of the files of secrets. */
const secretFiles: Readonly<Record<string, string>> = {
  'smtp-url': 'smtps://user:password@mail.example:465',
  'database-url': 'postgres://gatehouse:a%20secret@database:5432/gatehouse?sslmode=disable',
  'gatehouse-secrets': 'a-secret-of-more-than-32-characters',
}

/** Returns the environment of a sample, with existing files of secrets. */
function withSecrets(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => {
      const [, secret = ''] = /^\/run\/secrets\/(.+)$/.exec(value) ?? []
      if (secret === '') return [name, value]
      expect(Object.keys(secretFiles)).toContain(secret)
      const path = join(folder, secret)
      writeFileSync(path, secretFiles[secret] ?? '')
      return [name, path]
    }),
  )
}

interface Service {
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly networks?: readonly string[]
  readonly command?: readonly string[]
  readonly depends_on?: object
  readonly volumes?: readonly string[]
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly [section: string]: unknown
}

const imageEnvironment = Object.fromEntries(
  [...sample('Containerfile').matchAll(/\b(GATEHOUSE_\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
)

test.each(['compose.sqlite.yml', 'compose.postgres.yml', 'compose.kratos.yml'])(
  'every setting, secret, network and volume of %s is one @deploy-1',
  (name) => {
    const compose: Compose = parse(sample(name), { merge: true })
    const gateways = Object.values(compose.services).filter(({ environment }) => environment?.['GATEHOUSE_PUBLIC_URL'])
    expect(gateways.length).toBeGreaterThan(0)
    for (const { environment = {} } of gateways) {
      const config = loadConfig(withSecrets({ ...imageEnvironment, ...environment }))
      expect(config.warnings).toEqual([])
      expect([config.listen, config.publicUrl.protocol]).toEqual([{ host: '0.0.0.0', port: 4455 }, 'https:'])
    }
    for (const service of Object.values(compose.services)) {
      const known = (section: string) => Object.keys(compose[section] ?? {})
      expect(known('secrets')).toEqual(expect.arrayContaining([...(service.secrets ?? [])]))
      expect(known('networks')).toEqual(expect.arrayContaining([...(service.networks ?? [])]))
      const named = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '')
      expect(known('volumes')).toEqual(expect.arrayContaining(named.filter((one) => !one.startsWith('.'))))
    }
  },
)

test('the proxy of compose.kratos.yml reaches no admin API without a key, and Kratos sends mail @deploy-5', () => {
  const { services }: Compose = parse(sample('compose.kratos.yml'))
  for (const { command, networks } of Object.values(services).filter(({ networks }) => networks?.includes('front'))) {
    expect([command?.slice(0, 2).join(' ') ?? 'gatehouse', networks]).toEqual([
      expect.stringMatching(/^(gatehouse|serve public)$/),
      ['front', 'back'],
    ])
  }
  const environment = services['gatehouse']?.environment ?? {}
  for (const name of ['KRATOS_ADMIN_URL', 'HYDRA_ADMIN_URL']) {
    const { hostname } = new URL(environment[name] ?? '')
    expect([hostname, services[hostname]?.networks]).toEqual([hostname, ['back', 'out']])
  }
  expect(services['kratos']?.command).toContain('--watch-courier')
  for (const name of ['kratos', 'hydra', 'hydra-admin']) {
    const migration = `${name.replace('-admin', '')}-migrate`
    expect(services[name]?.depends_on).toEqual({ [migration]: { condition: 'service_completed_successfully' } })
    expect(services[migration]?.command?.slice(0, 2)).toEqual(['migrate', 'sql'])
  }
})

describe('units of systemd', () => {
  const units = readdirSync(new URL('systemd/', samples))

  test('have settings that are some, and the least rights @deploy-2', () => {
    for (const name of units.filter((one) => one.endsWith('.service'))) {
      const lines = sample(`systemd/${name}`).split('\n')
      const environment = Object.fromEntries(
        lines.flatMap((line) =>
          [...line.matchAll(/^Environment=(GATEHOUSE_\w+)=(.*)$/g)].map(([, key, value]) => [key, value]),
        ),
      )
      // The settings file is the machine's.
      expect(loadConfig({ ...environment, GATEHOUSE_CONFIG: undefined }).warnings).toEqual([])
      for (const wanted of [
        'DynamicUser=yes',
        'ProtectSystem=strict',
        'NoNewPrivileges=yes',
        'CapabilityBoundingSet=',
        'UMask=0077',
      ])
        expect(lines).toContain(wanted)
    }
  })

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
  if (!hasSystemd && process.env['CI'] === 'true') throw new Error('systemd-analyze is missing')
  test.skipIf(!hasSystemd)('are understood by systemd, which rates their rights as OK @deploy-3', () => {
    const paths = units.map((name) => new URL(`systemd/${name}`, samples).pathname)
    const verified = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' })
    expect([verified.status, verified.stderr]).toEqual([0, ''])
    const [, when = ''] = /^OnCalendar=(.+)$/m.exec(sample('systemd/gatehouse-backup.timer')) ?? []
    expect(execFileSync('systemd-analyze', ['calendar', when], { encoding: 'utf8' })).toContain('Next elapse')
    const main = new URL('systemd/gatehouse.service', samples).pathname
    const rated = execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', main], {
      encoding: 'utf8',
    })
    expect(rated).toMatch(/exposure level for gatehouse\.service: [01]\.\d OK/)
  })
})

/** Returns whether Debian's nginx is missing; with `CI=true` that is an error. */
function nginxIsMissing(): boolean {
  const isMissing = spawnSync('nginx', ['-v']).status !== 0
  if (isMissing && process.env['CI'] === 'true')
    throw new Error('nginx is not installed (Debian: apt-get install nginx-light)')
  return isMissing
}

async function answerOf(sent: ReturnType<typeof request>) {
  sent.end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

test.skipIf(nginxIsMissing())(
  'nginx with the sample brings pages, console and projects over TLS @deploy-4',
  async () => {
    const [plain = 0, tls = 0, pages = 0, console_ = 0, admin = 0] = await freePorts(5)
    const key = join(folder, 'privkey.pem')
    const certificate = join(folder, 'fullchain.pem')
    const subject = ['-subj', '/CN=id.example.org', '-days', '2']
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject],
      { stdio: 'ignore' },
    )
    const server = sample('nginx/gatehouse.conf')
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${tls} ssl http2;`)
      .replace('127.0.0.1:4455', `127.0.0.1:${pages}`)
      .replace('127.0.0.1:4456', `127.0.0.1:${console_}`)
      .replace('/etc/ssl/gatehouse/fullchain.pem', certificate)
      .replace('/etc/ssl/gatehouse/privkey.pem', key)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    const file = join(folder, 'nginx.conf')
    writeFileSync(
      file,
      `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr;\nevents {}\nhttp { access_log off; ${temporary.join(' ')}\n${server}\n}`,
    )
    const gateway = await startGateway({
      ports: { public: pages, admin, console: console_ },
      environment: {
        GATEHOUSE_DEV: 'false',
        GATEHOUSE_PUBLIC_URL: 'https://id.example.org',
        GATEHOUSE_CONSOLE_URL: 'https://console.id.example.org',
        GATEHOUSE_PROJECTS_DOMAIN: 'id.example.org',
        GATEHOUSE_TRUSTED_PROXY: 'true',
        GATEHOUSE_LISTEN_PORT: String(pages),
        GATEHOUSE_CONSOLE_LISTEN_PORT: String(console_),
      },
    })
    const nginx = spawn('nginx', ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
    let complaint = ''
    nginx.stderr.on('data', (said) => (complaint += String(said)))
    const ask = (host: string, path: string) => {
      const options: RequestOptions = {
        host: '127.0.0.1',
        port: tls,
        path,
        servername: host,
        rejectUnauthorized: false,
        agent: false,
      }
      return answerOf(request({ ...options, headers: { host, accept: 'text/html' } }))
    }
    try {
      const status = () =>
        ask('id.example.org', '/health/ready').then(
          ({ status }) => status,
          () => complaint,
        )
      await expect.poll(status, { timeout: 20_000 }).toBe(200)
      const login = await ask('id.example.org', '/login')
      expect([login.status, login.headers['strict-transport-security']]).toEqual([
        200,
        expect.stringContaining('max-age'),
      ])
      expect(login.headers['set-cookie']?.join('\n')).toContain('Secure')
      expect(login.body).toContain('name="identifier"')
      expect((await ask('console.id.example.org', '/health/ready')).status).toBe(200)
      expect((await ask('none.id.example.org', '/login')).status).toBe(404)
      const redirected = await answerOf(
        askPlainly({ host: '127.0.0.1', port: plain, path: '/login?a=1', headers: { host: 'id.example.org' } }),
      )
      expect([redirected.status, redirected.headers.location]).toEqual([308, 'https://id.example.org/login?a=1'])
    } finally {
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
      await gateway.stop()
    }
  },
)
