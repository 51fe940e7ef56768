import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { roles, asksForRole, permissions, policyOf, type Role, type RoleOperation } from '@gatehouse/contract/operators'

import { createTestControlPlane, type TestControlPlane } from '../service.fixture.ts'

let plane: TestControlPlane
let projectId = ''
const keys = new Map<string, string>()

async function keysOf(kind: 'workspaces' | 'projects', id: string): Promise<void> {
  for (const role of roles) {
    const made = await plane.call('POST', `/${kind}/${id}/tokens`, { name: role, role })
    keys.set(`${kind} ${role}`, made.body.value)
  }
}

beforeAll(async () => {
  plane = await createTestControlPlane()
  const { workspaceId } = plane
  await keysOf('workspaces', workspaceId)
  const other = await plane.call('POST', '/workspaces', { name: 'Other' })
  const stranger = await plane.call('POST', `/workspaces/${other.body.id}/tokens`, { name: 'stranger' })
  keys.set('stranger', stranger.body.value)
})

// One of the cells deletes the project.
beforeEach(async () => {
  if (projectId !== '' && (await plane.call('GET', `/projects/${projectId}`)).status === 200) return
  const body = { name: 'Shop', environment: 'dev', workspace_id: plane.workspaceId }
  projectId = (await plane.call('POST', '/projects', body)).body.id
  await keysOf('projects', projectId)
})

const someId = '2f1d7c9e-3c31-4f57-8d25-7f0b4e1f0a11'

/** Calls an operation on the first workspace or project, with a body that cannot change anything. */
function ask(operation: RoleOperation, key: string) {
  const row = plane.plane.operations.find((one) => one.operation === operation)
  if (row === undefined) throw new Error(`the table of operations has no row for ${operation}`)
  const path = row.path
    .replace('{workspace}', plane.workspaceId)
    .replace('{project_id}', projectId)
    .replace('{project}', projectId)
    .replaceAll(/\{\w+\}/g, someId)
  return plane.call(row.method, path, row.method === 'GET' || row.method === 'DELETE' ? undefined : 'no body', key)
}

const isOutside = (operation: string) =>
  plane.plane.operations.some((row) => row.operation === operation && row.scope === 'workspace')

/** Returns whether an operation was allowed, or the reason of the refusal. */
async function verdict(
  operation: RoleOperation,
  key: string,
): Promise<'allowed' | 'no role' | 'not this role' | 'no key'> {
  const { status, body } = await ask(operation, key)
  const reason: string = body?.error?.reason ?? ''
  if (status === 401) return 'no key'
  if (status === 403) return 'not this role'
  return reason.includes('you have no role there') ? 'no role' : 'allowed'
}

const cells = Object.entries(permissions).flatMap(([operation, row]) =>
  roles.map((role) => ({ operation: operation as RoleOperation, role, may: row[role] })),
)

describe('a role at a workspace', () => {
  test.each(cells)('$operation as $role: $may @permissions-1', async ({ operation, role, may }) => {
    const key = keys.get(`workspaces ${role}`) ?? ''
    expect(await verdict(operation, key)).toBe(may ? 'allowed' : 'not this role')
  })
})

describe('a role at a project', () => {
  test.each(cells)(
    '$operation as $role: $may, but nothing of its workspace @permissions-2',
    async ({ operation, role, may }) => {
      const key = keys.get(`projects ${role}`) ?? ''
      const inside =
        may && operation !== 'createWorkspace' && operation !== 'createProject' ? 'allowed' : 'not this role'
      expect(await verdict(operation, key)).toBe(isOutside(operation) ? 'no role' : inside)
    },
  )
})

test('every operation has a row in both tables, and every row an operation', () => {
  const named = plane.plane.operations.map(({ operation }) => operation)
  expect(new Set(named).size).toBe(named.length)
  const asking = named.filter((operation) => asksForRole(operation))
  expect(asking.toSorted()).toEqual(Object.keys(permissions).toSorted())
})

test('without a key, with a wrong one and with one of another workspace every call is refused @permissions-3', async () => {
  const about = plane.plane.operations.filter(({ scope }) => scope === 'workspace' || scope === 'project')
  const named = Object.keys(permissions) as RoleOperation[]
  for (const operation of named)
    expect([operation, await verdict(operation, 'gwk_wrong-wrong-wrong')]).toEqual([operation, 'no key'])
  for (const operation of named.filter((name) => about.some((row) => row.operation === name))) {
    expect([operation, await verdict(operation, keys.get('stranger') ?? '')]).toEqual([operation, 'no role'])
  }
  const bare = await plane.plane.fetch(plane.request('GET', '/projects'))
  expect(bare.status).toBe(401)
  expect(bare.headers.get('www-authenticate')).toContain('Bearer')
})

test('every operation that is no reading is a change in the table of policies, and no reading is', () => {
  const wrong = plane.plane.operations.filter(
    ({ operation, method }) =>
      asksForRole(operation) && (method === 'GET') === ['change', 'draft'].includes(policyOf(operation).audit),
  )
  expect(wrong.map(({ operation }) => operation)).toEqual([])
})

test('a resource without a role for the caller looks like one that does not exist @permissions-4', async () => {
  const key = keys.get('stranger') ?? ''
  const hidden = await plane.call('GET', `/projects/${projectId}`, undefined, key)
  const unknown = await plane.call('GET', `/projects/${someId}`, undefined, key)
  expect(hidden).toEqual({ ...unknown, headers: expect.anything() })
  expect((await plane.call('GET', '/projects', undefined, key)).body).toEqual([])
})

test.each<[Role, boolean]>([
  ['owner', true],
  ['developer', true],
  ['viewer', false],
])('%s sees the secrets of a configuration: %s @permissions-5', async (role, sees) => {
  const config = {
    courier: { smtp: { connection_uri: 'smtps://user:hush@mail.example.org' } },
    selfservice: {
      // A header may have any name, that of a section too.
      flows: { login: { after: { hooks: [{ hook: 'web_hook', config: { headers: { config: 'hush' } } }] } } },
      methods: {
        password: { enabled: true },
        oidc: { enabled: true, config: { providers: [{ id: 'google', client_secret: 'hush' }] } },
      },
    },
  }
  const patch = [{ op: 'replace', path: '/services/identity/config', value: config }]
  expect((await plane.call('PATCH', `/projects/${projectId}`, patch)).status).toBe(200)
  const seen = await plane.call('GET', `/projects/${projectId}`, undefined, keys.get(`projects ${role}`))
  expect(JSON.stringify(seen.body).includes('hush')).toBe(sees)
  expect(seen.body.services.identity.config.selfservice.methods.password).toEqual({ enabled: true })
})

test('only owners of the workspace change the first project’s sign-in: operators sign in there @permissions-6', async () => {
  const first = plane.projectId
  const rename = [{ op: 'replace', path: '/name', value: 'Taken' }]
  const owner = await plane.call('POST', `/projects/${first}/tokens`, { name: 'owner', role: 'owner' })
  for (const key of [keys.get('workspaces developer'), String(owner.body.value)]) {
    expect((await plane.call('GET', `/projects/${first}`, undefined, key)).status).toBe(200)
    const changed = await plane.call('PATCH', `/projects/${first}`, rename, key)
    expect([changed.status, changed.body.error.reason]).toEqual([403, expect.stringContaining('Operators sign in')])
    const organization = { label: 'Acme', domains: ['example.org'] }
    expect((await plane.call('POST', `/projects/${first}/organizations`, organization, key)).status).toBe(403)
  }
  expect((await plane.call('PATCH', `/projects/${first}`, rename, keys.get('workspaces owner'))).status).toBe(200)
})
