import { beforeEach, expect, test } from 'vitest'

import { createTestControlPlane, type TestControlPlane } from '../service.fixture.ts'

let plane: TestControlPlane
let asked: string[]
let shop = ''
let pageLinks = ''
let isAway = false
const ada = '2f1d7c9e-3c31-4f57-8d25-7f0b4e1f0a11'

beforeEach(async () => {
  asked = []
  pageLinks = ''
  isAway = false
  const admin = async (method: string, path: string, { body }: { readonly body?: string } = {}) => {
    asked.push(`${method} ${path}${body ? ` ${body}` : ''}`)
    if (isAway) throw new TypeError('fetch failed')
    if (path.includes('unknown')) return new Response(null, { status: 500 })
    const headers = pageLinks === '' ? {} : { link: pageLinks }
    return Response.json({ id: ada, verifiable_addresses: [{ value: 'ada@example.com' }] }, { headers })
  }
  plane = await createTestControlPlane(undefined, { admin })
  const body = { name: 'Shop', environment: 'dev', workspace_id: plane.workspaceId }
  shop = (await plane.call('POST', '/projects', body)).body.id
})

const withReason = { 'x-audit-reason': 'Ticket 42' }

async function keyAs(role: string, path = `/projects/${shop}`): Promise<string> {
  return (await plane.call('POST', `${path}/tokens`, { name: role, role })).body.value
}

test('a change of a person is sent to the project, and audited with their address', async () => {
  const path = `/projects/${shop}/admin/identities/${ada}`
  const changed = await plane.call('PATCH', path, [{ op: 'replace', path: '/state', value: 'inactive' }])
  expect(changed.status).toBe(200)
  expect(asked.at(-1)).toBe(`PATCH /admin/identities/${ada} [{"op":"replace","path":"/state","value":"inactive"}]`)
  const { entries } = (await plane.call('GET', `/projects/${shop}/audit`)).body
  expect(entries[0]).toMatchObject({
    operation: 'patchIdentity',
    target: { kind: 'identity', id: ada, name: 'ada@example.com' },
  })
})

test('reading leaves no line, and passes the query on @people-1', async () => {
  expect((await plane.call('GET', `/projects/${shop}/admin/identities?page_size=2`)).status).toBe(200)
  expect(asked).toEqual(['GET /admin/identities?page_size=2'])
  const { entries } = (await plane.call('GET', `/projects/${shop}/audit`)).body
  expect(entries.map(({ operation }: { operation: string }) => operation)).not.toContain('listIdentities')
})

test('viewers read people, but neither credentials nor messages, and change nothing @people-2', async () => {
  const key = await keyAs('viewer')
  const status = async (method: string, path: string, body?: unknown) =>
    (await plane.call(method, `/projects/${shop}/admin${path}`, body, key)).status
  expect(await status('GET', '/identities')).toBe(200)
  expect(await status('GET', `/identities/${ada}?include_credential=oidc`)).toBe(403)
  expect(await status('GET', '/courier/messages')).toBe(403)
  expect(await status('DELETE', `/identities/${ada}`)).toBe(403)
  expect(await status('POST', '/recovery/code', { identity_id: ada })).toBe(403)
  expect(asked).toEqual(['GET /admin/identities'])
})

test('in the project where operators sign in, only owners of the workspace change people, or read credentials', async () => {
  const developer = await keyAs('developer', `/workspaces/${plane.workspaceId}`)
  const first = `/projects/${plane.projectId}/admin`
  expect((await plane.call('POST', `${first}/recovery/code`, { identity_id: ada }, developer)).status).toBe(403)
  expect((await plane.call('GET', `${first}/courier/messages`, undefined, developer)).status).toBe(403)
  expect(
    (await plane.call('GET', `${first}/identities/${ada}?include_credential=oidc`, undefined, developer)).status,
  ).toBe(403)
  expect((await plane.call('GET', `${first}/identities`, undefined, developer)).status).toBe(200)
  const asOwner = await plane.call('POST', `${first}/recovery/code`, { identity_id: ada }, plane.rootKey, withReason)
  expect(asOwner.status).toBe(200)
  const projectOwner = await keyAs('owner', `/projects/${plane.projectId}`)
  const secrets = `${first}/identities/${ada}?include_credential=totp`
  expect((await plane.call('GET', secrets, undefined, projectOwner)).status).toBe(403)
  expect((await plane.call('GET', secrets)).status).toBe(200)
})

test.each(['..', '%2e%2e', 'x%2F..%2Fsessions', '%00'])('the id %s leads nowhere else', async (id) => {
  const { status } = await plane.call('DELETE', `/projects/${shop}/admin/identities/${id}/sessions`)
  expect([400, 404, 405]).toContain(status)
  const type = await plane.call('DELETE', `/projects/${shop}/admin/identities/${ada}/credentials/${id}`)
  expect([400, 404, 405]).toContain(type.status)
  expect(asked).toEqual([])
})

test('a change that the project refuses leaves no line', async () => {
  const before = (await plane.call('GET', `/projects/${shop}/audit`)).body.entries.length
  const path = `/projects/${shop}/admin/recovery/link?unknown`
  const other = await plane.call('POST', path, { identity_id: ada }, plane.rootKey, withReason)
  expect(other.status).toBe(500)
  expect((await plane.call('GET', `/projects/${shop}/audit`)).body.entries).toHaveLength(before)
})

test('an operator who recovers an account gives a reason, which the log keeps', async () => {
  const ask = (headers?: Record<string, string>) =>
    plane.call('POST', `/projects/${shop}/admin/recovery/code`, { identity_id: ada }, plane.rootKey, headers)
  const refused = await ask()
  expect([refused.status, refused.body.error.reason]).toEqual([400, expect.stringContaining('x-audit-reason')])
  expect(asked).toEqual([])
  expect((await ask(withReason)).status).toBe(200)
  const { entries } = (await plane.call('GET', `/projects/${shop}/audit`)).body
  expect(entries[0]).toMatchObject({ operation: 'createRecoveryCodeForIdentity', reason: 'Ticket 42' })
})

test('the pages of a list are at the address that was asked', async () => {
  pageLinks = '<http://127.0.0.1:4434/admin/sessions?page_token=a>; rel="first",</sessions?page_token=b>; rel="next"'
  const { headers } = await plane.call('GET', `/projects/${shop}/admin/sessions`)
  const here = `/projects/${shop}/admin/sessions`
  expect(headers.get('link')).toBe(`<${here}?page_token=a>; rel="first",<${here}?page_token=b>; rel="next"`)
})

test('a service that is away is no fault', async () => {
  isAway = true
  const gone = await plane.call('GET', `/projects/${shop}/admin/identities`)
  expect([gone.status, gone.body.error.reason]).toEqual([503, expect.stringContaining('does not answer')])
  expect(plane.failures).toEqual([])
})

test('an export of all people is recorded first; credentials need a separate permission @people-3', async () => {
  const exports = `/projects/${shop}/exports`
  const by = async (key: string | undefined, body: unknown) => (await plane.call('POST', exports, body, key)).status
  expect(await by(undefined, { credentials: true, filter: 'state=active' })).toBe(204)
  const { entries } = (await plane.call('GET', `/projects/${shop}/audit`)).body
  const target = { kind: 'identity', id: '', name: 'state=active, with credentials' }
  expect(entries[0]).toMatchObject({ operation: 'announceIdentityExport', target })
  expect(await by(await keyAs('viewer'), { credentials: false })).toBe(403)
  expect(await by(await keyAs('developer'), { credentials: true })).toBe(204)
  const main = (await plane.call('GET', '/projects')).body.find(({ id }: { id: string }) => id !== shop)
  const developer = await keyAs('developer', `/workspaces/${plane.workspaceId}`)
  const first = `/projects/${main.id}/exports`
  expect((await plane.call('POST', first, { credentials: true }, developer)).status).toBe(403)
  expect((await plane.call('POST', first, { credentials: false }, developer)).status).toBe(204)
  expect((await plane.call('POST', first, { credentials: 'yes' })).status).toBe(400)
})
