import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, startGateway, startServiceProcess } from '@gatehouse/testing/processes'
import { networkIdentityConfig } from '../identity/network-identity.fixture.ts'
import { afterEach, expect, test } from 'vitest'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean()
})

async function start(options: Parameters<typeof startGateway>[0] = {}) {
  const gateway = await startGateway(options)
  cleanups.push(() => gateway.stop())
  return gateway
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-process-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Signs in as a native program would; returns the session token. */
async function signIn(origin: string, identifier = 'ada@example.com', password = 'analytical-engine'): Promise<string> {
  const flow = await (await fetch(`${origin}/self-service/login/api`)).json()
  const answer = await fetch(`${origin}/self-service/login?flow=${flow.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'password', identifier, password }),
  })
  const body = await answer.json()
  expect(body).toHaveProperty('session_token')
  return body.session_token
}

async function whoami(origin: string, token: string): Promise<string | undefined> {
  const answer = await fetch(`${origin}/sessions/whoami`, { headers: { 'x-session-token': token } })
  return answer.status === 200 ? (await answer.json()).identity.traits.email : undefined
}

test('a start without NODE_ENV draws pages with React’s build for production', async () => {
  const listing = `import { createRequire } from 'node:module'
    const loaded = () => Object.keys(createRequire('/').cache).filter((file) => file.includes('react-dom-server.node'))
    process.on('exit', () => console.log(loaded().join()))`
  const NODE_OPTIONS = `--import="data:text/javascript,${encodeURIComponent(listing)}"`
  // The bundle has React inside, built for production.
  const gateway = await startGateway({ mode: 'sources', environment: { NODE_ENV: undefined, NODE_OPTIONS } })
  expect((await fetch(`${gateway.origin}/login`)).status).toBe(200)
  await gateway.stop()
  expect(gateway.logs()).toContain('react-dom-server.node.production.js')
  expect(gateway.logs()).not.toContain('react-dom-server.node.development.js')
})

test('a new gateway has two people who can sign in, and names them', async () => {
  const gateway = await start()
  expect(gateway.logs()).toContain('ada@example.com')
  expect(await whoami(gateway.origin, await signIn(gateway.origin))).toBe('ada@example.com')
})

test('a first start names the file of the owner key, and the day on which it expires', async () => {
  const before = Date.now()
  const gateway = await start()
  const dayIn90 = (now: number) => new Date(now + 90 * 86_400_000).toISOString().slice(0, 10)
  const [, day] = /Key for it +\S+workspace-api-key \(expires on (\d{4}-\d\d-\d\d)\)/.exec(gateway.logs()) ?? []
  expect([dayIn90(before), dayIn90(Date.now())]).toContain(day)
  const key = (await readFile(join(gateway.dataFolder, 'workspace-api-key'), 'utf8')).trim()
  const headers = { authorization: `Bearer ${key}` }
  const [workspace] = (await (await fetch(`${gateway.consoleOrigin}/workspaces`, { headers })).json()).workspaces
  const keys = await (await fetch(`${gateway.consoleOrigin}/workspaces/${workspace.id}/tokens`, { headers })).json()
  expect(keys[0].expires_at).toMatch(new RegExp(`^${day}T`))
})

test('accounts and sessions survive a restart and a kill -9', async () => {
  const dataFolder = await newFolder()
  const first = await startGateway({ dataFolder })
  const token = await signIn(first.origin)
  expect(await first.stop()).toBe(0)

  const second = await startGateway({ dataFolder })
  expect(await whoami(second.origin, token)).toBe('ada@example.com')
  const later = await signIn(second.origin, 'grace@example.com', 'nanosecond-of-wire')
  await second.kill()

  const third = await start({ dataFolder })
  expect(await whoami(third.origin, token)).toBe('ada@example.com')
  expect(await whoami(third.origin, later)).toBe('grace@example.com')
})

test('two gateways live side by side, and a session of one is none of the other', async () => {
  const [one, other] = await Promise.all([start(), start()])
  const token = await signIn(one.origin)
  expect(await whoami(one.origin, token)).toBe('ada@example.com')
  expect(await whoami(other.origin, token)).toBeUndefined()
})

test('a start logs the findings of gatehouse check @gateway-process-3', async () => {
  const gateway = await start({ environment: { GATEHOUSE_RETURN_URLS: 'http://127.0.0.1:3000' } })
  await expect.poll(() => gateway.logs(), { timeout: 60_000 }).toContain('"check":"host-names"')
})

test('a second gateway on the same data folder, or the same port, is refused with a fix @gateway-process-1', async () => {
  const dataFolder = await newFolder()
  const gateway = await start({ dataFolder })
  await expect(startGateway({ dataFolder })).rejects.toThrow(/in use by another Gatehouse/)
  const port = Number(new URL(gateway.origin).port)
  const [admin = 0, consolePort = 0] = await freePorts(2)
  // Its readiness would be checked at the port of the first one, so the test does not wait for it.
  const second = startServiceProcess({
    args: ['apps/gateway/src/main.ts'],
    environment: {
      GATEHOUSE_PUBLIC_URL: `http://localhost:${port}`,
      GATEHOUSE_ADMIN_URL: `http://127.0.0.1:${admin}`,
      GATEHOUSE_CONSOLE_URL: `http://localhost:${consolePort}`,
      GATEHOUSE_DATA: await newFolder(),
    },
    readyUrl: 'http://127.0.0.1:1/',
  })
  await expect(second).rejects.toThrow(/in use by another program[\s\S]*GATEHOUSE_PUBLIC_URL/)
})

test('the same pages run before an identity service in another process', async () => {
  const [publicPort = 0, identityPort = 0, adminPort = 0] = await freePorts(3)
  const folder = await newFolder()
  const origin = `http://localhost:${publicPort}`
  const identityUrl = `http://127.0.0.1:${identityPort}`
  const configFile = join(folder, 'kratos.json')
  const dsn = `sqlite://${folder}/identity.sqlite`
  const config = networkIdentityConfig({ dsn, origin, publicPort: identityPort, adminPort })
  await writeFile(configFile, JSON.stringify(config))
  const identity = await startServiceProcess({
    args: ['apps/gateway/src/serve-identity.ts', '--config', configFile, '--dev'],
    environment: {},
    readyUrl: `${identityUrl}/health/ready`,
  })
  cleanups.push(() => identity.stop())
  const gateway = await start({
    ports: { public: publicPort, admin: adminPort },
    environment: { KRATOS_PUBLIC_URL: identityUrl, KRATOS_ADMIN_URL: `http://127.0.0.1:${adminPort}` },
  })
  const created = await fetch(`http://127.0.0.1:${adminPort}/admin/identities`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      schema_id: 'person',
      traits: { email: 'net@example.com' },
      credentials: { password: { config: { password: 'over-the-network' } } },
    }),
  })
  expect(created.status).toBe(201)
  const token = await signIn(gateway.origin, 'net@example.com', 'over-the-network')
  expect(await whoami(gateway.origin, token)).toBe('net@example.com')
  const page = await fetch(`${gateway.origin}/login`, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain('name="identifier"')
  expect(page.headers.getSetCookie().join()).toContain('csrf_token_')

  await identity.stop()
  // Another gateway would not reach it either; the pages give the reason.
  const ready = async () => {
    const answer = await fetch(`${gateway.origin}/health/ready`)
    return [answer.status, await answer.json()]
  }
  await expect
    .poll(ready)
    .toEqual([200, { status: 'degraded', degraded: expect.objectContaining({ identity: 'not available' }) }])
  expect((await fetch(`${gateway.origin}/sessions/whoami`)).status).toBe(502)
  expect((await fetch(`${gateway.origin}/health/alive`)).status).toBe(200)
})

test('a live tail ends properly when the process is asked to end, instead of being cut off after the grace @gateway-process-2', async () => {
  const gateway = await start()
  const key = (await readFile(join(gateway.dataFolder, 'workspace-api-key'), 'utf8')).trim()
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' }
  const [project] = await (
    await fetch(`${gateway.consoleOrigin}/projects`, { headers: { ...headers, accept: '*/*' } })
  ).json()
  const tail = await fetch(`${gateway.consoleOrigin}/projects/${project.id}/events`, { headers })
  expect(tail.headers.get('content-type')).toContain('text/event-stream')
  // It rejects if the connection is cut off.
  const [text, code] = await Promise.all([tail.text(), gateway.stop()])
  expect(text).toContain(': open')
  expect(code).toBe(0)
})
