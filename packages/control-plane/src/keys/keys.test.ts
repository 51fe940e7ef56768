import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { createTestControlPlane } from '../service.fixture.ts'
import { changeStored, countOf, storedText } from '../sql/tested-database.fixture.ts'

const minute = 60_000

test('the first start leaves a key that only its user can read, and a second start creates none @keys-1', async () => {
  const first = await createTestControlPlane()
  expect(first.keyFileMode).toBe(0o600)
  await first.plane.stop()
  const second = await createTestControlPlane(first.folder)
  expect(second.rootKey).toBe(first.rootKey)
  expect((await second.call('GET', '/workspaces')).body.workspaces).toHaveLength(1)
  expect((await second.call('GET', '/projects')).body).toHaveLength(1)
})

test('of two processes that start at once on an empty database one creates the first workspace, project and key @keys-8', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-keys-'))
  const both = await Promise.all([createTestControlPlane(folder), createTestControlPlane(folder)])
  expect(both.filter(({ firstKey }) => firstKey !== undefined)).toHaveLength(1)
  for (const table of ['workspaces', 'projects', 'api_keys', 'audit_log']) {
    expect([table, await countOf(folder, table)]).toEqual([table, 1])
  }
  // The file has the key that opens it.
  for (const { call } of both) expect((await call('GET', '/projects')).body).toHaveLength(1)
})

test('the key of the first start has a name that reads well in sentences @keys-name-1', async () => {
  const { call, workspaceId } = await createTestControlPlane()
  const keys = (await call('GET', `/workspaces/${workspaceId}/tokens`)).body
  expect(JSON.stringify(keys)).toContain('"name":"First key"')
})

test('a key is shown once, and neither it nor any other secret lies in the database @keys-2', async () => {
  const { call, folder, plane, rootKey, projectId, workspaceId } = await createTestControlPlane()
  const made = await call('POST', `/projects/${projectId}/tokens`, { name: 'web' })
  const listed = (await call('GET', `/projects/${projectId}/tokens`)).body
  expect(listed).toEqual([expect.not.objectContaining({ value: expect.anything() })])
  expect(made.body.value.slice(-4)).toBe(listed[0].last_characters)
  expect(made.body.value.slice(0, 8)).toBe(listed[0].prefix)
  const invited = await call('POST', `/workspaces/${workspaceId}/invites`, {
    invitee_email: 'ada@example.org',
    role: 'viewer',
  })
  const organization = await call('POST', `/projects/${projectId}/organizations`, { label: 'Acme' })
  const links = `/projects/${projectId}/organizations/${organization.body.id}/onboarding-portal-links`
  const link = await call('POST', links, { enable_sso: true, enable_scim: false })
  await plane.stop()
  const stored = await storedText(join(folder, 'control-plane.sqlite'))
  expect(stored).toContain('ada@example.org')
  for (const secret of [rootKey, made.body.value, invited.body.token]) expect(stored).not.toContain(secret.slice(8))
  expect(stored).not.toContain(link.body.value.slice(-43))
})

test('a key ends when it expires or is revoked, and its role ends with it @keys-3', async () => {
  const { call, clock, projectId } = await createTestControlPlane()
  const path = `/projects/${projectId}/tokens`
  const expires_at = new Date(clock() + 10 * minute).toISOString()
  const short = (await call('POST', path, { name: 'short', expires_at })).body
  const long = (await call('POST', path, { name: 'long' })).body
  const works = async (key: string) => (await call('GET', `/projects/${projectId}`, undefined, key)).status
  expect([await works(short.value), await works(long.value)]).toEqual([200, 200])
  clock.advance(10 * minute)
  expect([await works(short.value), await works(long.value)]).toEqual([401, 200])
  expect((await call('DELETE', `${path}/${long.id}`)).status).toBe(204)
  expect(await works(long.value)).toBe(401)
  expect((await call('DELETE', `${path}/${long.id}`)).status).toBe(404)
  expect((await call('GET', path)).body.map(({ name }: { name: string }) => name)).toEqual(['short'])
})

const day = 24 * 60 * minute

test('a key expires after 90 days, the first one too, unless the caller asks for another end @keys-4', async () => {
  const { call, callAs, person, clock, projectId, workspaceId, rootKey } = await createTestControlPlane()
  const path = `/projects/${projectId}/tokens`
  const usual = (await call('POST', path, { name: 'usual' })).body
  const forever = (await call('POST', path, { name: 'for ever', expires_at: null })).body
  expect(usual.expires_at).toBe(new Date(clock() + 90 * day).toISOString())
  expect(forever.expires_at).toBeUndefined()
  const [first] = (await call('GET', `/workspaces/${workspaceId}/tokens`)).body
  expect(first.expires_at).toBe(new Date(Date.parse(first.created_at) + 90 * day).toISOString())
  const ada = person('ada@example.org')
  await call('PUT', `/workspaces/${workspaceId}/members/${ada.identityId}`, { role: 'owner' })
  clock.advance(90 * day)
  const ask = async (key: string) => call('GET', `/projects/${projectId}`, undefined, key)
  expect([(await ask(usual.value)).status, (await ask(forever.value)).status]).toEqual([401, 200])
  const refused = await ask(rootKey)
  expect(refused.status).toBe(401)
  expect(refused.body.error.reason).toMatch(/expired at 20.*Make another one/)
  expect((await callAs(ada, 'POST', `/workspaces/${workspaceId}/tokens`, { name: 'next' })).status).toBe(201)
})

test('existing keys keep their terms', async () => {
  const first = await createTestControlPlane()
  await first.plane.stop()
  await changeStored(join(first.folder, 'control-plane.sqlite'), 'UPDATE api_keys SET expires_at = NULL')
  const later = await createTestControlPlane(first.folder)
  later.clock.advance(400 * day)
  expect((await later.call('GET', `/projects/${later.projectId}`)).status).toBe(200)
})

test('a key of one scope is no key of another, also by its id @keys-5', async () => {
  const { call, projectId, workspaceId } = await createTestControlPlane()
  const { id } = (await call('POST', `/projects/${projectId}/tokens`, { name: 'web' })).body
  expect((await call('DELETE', `/workspaces/${workspaceId}/tokens/${id}`)).status).toBe(404)
})

test('the last use of a key is known to the minute', async () => {
  const { call, clock, projectId } = await createTestControlPlane()
  const { value } = (await call('POST', `/projects/${projectId}/tokens`, { name: 'web' })).body
  const lastUse = async () => (await call('GET', `/projects/${projectId}/tokens`)).body[0].last_used_at
  expect(await lastUse()).toBeUndefined()
  const first = new Date(clock()).toISOString()
  await call('GET', `/projects/${projectId}`, undefined, value)
  clock.advance(30_000)
  await call('GET', `/projects/${projectId}`, undefined, value)
  expect(await lastUse()).toBe(first)
  clock.advance(30_000)
  await call('GET', `/projects/${projectId}`, undefined, value)
  expect(await lastUse()).toBe(new Date(clock()).toISOString())
})

test('a workspace that a program creates belongs to the owners behind it as well', async () => {
  const { call, callAs, person, workspaceId } = await createTestControlPlane()
  const ada = person('ada@example.org')
  await call('PUT', `/workspaces/${workspaceId}/members/${ada.identityId}`, { role: 'owner' })
  const { id } = (await call('POST', '/workspaces', { name: 'By a program' })).body
  const renamed = await callAs(ada, 'PUT', `/workspaces/${id}`, { name: 'Ada’s' })
  expect(renamed.body.name).toBe('Ada’s')
})
