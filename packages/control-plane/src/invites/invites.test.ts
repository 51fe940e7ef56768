import { beforeEach, expect, test } from 'vitest'

import { createTestControlPlane, type TestControlPlane } from '../service.fixture.ts'

let plane: TestControlPlane
let invites = ''
beforeEach(async () => {
  plane = await createTestControlPlane()
  invites = `/workspaces/${plane.workspaceId}/invites`
})

const invite = (invitee_email: string, role = 'developer') => plane.call('POST', invites, { invitee_email, role })
const accept = (identityId: string, token: string) =>
  plane.callAs({ kind: 'operator', identityId }, 'POST', '/invites/accept', { token })
const statuses = async () =>
  (await plane.call('GET', invites)).body.invites.map(({ status }: { status: string }) => status)

test('an invitation admits its person, once @invites-1', async () => {
  const ada = plane.person('Ada@Example.org')
  const made = await invite('ada@example.org')
  expect(made.status).toBe(201)
  expect(made.body.created_invite).toMatchObject({
    status: 'pending',
    role: 'developer',
    invitee_email: 'ada@example.org',
  })
  expect(JSON.stringify((await plane.call('GET', invites)).body)).not.toContain(made.body.token)
  expect((await accept(ada.identityId, made.body.token)).body.status).toBe('accepted')
  expect((await plane.callAs(ada, 'GET', `/workspaces/${plane.workspaceId}`)).status).toBe(200)
  expect((await accept(ada.identityId, made.body.token)).status).toBe(404)
  await plane.call('DELETE', `/workspaces/${plane.workspaceId}/members/${ada.identityId}`)
  expect(await statuses()).toEqual(['removed'])
})

test('of two concurrent attempts with the same token, one is admitted @invites-2', async () => {
  const one = plane.person('ada@example.org')
  const other = plane.person('ada@example.org')
  const { token } = (await invite('ada@example.org')).body
  const answers = await Promise.all([accept(one.identityId, token), accept(other.identityId, token)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
})

test('another person cannot use it, nor can a key @invites-3', async () => {
  const mallory = plane.person('mallory@example.org')
  const { token } = (await invite('ada@example.org')).body
  const refused = await accept(mallory.identityId, token)
  expect([refused.status, refused.body.error.id]).toEqual([403, 'other_address'])
  expect((await plane.call('POST', '/invites/accept', { token })).status).toBe(403)
  expect(await statuses()).toEqual(['pending'])
})

test('an account with the unverified address is admitted after its verification, and not before @invites-4', async () => {
  const mallory = plane.person('ada@example.org', false)
  const { token } = (await invite('ada@example.org')).body
  const refused = await accept(mallory.identityId, token)
  expect([refused.status, refused.body.error.id]).toEqual([403, 'address_not_verified'])
  expect(refused.body.error.reason).toContain('Verify the address ada@example.org first')
  expect((await plane.callAs(mallory, 'GET', `/workspaces/${plane.workspaceId}`)).status).toBe(404)
  expect(await statuses()).toEqual(['pending'])
  const validity = () => plane.plane.invitationFor(token, mallory.identityId)
  expect(await validity()).toEqual({ kind: 'unproved_address', address: 'ada@example.org' })
  plane.verify(mallory.identityId)
  expect(await validity()).toEqual({ kind: 'open' })
  expect((await accept(mallory.identityId, token)).status).toBe(200)
})

test('any verified address of an account is accepted, in upper or lower case', async () => {
  const ada = plane.person('private@example.org')
  plane.addAddress(ada.identityId, { value: 'Ada@Example.org', verified: true })
  const { token } = (await invite('ada@EXAMPLE.org')).body
  expect((await accept(ada.identityId, token)).status).toBe(200)
})

test('it ends when it expires, when it is cancelled, and when another one replaces it @invites-5', async () => {
  const ada = plane.person('ada@example.org')
  const late = (await invite('ada@example.org')).body
  plane.clock.advance(7 * 24 * 60 * 60_000)
  expect((await accept(ada.identityId, late.token)).status).toBe(410)
  expect(await statuses()).toEqual(['expired'])
  const back = (await invite('ada@example.org')).body
  expect((await plane.call('DELETE', `${invites}/${back.created_invite.id}`)).status).toBe(204)
  expect((await plane.call('DELETE', `${invites}/${back.created_invite.id}`)).status).toBe(409)
  expect((await accept(ada.identityId, back.token)).status).toBe(404)
  const first = (await invite('ada@example.org')).body
  await invite('ADA@example.org')
  expect((await accept(ada.identityId, first.token)).status).toBe(404)
  expect((await statuses()).toSorted()).toEqual(['cancelled', 'cancelled', 'cancelled', 'pending'])
})

test('it never removes a role', async () => {
  const ada = plane.person('ada@example.org')
  await plane.call('PUT', `/workspaces/${plane.workspaceId}/members/${ada.identityId}`, { role: 'owner' })
  const { token } = (await invite('ada@example.org', 'viewer')).body
  await accept(ada.identityId, token)
  expect((await plane.callAs(ada, 'PUT', `/workspaces/${plane.workspaceId}`, { name: 'Mine' })).status).toBe(200)
})

test('owners cannot be invited to a single project, and the answer gives the reason', async () => {
  const path = `/projects/${plane.projectId}/invites`
  const refused = await plane.call('POST', path, { invitee_email: 'ada@example.org', role: 'owner' })
  expect(refused.body.error.reason).toContain('owners cannot be invited')
  const { token } = (await plane.call('POST', path, { invitee_email: 'ada@example.org' })).body
  const ada = plane.person('ada@example.org')
  await accept(ada.identityId, token)
  expect((await plane.callAs(ada, 'GET', `/projects/${plane.projectId}`)).status).toBe(200)
  expect((await plane.callAs(ada, 'GET', `/workspaces/${plane.workspaceId}`)).status).toBe(404)
})
