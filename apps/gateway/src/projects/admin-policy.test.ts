import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openGateway, type TestGateway } from './gateway.fixture.ts'

const adminKey = 'an-admin-key-that-is-long-enough'
let gateway: TestGateway
let shop: Awaited<ReturnType<TestGateway['createProject']>>
let mainProject = ''
const keys: Record<string, { readonly id: string; readonly value: string }> = {}

interface Line {
  readonly operation: string
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string }
  readonly target: { readonly id: string; readonly name: string }
  readonly reason: string | null
}

/** An address of a project's admin API, with a key that owns the project there. */
interface Address {
  readonly name: string
  readonly projectId: () => string
  readonly call: (
    method: string,
    path: string,
    json?: unknown,
    headers?: Record<string, string>,
    key?: string,
  ) => Promise<{ readonly status: number; readonly body: any; readonly headers: Headers }> // oxlint-disable-line typescript/no-explicit-any -- answers of every shape
  readonly actor: () => Partial<Line['actor']>
  /** The actor of the identity service's events. */
  readonly eventActor: () => { readonly type: string; readonly id: string | null }
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const owner = () => keys['owner']?.value ?? ''

const addresses: readonly Address[] = [
  {
    name: 'the control plane',
    projectId: () => shop.id,
    call: (method, path, json, headers = {}, key = owner()) =>
      gateway.askConsole(`/projects/${shop.id}/admin${path}`, {
        method,
        json,
        headers: { ...bearer(key), ...headers },
      }),
    actor: () => ({ kind: 'key', id: keys['owner']?.id ?? '' }),
    eventActor: () => ({ type: 'administrator', id: keys['owner']?.id ?? '' }),
  },
  {
    name: 'the project’s own address',
    projectId: () => shop.id,
    call: (method, path, json, headers = {}, key = owner()) =>
      gateway.ask(`${shop.origin}/admin${path}`, { method, json, headers: { ...bearer(key), ...headers } }),
    actor: () => ({ kind: 'key', id: keys['owner']?.id ?? '' }),
    eventActor: () => ({ type: 'administrator', id: keys['owner']?.id ?? '' }),
  },
  {
    name: 'the admin listener',
    projectId: () => mainProject,
    call: (method, path, json, headers = {}) =>
      gateway.askAdmin(`/admin${path}`, { method, json, headers: { ...bearer(adminKey), ...headers } }),
    actor: () => ({ kind: 'key', name: 'GATEHOUSE_ADMIN_KEY' }),
    eventActor: () => ({ type: 'administrator', id: null }),
  },
  {
    name: 'the admin listener, without the prefix',
    projectId: () => mainProject,
    call: (method, path, json, headers = {}) =>
      gateway.askAdmin(path, { method, json, headers: { ...bearer(adminKey), ...headers } }),
    actor: () => ({ kind: 'key', name: 'GATEHOUSE_ADMIN_KEY' }),
    eventActor: () => ({ type: 'administrator', id: null }),
  },
]

beforeAll(async () => {
  gateway = await openGateway({ environment: { GATEHOUSE_ADMIN_KEY: adminKey } })
  shop = await gateway.createProject('Shop')
  for (const role of ['owner', 'developer', 'viewer']) {
    const made = await gateway.control('POST', `/projects/${shop.id}/tokens`, { name: role, role })
    keys[role] = { id: made.body.id, value: made.body.value }
  }
  mainProject = (await gateway.control('GET', '/projects')).body.find(({ id }: { id: string }) => id !== shop.id).id
})
afterAll(() => gateway.gateway.stop())

const lines = async ({ projectId }: Address): Promise<readonly Line[]> =>
  (await gateway.control('GET', `/projects/${projectId()}/audit?page_size=200`)).body.entries

/** The lines that a call adds to the log of its project, newest first. */
async function added(address: Address, call: () => Promise<unknown>): Promise<readonly Line[]> {
  const before = (await lines(address)).length
  await call()
  const after = await lines(address)
  return after.slice(0, after.length - before)
}

async function newPerson({ call }: Address): Promise<string> {
  const traits = { email: `${crypto.randomUUID()}@example.com` }
  const credentials = { password: { config: { password: 'a quite long sentence' } } }
  const made = await call('POST', '/identities', { schema_id: 'person', traits, credentials })
  expect(made.status).toBe(201)
  return String(made.body.id)
}

const withReason = { 'x-audit-reason': 'Ticket 42' }

describe.each(addresses)('$name', (address) => {
  const { call } = address

  test('every change leaves one line, under the id of the key @admin-policy-1', async () => {
    const changes: (readonly [string, (id: string) => ReturnType<typeof call>])[] = [
      [
        'patchIdentity',
        (id) => call('PATCH', `/identities/${id}`, [{ op: 'replace', path: '/state', value: 'active' }]),
      ],
      ['createRecoveryCodeForIdentity', (id) => call('POST', '/recovery/code', { identity_id: id }, withReason)],
      ['deleteIdentity', (id) => call('DELETE', `/identities/${id}`)],
    ]
    for (const [operation, change] of changes) {
      const id = await newPerson(address)
      const seen = await added(address, async () => expect((await change(id)).status).toBeLessThan(300))
      expect(seen).toEqual([
        expect.objectContaining({
          operation,
          actor: expect.objectContaining(address.actor()),
          target: expect.objectContaining({ id }),
        }),
      ])
    }
  })

  test('reading hashes and messages leaves one line; reading people leaves none @admin-policy-2', async () => {
    const id = await newPerson(address)
    const readings: (readonly [string, string | undefined])[] = [
      [`/identities/${id}?include_credential=password`, 'getIdentity'],
      ['/identities?include_credential=password', 'listIdentities'],
      ['/courier/messages', 'listCourierMessages'],
      [`/identities/${id}`, undefined],
      ['/identities', undefined],
      ['/sessions', undefined],
    ]
    for (const [path, operation] of readings) {
      const seen = await added(address, async () =>
        expect([path, (await call('GET', path)).status]).toEqual([path, 200]),
      )
      expect([path, seen.map((line) => [line.operation, line.actor.id !== ''])]).toEqual([
        path,
        operation === undefined ? [] : [[operation, true]],
      ])
    }
  })

  test('a recovery code or link requires a reason, which the log keeps @admin-policy-3', async () => {
    const id = await newPerson(address)
    for (const way of ['code', 'link']) {
      const refused = await call('POST', `/recovery/${way}`, { identity_id: id })
      expect([refused.status, refused.body.error.reason]).toEqual([400, expect.stringContaining('x-audit-reason')])
    }
    const [line] = await added(address, () => call('POST', '/recovery/code', { identity_id: id }, withReason))
    expect(line?.reason).toBe('Ticket 42')
  })

  test('a header that names another actor changes nothing @admin-policy-4', async () => {
    const id = await newPerson(address)
    const forged = {
      'x-gatehouse-operator': 'somebody-else',
      'x-gatehouse-actor': 'somebody-else',
      'x-gatehouse-api-key': 'somebody-else',
    }
    const [line] = await added(address, () =>
      call('PATCH', `/identities/${id}`, [{ op: 'replace', path: '/state', value: 'inactive' }], forged),
    )
    expect(line?.actor).toMatchObject(address.actor())
    const events = gateway.installation.projects.find(address.projectId())?.runtime.service().events
    const [event] = (await events?.newest({ before: Number.MAX_SAFE_INTEGER, limit: 1, identityId: id })) ?? []
    expect(event?.actor).toEqual(address.eventActor())
  })
})

test('a listener without a key has no caller to ask for a reason, and leaves its lines all the same', async () => {
  const open = await openGateway()
  try {
    const [{ id: projectId }] = (await open.control('GET', '/projects')).body
    const json = { schema_id: 'person', traits: { email: 'ada@example.com' } }
    const made = await open.askAdmin('/admin/identities', { method: 'POST', json })
    const code = { method: 'POST', json: { identity_id: made.body.id } }
    expect((await open.askAdmin('/admin/recovery/code', code)).status).toBe(201)
    const { entries } = (await open.control('GET', `/projects/${projectId}/audit`)).body
    expect(entries[0]).toMatchObject({
      operation: 'createRecoveryCodeForIdentity',
      actor: { kind: 'system', name: 'admin listener' },
      target: { id: made.body.id, name: 'ada@example.com' },
    })
  } finally {
    await open.gateway.stop()
  }
})

test('events of a person’s own requests name that person, whatever the request says', async () => {
  const headers = { 'x-gatehouse-operator': 'somebody-else' }
  const flow = (await gateway.ask(`${shop.origin}/self-service/registration/api`, { headers })).body
  const answer = await gateway.ask(`${shop.origin}/self-service/registration?flow=${flow.id}`, {
    method: 'POST',
    headers,
    json: { method: 'password', password: 'a quite long sentence', traits: { email: 'ada@example.com' } },
  })
  const id = String(answer.body.identity.id)
  const events = gateway.installation.projects.find(shop.id)?.runtime.service().events
  const seen = (await events?.newest({ before: Number.MAX_SAFE_INTEGER, limit: 20, identityId: id })) ?? []
  expect(seen.length).toBeGreaterThan(0)
  for (const { actor } of seen) expect(actor).toEqual({ type: 'person', id })
})

test.each([
  '//admin/courier/messages',
  '/admin//courier/messages',
  '/admin/admin/courier/messages',
  '/admin/courier/messages/',
  '/admin/%63ourier/messages',
  '/admin/courier%2Fmessages',
  '/%61dmin/courier/messages',
  '/courier/messages',
  '/admin/courier;x/messages',
])('no spelling of a path is a way around the policy: %s @admin-policy-5', async (path) => {
  const viewer = await gateway.ask(`${shop.origin}${path}`, { headers: bearer(keys['viewer']?.value ?? '') })
  expect([path, JSON.stringify(viewer.body)]).toEqual([path, expect.not.stringMatching(/^\[/)])
  const [before] = [(await gateway.control('GET', `/projects/${shop.id}/audit?page_size=200`)).body.entries.length]
  const developer = await gateway.ask(`${shop.origin}${path}`, { headers: bearer(keys['developer']?.value ?? '') })
  const after = (await gateway.control('GET', `/projects/${shop.id}/audit?page_size=200`)).body.entries.length
  expect([path, after - before]).toEqual([path, Array.isArray(developer.body) ? 1 : 0])
})

test('every call of the identity service’s admin API is in the table, or open @admin-policy-6', async () => {
  const { operations } = gateway.installation.controlPlane
  const governed = operations.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, ':')}`)
  const routes = gateway.installation.projects.main().runtime.service().routes
  const missing = routes
    .filter(({ listener }) => listener === 'admin')
    .map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
    .filter((call) => !governed.includes(call.replace(' ', ' /projects/:/admin')))
  expect(missing.toSorted()).toEqual(['GET /health/alive', 'GET /health/ready', 'GET /version'])
})

test('a page of an allowed origin may call the admin API at the project’s own address', async () => {
  const value = { enabled: true, origins: ['https://back.example.org'] }
  const path = `/projects/${shop.id}`
  expect((await gateway.control('PATCH', path, [{ op: 'replace', path: '/cors_admin', value }])).status).toBe(200)
  const origin = 'https://back.example.org'
  const preflight = await gateway.ask(`${shop.origin}/admin/identities`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
  })
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, origin])
  const listed = await gateway.ask(`${shop.origin}/admin/identities`, { headers: { ...bearer(owner()), origin } })
  expect([listed.status, listed.headers.get('access-control-allow-origin')]).toEqual([200, origin])
})
