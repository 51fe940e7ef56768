import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { roles, permissions, policyOf, type RoleOperation } from '@gatehouse/contract/operators'

import type { Principal } from '../model/principal.ts'
import { createTestControlPlane } from '../service.fixture.ts'
import { createTwoControlPlanes, type TwoControlPlanes } from './remote.fixture.ts'
import type { RemoteAnswer } from './control-plane.ts'

let both: TwoControlPlanes
let shop = ''
beforeAll(async () => {
  both = await createTwoControlPlanes()
})
beforeEach(async () => {
  both.answerWith(undefined)
  const { there } = both
  if (shop !== '' && (await there.call('GET', `/projects/${shop}`)).status === 200) return
  const body = { name: 'Shop', environment: 'prod', workspace_id: there.workspaceId }
  shop = (await there.call('POST', '/projects', body)).body.id
})

/** Calls an operation on the workspace or the project there, with a body that changes nothing. */
async function ask(operation: RoleOperation, principal: Principal) {
  const { here, there } = both
  const row = here.plane.operations.find((one) => one.operation === operation)
  if (row === undefined) throw new Error(`the table of operations has no row for ${operation}`)
  const path = row.path
    .replace('{workspace}', there.workspaceId)
    .replace(/\{project(?:_id)?\}/, shop)
    .replaceAll(/\{\w+\}/g, '2f1d7c9e-3c31-4f57-8d25-7f0b4e1f0a11')
  const body = operation === 'createProject' ? { workspace_id: there.workspaceId, nonsense: true } : { nonsense: true }
  const before = both.calls.length
  const isRead = row.method === 'GET' || row.method === 'DELETE'
  const answer = await here.callAs(principal, row.method, path, isRead ? undefined : body)
  return { status: answer.status, wasCalled: both.calls.length > before }
}

/** Operations that stay in the console there, besides those that the role does not include. */
const madeThere = /Invite/
const about = (operation: string) => !['listWorkspaces', 'createWorkspace', 'listProjects'].includes(operation)

describe('the key may do everything, so every call is decided here', () => {
  const cells = Object.entries(permissions)
    .filter(([operation]) => about(operation))
    .flatMap(([operation, row]) =>
      roles.map((role) => ({
        operation: operation as RoleOperation,
        role,
        may:
          row[role] && !madeThere.test(operation) && (role === 'owner' || !policyOf(operation as RoleOperation).signIn),
      })),
    )
  test.each(cells)('$operation as $role: $may @remote-2', async ({ operation, role, may }) => {
    const answer = await ask(operation, await both.member(`${role}-${operation}`, role))
    expect([answer.wasCalled, answer.status === 403]).toEqual([may, !may])
  })

  test('an operator without a role, or only with one at a project or another workspace, sees nothing and can call nothing @remote-3', async () => {
    const { here, member } = both
    const stranger = await member('stranger')
    const outsider = await member('outsider')
    const other = await here.call('POST', '/workspaces', { name: 'Other' })
    await here.call('PUT', `/workspaces/${other.body.id}/members/${outsider.identityId}`, { role: 'owner' })
    const inside = await member('inside')
    await here.call('PUT', `/projects/${here.projectId}/members/${inside.identityId}`, { role: 'owner' })
    for (const person of [stranger, outsider, inside]) {
      expect((await here.plane.remoteScopes(person.identityId)).workspaces).toEqual([])
      expect(await ask('getProject', person)).toEqual({ status: 404, wasCalled: false })
      expect(await ask('createProject', person)).toEqual({ status: 404, wasCalled: false })
    }
  })

  test('an operator whose role is removed, or who is deleted, is refused with the next call @remote-4', async () => {
    const { here, member } = both
    const ada = await member('ada', 'owner')
    expect((await ask('getProject', ada)).status).toBe(200)
    await here.call('DELETE', `/workspaces/${here.workspaceId}/members/${ada.identityId}`)
    expect(await ask('getProject', ada)).toEqual({ status: 404, wasCalled: false })
    const grace = await member('grace', 'owner')
    here.people.delete(grace.identityId)
    expect(await ask('getProject', grace)).toEqual({ status: 401, wasCalled: false })
  })

  test('a key of this control plane opens nothing at the remote one', async () => {
    const { here, calls } = both
    const before = calls.length
    for (const path of [`/projects/${shop}`, `/workspaces/${both.there.workspaceId}/projects`]) {
      expect((await here.call('GET', path)).status).toBe(404)
      expect((await here.callAs({ kind: 'key', keyId: shop }, 'GET', path)).status).toBe(401)
    }
    expect(calls.length).toBe(before)
  })

  test('a workspace that asks for a second factor asks for it at the remote one too', async () => {
    const two = await createTwoControlPlanes()
    const { here, there, owner } = two
    const proved = { ...owner, secondFactor: true }
    const wish = { name: 'W', second_factor_required: true }
    expect((await here.callAs(proved, 'PUT', `/workspaces/${here.workspaceId}`, wish)).status).toBe(200)
    const path = `/projects/${there.projectId}`
    const refused = await here.callAs(owner, 'GET', path)
    expect([refused.status, refused.body.error.id, two.calls.length]).toEqual([403, 'second_factor_required', 0])
    expect((await here.callAs(proved, 'GET', path)).status).toBe(200)
    expect((await here.plane.remoteScopes(owner.identityId)).workspaces[0]?.secondFactorRequired).toBe(true)
  })

  test('viewers see no secrets of a configuration, and only owners see credentials @remote-5', async () => {
    const { here, there, member, owner } = both
    const config = { courier: { smtp: { connection_uri: 'smtps://ada:hush@mail.example.org' } } }
    await there.call('PATCH', `/projects/${shop}`, [
      { op: 'replace', path: '/services/identity/config', value: config },
    ])
    const see = async (principal: Principal) =>
      JSON.stringify((await here.callAs(principal, 'GET', `/projects/${shop}`)).body)
    expect(await see(owner)).toContain('hush')
    const viewer = await see(await member('vera', 'viewer'))
    expect(viewer).not.toContain('hush')
    expect(viewer).toContain('[secret]')
    const people = `/projects/${shop}/admin/identities?include_credential=oidc`
    const before = both.calls.length
    expect((await here.callAs(await member('dev', 'developer'), 'GET', people)).status).toBe(403)
    expect(both.calls.length).toBe(before)
  })
})

describe('a change at the remote control plane', () => {
  test('is audited here, as is a reading of credentials; other readings are not', async () => {
    const { here, owner, audit, answerWith } = both
    const at = `/projects/${shop}/admin/identities`
    await here.plane.remoteScopes(owner.identityId)
    answerWith(() => ({ kind: 'answered', response: Response.json([]) }))
    expect((await here.callAs(owner, 'GET', `${at}?include_credential=password`)).status).toBe(200)
    const target = { kind: 'project', id: shop, name: 'Shop (there.example.org)' }
    const lines = await audit()
    expect(lines[0]).toMatchObject({ operation: 'listIdentities', actor: { kind: 'operator' }, target })
    answerWith(() => ({ kind: 'answered', response: Response.json([]) }))
    expect((await here.callAs(owner, 'GET', at)).status).toBe(200)
    expect(await audit()).toHaveLength(lines.length)
  })

  test('is audited here, with actor and reason; a refused one is not', async () => {
    const { here, there, owner, audit } = both
    const at = `/projects/${shop}`
    const request = here.request('PATCH', at, [{ op: 'replace', path: '/name', value: 'Corner Shop' }], {
      'x-audit-reason': 'a%20better%20name',
    })
    await here.plane.remoteScopes(owner.identityId)
    expect((await here.plane.fetchAs(owner)(request)).status).toBe(200)
    const [line] = await audit()
    expect(line).toMatchObject({
      operation: 'patchProject',
      reason: 'a better name',
      actor: { kind: 'operator', name: 'owner@example.org' },
      target: { kind: 'project', id: shop, name: 'Shop (there.example.org)' },
    })
    const before = (await audit()).length
    expect((await here.callAs(owner, 'PATCH', at, [{ op: 'replace', path: '/nowhere/at/all', value: 1 }])).status).toBe(
      400,
    )
    expect(await audit()).toHaveLength(before)
    const [theirs] = (await there.call('GET', `/workspaces/${there.workspaceId}/audit`)).body.entries
    expect(theirs).toMatchObject({ operation: 'patchProject', reason: 'a better name', actor: { kind: 'key' } })
  })

  test('a project is created there and visible at once, and deleted once its slug is typed', async () => {
    const { here, there, owner } = both
    const body = { name: 'Books', environment: 'dev', workspace_id: there.workspaceId }
    await here.plane.remoteScopes(owner.identityId)
    const made = await here.callAs(owner, 'POST', '/projects', body)
    const scopes = await here.plane.remoteScopes(owner.identityId)
    expect(scopes.workspaces[0]).toMatchObject({
      id: there.workspaceId,
      remoteOrigin: 'https://there.example.org',
      role: 'owner',
      projects: expect.arrayContaining([
        expect.objectContaining({
          id: made.body.id,
          name: 'Books',
          origin: `https://${made.body.slug}.localhost:4455`,
        }),
      ]),
    })
    const purge = `/projects/${made.body.id}/purge`
    const wrong = await here.callAs(owner, 'POST', purge, { slug: 'something' })
    expect([wrong.status, wrong.body.error.id]).toEqual([400, 'confirmation_required'])
    expect((await here.callAs(owner, 'POST', purge, { slug: made.body.slug })).body).toEqual({ id: made.body.id })
    expect((await there.call('GET', `/projects/${made.body.id}`)).status).toBe(404)
  })

  test('a local id stays local, whatever the remote control plane answers @remote-6', async () => {
    const { here, owner, calls, answerWith } = both
    answerWith(() => ({ kind: 'answered', response: Response.json({ id: here.projectId, name: 'Taken' }) }))
    const before = calls.length
    expect((await here.callAs(owner, 'GET', `/projects/${here.projectId}`)).body.name).not.toBe('Taken')
    expect((await here.callAs(owner, 'GET', `/workspaces/${here.workspaceId}`)).body.name).not.toBe('Taken')
    expect(calls.length).toBe(before)
  })
})

describe('an answer that is none', () => {
  const json = (status: number, body: unknown): RemoteAnswer => ({
    kind: 'answered',
    response: Response.json(body, { status }),
  })
  const page = new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })
  // prettier-ignore
  test.each<[string, string, RemoteAnswer, number, string | undefined, string]>([
    ['no listener',            '/projects/{project}',           { kind: 'unreachable' },                        503, 'control_plane_unreachable', 'does not answer'],
    ['too slow',               '/projects/{project}',           { kind: 'timed_out' },                          504, 'control_plane_unreachable', 'took too long'],
    ['a revoked key',          '/projects/{project}',           json(401, {}),                                  502, 'control_plane_key_refused', 'GATEHOUSE_CONTROL_PLANE_KEY'],
    ['a page of a proxy',      '/projects/{project}',           { kind: 'answered', response: page },           502, 'control_plane_unreachable', 'status 502'],
    ['a redirect',             '/projects/{project}',           { kind: 'answered', response: new Response(null, { status: 302, headers: { location: 'https://evil.example' } }) }, 502, 'control_plane_unreachable', 'status 302'],
    ['a list it does not have','/projects/{project}/revisions', json(404, { error: { message: 'no route' } }),  501, 'feature_not_available',     'does not offer this'],
    ['a project that is gone', '/projects/{project}',           json(404, { error: { message: 'not found' } }), 404, undefined,                   'not found'],
    ['a quota',                '/projects/{project}',           json(403, { error: { id: 'quota_exceeded', message: 'enough' } }), 403, 'quota_exceeded', 'enough'],
  ])('%s', async (_, path, given, status, id, reason) => {
    const { here, owner, answerWith } = both
    answerWith(() => given)
    const answer = await here.callAs(owner, 'GET', path.replace('{project}', shop))
    expect([answer.status, answer.body.error.id, answer.body.error.reason]).toEqual([
      status,
      id,
      expect.stringContaining(reason),
    ])
  })

  test('scopes: local ones are kept, missing ones are reported, and requested again after a moment', async () => {
    const { here, owner, answerWith } = both
    here.clock.advance(10_000)
    answerWith(() => ({ kind: 'unreachable' }))
    const failed = await here.plane.remoteScopes(owner.identityId)
    expect(failed).toMatchObject({ workspaces: [], missing: { code: 503, origin: 'https://there.example.org' } })
    expect(await here.plane.scopeOf(owner.identityId, { workspace: here.workspaceId })).toMatchObject({ role: 'owner' })
    answerWith(() => json(200, { nonsense: true }))
    here.clock.advance(10_000)
    expect((await here.plane.remoteScopes(owner.identityId)).missing).toMatchObject({ code: 502 })
    answerWith(undefined)
    here.clock.advance(10_000)
    expect((await here.plane.remoteScopes(owner.identityId)).workspaces).toHaveLength(1)
  })
})

test('what one process has changed there, another one shows at once and names in its audit log @remote-20', async () => {
  const { here, there, owner } = both
  const other = await createTestControlPlane(here.folder, { remote: both.remote })
  const namesAt = async ({ plane }: typeof here) =>
    (await plane.remoteScopes(owner.identityId)).workspaces.flatMap(({ projects }) => projects.map(({ name }) => name))
  await Promise.all([namesAt(here), namesAt(other)])
  const body = { name: 'Made by one', environment: 'dev', workspace_id: there.workspaceId }
  const made = (await here.callAs(owner, 'POST', '/projects', body)).body
  expect(await namesAt(other)).toContain('Made by one')
  const third = await createTestControlPlane(here.folder, { remote: both.remote })
  for (const [id, person] of here.people) third.people.set(id, person)
  expect((await third.callAs(owner, 'DELETE', `/projects/${made.id}`)).status).toBeLessThan(300)
  expect((await both.audit())[0]?.target.name).toBe('Made by one (there.example.org)')
  expect(await namesAt(here)).not.toContain('Made by one')
  await Promise.all([other.plane.stop(), third.plane.stop()])
})
