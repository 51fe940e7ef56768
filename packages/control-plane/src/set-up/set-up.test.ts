import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { createTestControlPlane } from '../service.fixture.ts'
import { setUpLifespanMs } from './set-up.ts'
import { countOf, storedText } from '../sql/tested-database.fixture.ts'

test('a set-up link admits one person as the owner, once @set-up-1', async () => {
  const { plane, person, callAs, workspaceId } = await createTestControlPlane()
  const { setUp } = plane
  const [ada, grace] = [person('ada@example.org'), person('grace@example.org')]
  const token = (await setUp.issue()) ?? ''
  expect(await setUp.isOpen(token)).toBe(true)
  const both = await Promise.all([setUp.accept(token, ada.identityId), setUp.accept(token, grace.identityId)])
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['accepted', 'gone'])
  expect(await setUp.isOpen(token)).toBe(false)
  expect(await setUp.issue()).toBeUndefined()
  // Either may win: on PostgreSQL the two wait for one lock in no order.
  const [owner, name] = both[0].kind === 'accepted' ? [ada, 'ada@example.org'] : [grace, 'grace@example.org']
  const { body } = await callAs(owner, 'GET', `/workspaces/${workspaceId}/audit`)
  expect(body.entries[0]).toMatchObject({ operation: 'acceptSetUp', actor: { name } })
})

test('a link is the same at each start, until expiry or another owner closes it @set-up-4', async () => {
  const { plane, person, call, clock, workspaceId } = await createTestControlPlane()
  const { setUp } = plane
  const ada = person('ada@example.org')
  const first = (await setUp.issue()) ?? ''
  clock.advance(setUpLifespanMs - 1)
  expect([await setUp.issue(), await setUp.isOpen(first)]).toEqual([first, true])
  clock.advance(1)
  expect(await setUp.accept(first, ada.identityId)).toEqual({ kind: 'gone' })
  const second = (await setUp.issue()) ?? ''
  expect([second === first, await setUp.isOpen(first), await setUp.isOpen(second)]).toEqual([false, false, true])
  await call('PUT', `/workspaces/${workspaceId}/members/${ada.identityId}`, { role: 'owner' })
  expect(await setUp.isOpen(second)).toBe(false)
  expect(await setUp.accept(second, person('eve@example.org').identityId)).toEqual({ kind: 'gone' })
})

test('two processes that start at once show one link, which either of them uses up @set-up-5', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-set-up-'))
  const [one, other] = await Promise.all([createTestControlPlane(folder), createTestControlPlane(folder)])
  const [ada, grace] = [one.person('ada@example.org'), other.person('grace@example.org')]
  const [token = '', same] = await Promise.all([one.plane.setUp.issue(), other.plane.setUp.issue()])
  expect(same).toBe(token)
  expect(await countOf(folder, 'set_up_links')).toBe(1)
  const both = await Promise.all([
    one.plane.setUp.accept(token, ada.identityId),
    other.plane.setUp.accept(token, grace.identityId),
  ])
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['accepted', 'gone'])
  expect(await Promise.all([one.plane.setUp.issue(), other.plane.setUp.issue()])).toEqual([undefined, undefined])
})

test('a link that cannot be shown again is replaced @set-up-6', async () => {
  const { plane, folder } = await createTestControlPlane()
  const before = (await plane.setUp.issue()) ?? ''
  await plane.stop()
  // The installation has other secrets since then.
  const after = await createTestControlPlane(folder, { linkSecret: 'another secret of 32 characters..' })
  const token = (await after.plane.setUp.issue()) ?? ''
  expect([await after.plane.setUp.isOpen(before), await after.plane.setUp.isOpen(token)]).toEqual([false, true])
})

test.each(['', 'gsu_', 'gsu_guess', '../..'])('the token %j opens nothing', async (token) => {
  const { plane, person } = await createTestControlPlane()
  await plane.setUp.issue()
  expect(await plane.setUp.isOpen(token)).toBe(false)
  expect(await plane.setUp.accept(token, person('eve@example.org').identityId)).toEqual({ kind: 'gone' })
})

test('if mail can be delivered, the first owner verifies their address before @set-up-2', async () => {
  const { plane, person, verify } = await createTestControlPlane(undefined, { provesOwners: () => true })
  const ada = person('ada@example.org', false)
  const token = (await plane.setUp.issue()) ?? ''
  const unproved = { kind: 'unproved_address', address: 'ada@example.org' }
  expect(await plane.setUp.statusFor(token, ada.identityId)).toEqual(unproved)
  expect(await plane.setUp.accept(token, ada.identityId)).toEqual(unproved)
  verify(ada.identityId)
  expect(await plane.setUp.statusFor(token, ada.identityId)).toEqual({ kind: 'open' })
  expect((await plane.setUp.accept(token, ada.identityId)).kind).toBe('accepted')
})

test('a caller unknown to the identity service gets nothing, and does not consume the link', async () => {
  const { plane } = await createTestControlPlane()
  const token = (await plane.setUp.issue()) ?? ''
  expect(await plane.setUp.accept(token, crypto.randomUUID())).toEqual({ kind: 'no_account' })
  expect(await plane.setUp.isOpen(token)).toBe(true)
})

test('of the token only a digest is stored @set-up-3', async () => {
  const { plane, folder } = await createTestControlPlane()
  const token = (await plane.setUp.issue()) ?? ''
  const stored = await storedText(join(folder, 'control-plane.sqlite'))
  expect(stored).toContain(createHash('sha256').update(token).digest('hex'))
  expect(stored).not.toContain(token.slice(4))
})
