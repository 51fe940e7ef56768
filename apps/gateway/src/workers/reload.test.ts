import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { freePorts, startServiceProcess, testsBundle } from '@gatehouse/testing/processes'
import { answers, exchange, startShared } from './workers.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-reload-'))
afterAll(() => rmSync(folder, { recursive: true }))

const schema = {
  $id: 'https://example.org/person.json',
  type: 'object',
  properties: {
    traits: {
      type: 'object',
      properties: {
        email: { type: 'string', 'ory.sh/kratos': { credentials: { password: { identifier: true } } } },
      },
    },
  },
}

interface Written {
  readonly signUp: boolean
  readonly database?: string
  readonly secrets: readonly string[]
}

const kratosFile = join(folder, 'kratos.yml')
const settingsFile = join(folder, 'gatehouse.yml')

function writeKratos({ signUp, secrets, database = 'identity' }: Written): void {
  const config = {
    dsn: `sqlite://${join(folder, `${database}.sqlite`)}`,
    identity: {
      default_schema_id: 'person',
      schemas: [{ id: 'person', url: `base64://${Buffer.from(JSON.stringify(schema)).toString('base64')}` }],
    },
    selfservice: {
      default_browser_return_url: 'http://localhost:4455/',
      methods: { password: { enabled: true, config: { haveibeenpwned_enabled: false } } },
      flows: { registration: { enabled: signUp, after: { password: { hooks: [{ hook: 'session' }] } } } },
    },
    hashers: { algorithm: 'bcrypt', bcrypt: { cost: 4 } },
    secrets: { default: secrets, cookie: secrets, cipher: secrets },
  }
  writeFileSync(kratosFile, JSON.stringify(config))
}

const old = 'the-old-secret-of-32-characters-'
const fresh = 'the-new-secret-of-32-characters-'

test('a changed kratos.yml holds in every process, after SIGHUP or automatically, with no request lost; a faulty one changes nothing @reload-2', async () => {
  writeKratos({ signUp: true, secrets: [old] })
  writeFileSync(settingsFile, 'events_kept_days: 60\n')
  const gateway = await startShared({ GATEHOUSE_IDENTITY_CONFIG: kratosFile, GATEHOUSE_CONFIG: settingsFile })
  const over = new AbortController()
  const lost: unknown[] = []
  try {
    await gateway.complete()
    const token = await gateway.signUp('ada@example.com')
    const whoami = `${gateway.origin}/sessions/whoami`
    const headers = { 'x-session-token': token }
    const asking = (async () => {
      while (!over.signal.aborted) {
        // oxlint-disable-next-line no-await-in-loop -- one request after the other, as of one client
        const status = await exchange(whoami, { headers }).then((answer) => answer.statusCode, String)
        if (status !== 200) lost.push(status)
      }
    })()
    const registration = () => gateway.askAll(`${gateway.origin}/self-service/registration/api`)
    expect(await registration()).toEqual([200])
    const said = (text: string) => vi.waitUntil(() => gateway.logs().includes(text), { timeout: 60_000 })

    // A new secret is put before the old one, and sign-up is closed. A change is noticed without a signal as well.
    writeKratos({ signUp: false, secrets: [fresh, old] })
    await said('the kratos.yml was read again')
    expect(await registration()).toEqual([400])

    writeFileSync(kratosFile, 'selfservice: [')
    writeFileSync(settingsFile, 'events_kept_days: soon\n')
    process.kill(gateway.pid, 'SIGHUP')
    await said('the kratos.yml is faulty; the one before goes on')
    await said('the settings are faulty; those of the start go on')
    expect(await registration()).toEqual([400])

    writeKratos({ signUp: true, secrets: [fresh, old], database: 'another' })
    writeFileSync(settingsFile, 'events_kept_days: 30\nlisten_port: 4455\n')
    process.kill(gateway.pid, 'SIGHUP')
    await said('dsn names another database')
    await said('settings have changed that wait for the next start')
    expect(gateway.logs()).toContain('listen_port')
    expect(await registration()).toEqual([400])

    over.abort()
    await asking
    expect(lost).toEqual([])
    expect(await gateway.askAll(whoami, headers)).toEqual([200])
  } finally {
    over.abort()
    await gateway.stop()
  }
})

test('SIGHUP while it starts ends neither it nor one of its processes @reload-4', async () => {
  const data = mkdtempSync(join(folder, 'starts-'))
  const [publicPort = 0, admin = 0, console_ = 0] = await freePorts(3)
  const gateway = await startServiceProcess({
    args: [testsBundle() ? 'dist/main.js' : 'apps/gateway/src/main.ts'],
    environment: {
      GATEHOUSE_PUBLIC_URL: `http://localhost:${publicPort}`,
      GATEHOUSE_ADMIN_URL: `http://127.0.0.1:${admin}`,
      GATEHOUSE_CONSOLE_URL: `http://localhost:${console_}`,
      GATEHOUSE_DATA: data,
      GATEHOUSE_DEV: 'false',
      GATEHOUSE_WORKERS: '2',
      LOG_LEVEL: 'info',
    },
  })
  try {
    // The first thing that a start leaves behind.
    await vi.waitUntil(() => existsSync(join(data, 'gatehouse.lock')), { timeout: 60_000, interval: 5 })
    const ready = async () => {
      process.kill(gateway.pid, 'SIGHUP')
      return answers(`http://localhost:${publicPort}/health/ready`)
    }
    await vi.waitUntil(ready, { timeout: 60_000, interval: 20 })
    expect(gateway.logs()).not.toContain('a worker has ended')
    expect(await gateway.stop()).toBe(0)
  } finally {
    await gateway.kill()
  }
})
