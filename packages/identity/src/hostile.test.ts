import { flowKinds } from '@gatehouse/contract/flows'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { hostileBody, hostileHeaders, hostilePath, hostileRequest, type HostileRequest } from './hostile.fixture.ts'
import type { ServedRoute } from './http/route.ts'
import { ownMethods } from './own-methods.fixture.ts'
import { createAccount, createTestService, signIn } from './service.fixture.ts'

const on = { enabled: true }
const organization = '6bb1c7d1-3b3e-4995-9e09-35649dc45a2b'
/** A provider that does not answer: separate tests cover its behaviour. */
const corp = {
  id: 'corp',
  provider: 'generic',
  client_id: 'client',
  client_secret: 'secret',
  issuer_url: 'https://idp.invalid',
  fedcm_config_url: 'https://idp.invalid/fedcm.json',
}
const configuration = {
  session: { whoami: { required_aal: 'aal1' } },
  selfservice: {
    methods: {
      ...ownMethods,
      b2b: { config: { organizations: [{ id: organization, label: 'Acme', domains: ['acme.example'] }] } },
      oidc: { enabled: true, config: { providers: [corp, { ...corp, id: 'acme', organization_id: organization }] } },
    },
    flows: { recovery: on, verification: on },
  },
}
const service = await createTestService(configuration, {
  rememberDeviceMs: 60_000,
  fetch: () => Promise.reject(new TypeError('no server answers')),
})
await createAccount(service, 'ada@example.org')
const token = await signIn(service, 'ada@example.org')
const opened = flowKinds.map((kind) =>
  service.fetch(`/self-service/${kind}/api`, { headers: kind === 'settings' ? { 'x-session-token': token } : {} }),
)
const flows = (await Promise.all(opened)).map(({ body }) => String(body.id))
const { routes } = service.service
const runs = Number(process.env['HOSTILE_RUNS'] ?? 100)

afterAll(() => service.service.stop())

function send(route: ServedRoute, path: string, init: RequestInit): Promise<Response> {
  const isAdmin = route.listener === 'admin'
  const origin = isAdmin ? 'http://127.0.0.1:4434/admin' : 'https://auth.example.org'
  return (isAdmin ? service.service.admin : service.service.fetch)(new Request(`${origin}${path}`, init))
}

function toInit(route: ServedRoute, hostile: HostileRequest): RequestInit {
  const method = hostile.method ?? (route.method === '*' ? 'POST' : route.method)
  const [body, type] = hostileBody(hostile)
  const headers = { 'content-type': type, ...(hostile.signedIn && { 'x-session-token': token }) }
  const hasBody = method !== 'GET' && method !== 'HEAD' && body !== ''
  return { method, headers: { ...headers, ...hostileHeaders(hostile) }, ...(hasBody && { body }) }
}

/** The service itself lists every row of every table: a new one gets the same requests at once. */
describe.each(routes)('$listener $method $path', (route) => {
  test(
    'keeps in step whatever bodies, queries, cookies and headers come @hostile-4',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(hostileRequest, async (hostile) => {
          const flow = hostile.flow === null ? undefined : flows[hostile.flow]
          const answer = await send(route, hostilePath(route.path, hostile, flow), toInit(route, hostile))
          expect(answer.status).toBeLessThan(500)
          expect(await answer.text()).not.toMatch(/\bat .*\.ts:\d+/)
          expect(Object.keys(Object.prototype)).toEqual([])
        }),
        { numRuns: runs },
      )
      expect(Object.getOwnPropertyNames(Object.prototype).toSorted()).toEqual(namesAtStart)
      expect(service.failures).toEqual([])
    },
  )
})

test.each(routes.filter(({ method }) => method !== 'GET'))(
  '$listener $method $path reads no more of a body than its limit @hostile-5',
  async (route) => {
    const limit = route.listener === 'admin' ? 16 : 1
    const megabyte = new TextEncoder().encode('x'.repeat(1024 * 1024))
    let read = 0
    // A body without an end: reading all of it would never finish.
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        read += 1
        controller.enqueue(megabyte)
      },
    })
    const method = route.method === '*' ? 'POST' : route.method
    const headers = { 'content-type': 'application/json', 'x-session-token': token }
    const path = `${route.path.replace(/:\w+/g, flows[0] ?? '')}?flow=${flows[0]}`
    const answer = await send(route, path, { method, headers, body, duplex: 'half' } as RequestInit)
    expect(answer.status).toBeLessThan(500)
    expect(read).toBeLessThanOrEqual(limit + 3)
  },
)

const namesAtStart = Object.getOwnPropertyNames(Object.prototype).toSorted()

test('the tables were seen', () => {
  const listed = routes.map(({ listener, method, path }) => `${listener} ${method} ${path}`)
  expect(listed).toEqual(
    expect.arrayContaining([
      'public POST /self-service/login',
      'public * /sessions/whoami',
      'public POST /self-service/fed-cm/token',
      'admin POST /identities',
    ]),
  )
  expect(new Set(listed).size).toBe(listed.length)
})
