import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as askPlainly, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  freePorts,
  type GatewayProcess,
  postgresIsMissing,
  startGateway,
  startPostgres,
} from '@gatehouse/testing/processes'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-caddy-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns whether Debian's Caddy is missing; with `CI=true` that is an error. */
function caddyIsMissing(): boolean {
  const isMissing = spawnSync('caddy', ['version']).status !== 0
  if (isMissing && process.env['CI'] === 'true')
    throw new Error('caddy is not installed (Debian: apt-get install caddy)')
  return isMissing
}

async function answerOf(sent: ReturnType<typeof request>, body?: string) {
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

test.skipIf(caddyIsMissing() || postgresIsMissing() !== undefined)(
  'Caddy with the sample brings two gateways over TLS, and goes on with one of them @deploy-6',
  { timeout: 240_000 },
  async () => {
    const [plain = 0, tls = 0, ...rest] = await freePorts(8)
    const ports = [0, 1].map((index) => {
      const [pages = 0, admin = 0, console_ = 0] = rest.slice(index * 3, index * 3 + 3)
      return { public: pages, admin, console: console_ }
    })
    const sites = readFileSync(new URL('../../../../deploy/Caddyfile', import.meta.url), 'utf8')
      .replace('127.0.0.1:4455', ports.map((one) => `127.0.0.1:${one.public}`).join(' '))
      .replace('127.0.0.1:4456', ports.map((one) => `127.0.0.1:${one.console}`).join(' '))
    // Caddy issues its own certificates and writes nothing outside the folder.
    const options = `admin off\nhttp_port ${plain}\nhttps_port ${tls}\nlocal_certs\nskip_install_trust\nstorage file_system ${folder}/certificates\n`
    const file = join(folder, 'Caddyfile')
    writeFileSync(file, `{\n${options}}\n${sites}`)

    const server = await startPostgres()
    const address = server.createDatabase()
    const gateways: GatewayProcess[] = []
    for (const own of ports) {
      gateways.push(
        await startGateway({
          ports: own,
          environment: {
            GATEHOUSE_DEV: 'false',
            GATEHOUSE_DATABASE: address,
            GATEHOUSE_SECRETS: 'a-secret-of-more-than-32-characters',
            GATEHOUSE_PUBLIC_URL: 'https://id.example.org',
            GATEHOUSE_CONSOLE_URL: 'https://console.id.example.org',
            GATEHOUSE_PROJECTS_DOMAIN: 'id.example.org',
            GATEHOUSE_TRUSTED_PROXY: 'true',
            GATEHOUSE_LISTEN_PORT: String(own.public),
            GATEHOUSE_CONSOLE_LISTEN_PORT: String(own.console),
          },
        }),
      )
    }
    const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: folder },
    })
    let complaint = ''
    caddy.stderr.on('data', (said) => (complaint += String(said)))
    const ask = (host: string, path: string, headers: Readonly<Record<string, string>> = {}, body?: string) =>
      answerOf(
        request({
          host: '127.0.0.1',
          port: tls,
          path,
          method: body === undefined ? 'GET' : 'POST',
          servername: host,
          rejectUnauthorized: false,
          agent: false,
          headers: { host, accept: 'text/html', ...headers },
        }),
        body,
      )
    const statusOf = (host: string, path: string) =>
      ask(host, path).then(
        ({ status }) => status,
        () => complaint,
      )
    try {
      await expect.poll(() => statusOf('id.example.org', '/health/ready'), { timeout: 60_000 }).toBe(200)
      await expect.poll(() => statusOf('console.id.example.org', '/health/ready'), { timeout: 60_000 }).toBe(200)
      expect(await statusOf('none.id.example.org', '/login')).toBe(404)
      // Caddy replaces forwarding headers that a client sends.
      const forged = {
        'x-forwarded-proto': 'http',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-for': '203.0.113.9',
      }
      const page = await ask('id.example.org', '/registration', forged)
      expect([page.status, page.headers['strict-transport-security']]).toEqual([
        200,
        expect.stringContaining('max-age'),
      ])
      const cookies = page.headers['set-cookie'] ?? []
      expect(cookies.length).toBeGreaterThan(0)
      for (const cookie of cookies) expect(cookie).toMatch(/; Secure/i)
      const redirected = await answerOf(
        askPlainly({ host: '127.0.0.1', port: plain, path: '/login?a=1', headers: { host: 'id.example.org' } }),
      )
      expect([redirected.status, redirected.headers.location]).toEqual([
        308,
        expect.stringMatching(/^https:\/\/id\.example\.org(?::\d+)?\/login\?a=1$/),
      ])

      const json = { accept: 'application/json', 'content-type': 'application/json' }
      const flow = await ask('id.example.org', '/self-service/registration/api', { ...json, ...forged })
      const made = await ask(
        'id.example.org',
        `/self-service/registration?flow=${JSON.parse(flow.body).id}`,
        { ...json, ...forged },
        JSON.stringify({ method: 'password', password: 'Birch-and-ash-4711', traits: { email: 'ada@example.org' } }),
      )
      const { session_token: token, session } = JSON.parse(made.body)
      expect([made.status, session.devices[0].ip_address]).toEqual([200, '127.0.0.1'])
      const whoami = async () => (await ask('id.example.org', '/sessions/whoami', { 'x-session-token': token })).status
      expect(await whoami()).toBe(200)
      // After one has ended, the other gateway serves everything.
      await gateways[0]?.stop()
      expect(await whoami()).toBe(200)
      await expect.poll(() => statusOf('console.id.example.org', '/health/ready'), { timeout: 60_000 }).toBe(200)
    } finally {
      caddy.kill('SIGTERM')
      await once(caddy, 'exit')
      await Promise.all(gateways.map((gateway) => gateway.stop()))
      await server.stop()
    }
  },
)
