import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresIsMissing, startGateway, startPostgres } from '@gatehouse/testing/processes'
import type { GatewayProcess, PostgresProcess } from '@gatehouse/testing/processes'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { answers, exchange } from '../workers/workers.fixture.ts'
import { exchangeJson } from './exchange-json.fixture.ts'

const secrets = 'one-secret-that-all-of-these-gateways-have'
let server: PostgresProcess | undefined
let database = ''
const running: GatewayProcess[] = []

beforeAll(async () => {
  vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })
  server = await startPostgres({ fsync: 'off' })
})
afterAll(() => server?.stop())
afterEach(async () => {
  await Promise.all(running.splice(0).map((gateway) => gateway.stop()))
})

/** As on a machine of its own: another folder, other ports. */
async function startOne(environment: Readonly<Record<string, string>> = {}): Promise<GatewayProcess> {
  const gateway = await startGateway({
    environment: {
      GATEHOUSE_DEV: 'false',
      GATEHOUSE_WORKERS: '2',
      GATEHOUSE_DRAIN_SECONDS: '1',
      GATEHOUSE_DATABASE: database,
      GATEHOUSE_SECRETS: secrets,
      LOG_LEVEL: 'info',
      ...environment,
    },
  })
  running.push(gateway)
  return gateway
}

const password = 'analytical-engine-1843'

async function signUp(origin: string, email: string): Promise<string> {
  const flow = await exchangeJson(`${origin}/self-service/registration/api`)
  const body = { method: 'password', password, traits: { email } }
  const answer = await exchangeJson(`${origin}/self-service/registration?flow=${flow.body.id}`, { body })
  expect(answer.status).toBe(200)
  return String(answer.body.session_token)
}

async function whoami(origin: string, token: string): Promise<number> {
  return (await exchangeJson(`${origin}/sessions/whoami`, { headers: { 'x-session-token': token } })).status
}

const isLeader = (gateway: GatewayProcess) => answers(`${gateway.consoleOrigin}/health/alive`)

/** The one that leads first, and its key. */
async function twoGateways() {
  database = server?.createDatabase() ?? ''
  const first = await startOne()
  const second = await startOne()
  const key = (await readFile(join(first.dataFolder, 'workspace-api-key'), 'utf8')).trim()
  const control = (gateway: GatewayProcess, method: string, path: string, body?: unknown) =>
    exchangeJson(`${gateway.consoleOrigin}${path}`, { method, body, headers: { authorization: `Bearer ${key}` } })
  return { first, second, control }
}

describe.skipIf(postgresIsMissing() !== undefined)('two gateways with one database', () => {
  test('one leads; a session of either counts at both until it is ended at one of them @gateways-1', async () => {
    const { first, second } = await twoGateways()
    expect([await isLeader(first), await isLeader(second)]).toEqual([true, false])
    const token = await signUp(second.origin, 'ada@example.org')
    expect(await whoami(first.origin, token)).toBe(200)
    const ended = await exchangeJson(`${first.origin}/self-service/logout/api`, {
      method: 'DELETE',
      body: { session_token: token },
    })
    expect(ended.status).toBe(204)
    expect(await whoami(second.origin, token)).toBe(401)
  })

  test('a project that is made, changed or deleted is so at both once that is answered @gateways-2', async () => {
    const { first, second, control } = await twoGateways()
    const made = await control(first, 'POST', '/projects', { name: 'Shop', environment: 'dev' })
    expect(made.status).toBe(201)
    const { id, slug } = made.body
    const at = ({ origin }: GatewayProcess) => `http://${slug}.localhost:${new URL(origin).port}`
    const token = await signUp(at(second), 'grace@example.org')
    // The sealed cookies and codes of one project are those of every gateway.
    expect(await whoami(at(first), token)).toBe(200)
    const open = '/services/identity/config/selfservice/flows/registration/enabled'
    const changed = await control(first, 'PATCH', `/projects/${id}`, [{ op: 'add', path: open, value: false }])
    expect(changed.status).toBe(200)
    for (const gateway of [first, second]) {
      expect((await exchange(`${at(gateway)}/self-service/registration/api`)).statusCode).toBe(400)
    }
    const deleted = await control(first, 'POST', `/projects/${id}/purge`, { slug })
    expect(deleted.status).toBe(200)
    for (const gateway of [first, second]) expect((await exchange(`${at(gateway)}/login`)).statusCode).toBe(404)
  })

  test('where the leader is killed with its machine the other one leads, and nothing is lost @gateways-3', async () => {
    const { first, second, control } = await twoGateways()
    await control(first, 'POST', '/projects', { name: 'Shop', environment: 'dev' })
    const token = await signUp(first.origin, 'ada@example.org')
    running.splice(0, 1)
    const began = performance.now()
    await first.kill()
    await vi.waitUntil(() => isLeader(second), { timeout: 60_000, interval: 100 })
    console.info(`another gateway led after ${Math.round(performance.now() - began)} ms`)
    expect(await whoami(second.origin, token)).toBe(200)
    const projects = await control(second, 'GET', '/projects')
    expect(projects.body.map(({ name }: { readonly name: string }) => name)).toEqual(['Gatehouse', 'Shop'])
    expect((await control(second, 'POST', '/projects', { name: 'Office', environment: 'dev' })).status).toBe(201)
  })

  test('one that ends in order gives the lead up at once @gateways-4', async () => {
    const { first, second } = await twoGateways()
    running.splice(0, 1)
    await first.stop()
    await vi.waitUntil(() => isLeader(second), { timeout: 20_000, interval: 50 })
    expect(second.logs()).toContain('this gateway leads')
  })

  test('one whose primary stands still is not waited for, and serves nothing until it has caught up @gateways-5', async () => {
    const { first, second, control } = await twoGateways()
    const made = await control(first, 'POST', '/projects', { name: 'Shop', environment: 'dev' })
    const path = '/services/identity/config/selfservice/flows/registration/enabled'
    const registration = `http://${made.body.slug}.localhost:${new URL(second.origin).port}/self-service/registration/api`
    process.kill(second.pid, 'SIGSTOP')
    try {
      expect((await exchange(registration)).statusCode).toBe(200)
      const change = [{ op: 'add', path, value: false }]
      expect((await control(first, 'PATCH', `/projects/${made.body.id}`, change)).status).toBe(200)
      expect((await exchange(registration)).statusCode).toBe(503)
    } finally {
      process.kill(second.pid, 'SIGCONT')
    }
    await vi.waitUntil(async () => (await exchange(registration)).statusCode !== 503, { timeout: 20_000 })
    expect((await exchange(registration)).statusCode).toBe(400)
  })
})
