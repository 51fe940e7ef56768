import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadConfig } from '@gatehouse/config/config'
import { afterEach, expect, test } from 'vitest'
import { compose, type Gateway } from './compose.ts'
import { readSeed, seed } from './process/seed.ts'
import { createLog } from './process/log.ts'

const opened: Gateway[] = []
afterEach(async () => {
  for (const gateway of opened.splice(0)) await gateway.stop()
})

// The built pages are tested in another process; these tests check which service is called.
const openPages = async () => ({
  assets: { has: () => false, serve: () => undefined },
  handle: async () => new Response('page'),
})

async function open(environment: Record<string, string> = {}) {
  const data = join(mkdtempSync(join(tmpdir(), 'gatehouse-compose-')), 'data')
  const config = loadConfig({ GATEHOUSE_DATA: data, ...environment })
  const gateway = await compose(config, { log: createLog('silent'), openPages, openConsole: openPages })
  gateway.start()
  opened.push(gateway)
  const ask = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('host', config.publicUrl.host)
    return gateway.edge(new Request(`${config.publicUrl.origin}${path}`, { ...init, headers }), '192.0.2.7')
  }
  return { gateway, ask, admin: gateway.identity.adminClient }
}

const json = { 'content-type': 'application/json', accept: 'application/json' }
const people = await readSeed(fileURLToPath(new URL('../seed.yml', import.meta.url)))

async function askForCode(ask: (path: string, init?: RequestInit) => Promise<Response>, email: string) {
  const flow = await (await ask('/self-service/recovery/api')).json()
  const body = JSON.stringify({ method: 'code', email })
  return ask(`/self-service/recovery?flow=${flow.id}`, { method: 'POST', headers: json, body })
}

test('a code that was asked for lies in the inbox, by recipient and already extracted @compose-1', async () => {
  const { ask, admin } = await open()
  if (admin === undefined) throw new Error('the embedded service has an admin API')
  await seed(admin, people)
  expect((await askForCode(ask, 'ada@example.com')).status).toBe(200)
  const [mail] = await (await ask('/dev/inbox.json?to=ada@example.com')).json()
  expect(mail).toMatchObject({ to: 'ada@example.com', code: expect.stringMatching(/^\d{6}$/) })
  expect(await (await ask('/dev/inbox.json?to=grace@example.com')).json()).toEqual([])
  const page = await (await ask('/dev/inbox', { headers: { accept: 'text/html' } })).text()
  expect(page).toContain(mail.code)
  expect(await (await ask('/dev/inbox?to=<script>')).text()).toContain('No messages for &lt;script&gt;')
})

test('a code is good for ten minutes @compose-2', async () => {
  const { ask, admin } = await open()
  if (admin === undefined) throw new Error('the embedded service has an admin API')
  await seed(admin, people)
  const begun = async () => (await (await ask('/self-service/recovery/api')).json()) as { readonly id: string }
  const submit = async (id: string, fields: object) => {
    const body = JSON.stringify({ method: 'code', ...fields })
    return ask(`/self-service/recovery?flow=${id}`, { method: 'POST', headers: json, body })
  }
  const afterWaiting = async (email: string, move: string): Promise<unknown> => {
    const { id } = await begun()
    await submit(id, { email })
    const [{ code }] = await (await ask(`/dev/inbox.json?to=${email}`)).json()
    await ask('/dev/clock', { method: 'POST', headers: json, body: JSON.stringify({ move }) })
    return (await submit(id, { code })).json()
  }
  expect(await afterWaiting('ada@example.com', '9m59s')).toHaveProperty('continue_with')
  expect(await afterWaiting('grace@example.com', '10m1s')).not.toHaveProperty('continue_with')
})

test('outside development mode there are no developer tools, and mails cannot be read @compose-3', async () => {
  const { ask } = await open({ GATEHOUSE_DEV: 'false' })
  for (const path of [
    '/dev',
    '/dev/inbox',
    '/dev/inbox.json',
    '/dev/faults',
    '/dev/checks',
    '/dev/clock.json',
    '/dev/flow',
    '/dev/preview',
    '/dev/docs/',
  ]) {
    expect(await (await ask(path)).text()).toBe('page')
  }
})

test.each([
  ['true', 200],
  ['false', 400],
])('with development mode %s, the code in a test address is answered %i @compose-4', async (dev, status) => {
  const { ask, admin } = await open({ GATEHOUSE_DEV: dev })
  if (admin === undefined) throw new Error('the embedded service has an admin API')
  const identifier = 'ada+code424242@example.com'
  await admin.createIdentity({ schema_id: 'person', traits: { email: identifier } })
  const flow = await (await ask('/self-service/login/api')).json()
  const send = (fields: object) =>
    ask(`/self-service/login?flow=${flow.id}`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ method: 'code', identifier, ...fields }),
    })
  await send({})
  expect((await send({ code: '424242' })).status).toBe(status)
})

test('seeding twice changes nothing, and a service with other people is left alone @compose-5', async () => {
  const { admin } = await open()
  if (admin === undefined) throw new Error('the embedded service has an admin API')
  expect((await seed(admin, people)).kind).toBe('seeded')
  expect((await seed(admin, people)).kind).toBe('seeded')
  const listed = await admin.listIdentities()
  const seeded = listed.kind === 'ok' ? listed.body.map(({ id, external_id }) => [id, external_id]) : []
  expect(seeded).toHaveLength(2)
  expect(Object.fromEntries(seeded)).toEqual({
    'ada00000-0000-4000-8000-000000000001': 'seed-ada',
    '9face000-0000-4000-8000-000000000002': 'seed-grace',
  })
  await admin.createIdentity({ schema_id: 'person', traits: { email: 'someone@example.com' } })
  expect((await seed(admin, people)).kind).toBe('left alone')
})

test('a session knows the address it was opened from, not the one that was claimed @compose-6', async () => {
  const { ask, admin } = await open()
  if (admin === undefined) throw new Error('the embedded service has an admin API')
  await seed(admin, people)
  const flow = await (await ask('/self-service/login/api')).json()
  const signedIn = await ask(`/self-service/login?flow=${flow.id}`, {
    method: 'POST',
    headers: { ...json, 'x-forwarded-for': '6.6.6.6', 'true-client-ip': '6.6.6.6' },
    body: JSON.stringify({ method: 'password', identifier: 'ada@example.com', password: 'analytical-engine' }),
  })
  expect((await signedIn.json()).session.devices[0].ip_address).toBe('192.0.2.7')
})

test('the public origin never serves the admin API @compose-7', async () => {
  const { ask } = await open()
  expect(await (await ask('/admin/identities', { headers: { accept: 'application/json' } })).text()).toBe('page')
})

test('ready means that the database answers', async () => {
  const { gateway, ask } = await open()
  expect((await ask('/health/ready')).status).toBe(200)
  await gateway.stop()
  expect((await ask('/health/ready')).status).toBe(503)
})
