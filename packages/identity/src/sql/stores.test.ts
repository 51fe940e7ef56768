import { expect, test } from 'vitest'

import { ConcurrentChangeError, StaleReferenceError } from '@gatehouse/platform/database'

import { openTested } from './tested-database.fixture.ts'
import { backgroundRecording } from './secret-rotation.ts'
import { createFlowStore } from './flow-store.ts'
import { createIdentityStore } from './identity-store.ts'
import { createSessionStore } from './session-store.ts'
import { identity, session } from './stores.fixture.ts'

function stores() {
  const database = openTested()
  const recording = backgroundRecording(database)
  return {
    database,
    events: recording.events,
    identities: createIdentityStore(database, recording),
    sessions: createSessionStore(database, recording),
    flows: createFlowStore(database),
  }
}

test('an identity is returned exactly as stored, by every query', async () => {
  const { identities } = stores()
  const ada = identity('ada@example.org', { externalId: 'ext-1' })
  expect(await identities.insert(ada)).toMatchObject({ kind: 'written' })
  for (const found of [
    await identities.find(ada.id),
    await identities.findByExternalId('ext-1'),
    await identities.findByIdentifier(['password'], 'ada@example.org'),
    await identities.findByVerifiableAddress('ada@example.org'),
    await identities.findByRecoveryAddress('ada@example.org'),
  ]) {
    expect(found).toStrictEqual(ada)
  }
  expect(await identities.findByIdentifier(['code'], 'ada@example.org')).toBeUndefined()
})

test('a taken identifier, address or external id is a conflict and leaves nothing behind', async () => {
  const { identities } = stores()
  await identities.insert(identity('ada@example.org', { externalId: 'ext-1' }))
  const before = (await identities.listOffset({ size: 10, page: 0 })).total
  const times = { createdAt: 1, updatedAt: 1 }
  const code = { code: { type: 'code', identifiers: ['ada@example.org'], config: {}, version: 1, ...times } } as const
  const none = { verifiableAddresses: [], recoveryAddresses: [] }

  expect(await identities.insert(identity('x@example.org', { credentials: code, ...none }))).toMatchObject({
    field: 'identifier',
  })
  expect(await identities.insert(identity('ada@example.org', { credentials: {} }))).toMatchObject({ field: 'address' })
  expect(await identities.insert(identity('y@example.org', { externalId: 'ext-1' }))).toMatchObject({
    field: 'external_id',
  })
  expect((await identities.listOffset({ size: 10, page: 0 })).total).toBe(before)
})

test('an update moves the unique values, and frees the old ones', async () => {
  const { identities } = stores()
  const ada = identity('ada@example.org')
  await identities.insert(ada)
  expect(await identities.update({ ...identity('new@example.org'), id: ada.id })).toMatchObject({ kind: 'written' })
  expect(await identities.findByIdentifier(['password'], 'ada@example.org')).toBeUndefined()
  expect(await identities.insert(identity('ada@example.org'))).toMatchObject({ kind: 'written' })
})

test('a row that refers to a deleted identity is refused as stale', async () => {
  const { identities, sessions } = stores()
  const ada = identity('ada@example.org')
  expect(await identities.update(ada)).toEqual({ kind: 'conflict', field: 'id' })
  await expect(sessions.insert(session(ada.id), 'hash')).rejects.toThrow(StaleReferenceError)
})

test('deleting an identity takes its sessions and flows along', async () => {
  const { identities, sessions, flows } = stores()
  const ada = identity('ada@example.org')
  await identities.insert(ada)
  const signedIn = session(ada.id)
  await sessions.insert(signedIn, 'hash')
  await flows.insertContinuity({ id: 'c', identityId: ada.id, payload: {}, expiresAt: 9 })
  expect(await identities.delete(ada.id)).toBe(true)
  expect(await identities.delete(ada.id)).toBe(false)
  expect(await sessions.find(signedIn.id)).toBeUndefined()
  expect(await flows.takeContinuity('c', 1)).toBeUndefined()
})

test('identities page by key, and filter', async () => {
  const { identities } = stores()
  const all = ['a_b@example.org', 'axb@example.org', 'c@example.org'].map((email) => identity(email))
  for (const one of all) await identities.insert(one)
  const first = await identities.list({ size: 2 })
  const second = await identities.list({ size: 2, ...(first.next !== undefined && { after: first.next }) })
  expect([...first.identities, ...second.identities].map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted())
  expect(second.next).toBeUndefined()
  expect((await identities.list({ size: 9, identifierSimilar: 'a_b' })).identities).toHaveLength(1)
  expect((await identities.list({ size: 9, identifier: 'c@example.org' })).identities).toHaveLength(1)
  expect((await identities.list({ size: 9, ids: [all[0]?.id ?? ''] })).identities).toHaveLength(1)
})

test('a session is found by its token hash with its identity, and lists by state @stores-1', async () => {
  const { identities, sessions } = stores()
  const ada = identity('ada@example.org')
  await identities.insert(ada)
  const live = session(ada.id)
  const expired = session(ada.id, { expiresAt: 2_000 })
  await sessions.insert(live, 'one')
  await sessions.insert(expired, 'two')
  expect(await sessions.findWithIdentity('one')).toStrictEqual({ session: live, identity: ada })
  expect(await sessions.findWithIdentity('none')).toBeUndefined()
  const query = { size: 10, offset: 0, now: 3_000 }
  expect((await sessions.listByIdentity(ada.id, { ...query, active: true })).sessions).toEqual([live])
  expect((await sessions.listByIdentity(ada.id, { ...query, active: false })).sessions).toEqual([expired])
  expect((await sessions.listByIdentity(ada.id, { ...query, except: live.id })).total).toBe(1)
  const first = await sessions.list({ size: 1, now: 3_000 })
  const second = await sessions.list({ size: 1, now: 3_000, ...(first.next !== undefined && { after: first.next }) })
  expect(new Set([...first.sessions, ...second.sessions].map(({ id }) => id)).size).toBe(2)
  expect(await sessions.revoke(live.id)).toMatchObject([{ id: live.id, identityId: live.identityId, wasActive: true }])
  expect(await sessions.revoke(live.id)).toEqual([])
})

test('a code is used once, and a continuity container taken once', async () => {
  const { flows } = stores()
  const time = { issuedAt: 1, expiresAt: 100, updatedAt: 1 }
  const absent = { active: undefined, returnTo: undefined, csrfHash: undefined, identityId: undefined }
  const flow = { id: 'f', kind: 'login', type: 'api', state: 's', requestUrl: 'u', ...absent, ...time } as const
  await flows.insert({ ...flow, nodes: [], messages: [], details: {} })
  expect(await flows.find('f')).toStrictEqual({ ...flow, nodes: [], messages: [], details: {} })
  const code = {
    flowId: 'f',
    purpose: 'login',
    codeHash: 'h',
    address: 'a',
    identityId: undefined,
    usedAt: undefined,
  } as const
  await flows.insertCode({ id: 'old', ...code, expiresAt: 100 })
  await flows.insertCode({ id: 'new', ...code, expiresAt: 100 })
  expect((await flows.liveCodes('f', 'login', 50)).map(({ id }) => id)).toEqual(['new', 'old'])
  expect(await flows.useCode('new', 50)).toBe(true)
  expect(await flows.useCode('new', 50)).toBe(false)
  expect((await flows.liveCodes('f', 'login', 50)).map(({ id }) => id)).toEqual(['old'])
  await flows.insertContinuity({ id: 'c', identityId: undefined, payload: { a: 1 }, expiresAt: 100 })
  expect((await flows.takeContinuity('c', 50))?.payload).toEqual({ a: 1 })
  expect(await flows.takeContinuity('c', 50)).toBeUndefined()
  expect(await flows.purgeExpired(2 * 24 * 3_600_000)).toBe(1)
})

test('sessions without use are ended a few at once, the later used stay', async () => {
  const { identities, sessions } = stores()
  const ada = identity('ada@example.org')
  await identities.insert(ada)
  const times = [{}, {}, {}, { lastUsedAt: 5_000 }, { authenticatedAt: 5_000 }, { active: false }]
  for (const [index, at] of times.entries()) await sessions.insert(session(ada.id, at), `hash ${index}`)
  const ended = [await sessions.endUnused(5_000, 2), await sessions.endUnused(5_000, 2)]
  expect(ended.map(({ length }) => length)).toEqual([2, 1])
  const { total } = await sessions.listByIdentity(ada.id, { active: true, now: 6_000, size: 10, offset: 0 })
  expect(total).toBe(2)
})

test('an update proves no address: only the record of proofs does @stores-2', async () => {
  const { identities } = stores()
  const ada = identity('ada@example.org')
  await identities.insert(ada)
  const proved = { ...ada, verifiableAddresses: ada.verifiableAddresses.map((row) => ({ ...row, verified: true })) }
  await expect(identities.update(proved)).rejects.toThrow('by AddressProofs only')
  await expect(identities.update(proved, 'upkeep')).rejects.toThrow('by AddressProofs only')
  expect(await identities.find(ada.id)).toEqual(ada)

  expect(await identities.updateProved(proved)).toMatchObject({ kind: 'written' })
  const moved = { ...proved, revision: 1, verifiableAddresses: proved.verifiableAddresses.map(renamed) }
  await expect(identities.update(moved), 'another address in its place').rejects.toThrow('by AddressProofs only')
  expect(await identities.update({ ...proved, revision: 1, state: 'inactive' })).toMatchObject({ kind: 'written' })
})

function renamed<Row extends object>(row: Row) {
  return { ...row, value: 'eve@example.org' }
}

test('a change is stored with its event, or neither is @stores-3', async () => {
  const { database, identities, sessions, events } = stores()
  const types = async () => (await events.tail(0, 100)).map(({ type }) => type)
  const undone = (work: () => Promise<unknown>) =>
    database.write(async () => {
      await work()
      throw new Error('undone')
    })
  const ada = identity('ada@example.org')
  const own = session(ada.id, { expiresAt: Date.now() + 60_000 })
  await expect(undone(() => identities.insert(ada))).rejects.toThrow('undone')
  expect(await types()).toEqual([])

  await identities.insert(ada)
  await sessions.insert(own, 'hash')
  expect(await types()).toEqual(['IdentityCreated', 'SessionIssued'])
  const inactive = { ...ada, state: 'inactive' } as const
  await expect(undone(() => identities.update(inactive))).rejects.toThrow('undone')
  await expect(undone(() => sessions.revoke(own.id))).rejects.toThrow('undone')
  await expect(undone(() => identities.delete(ada.id))).rejects.toThrow('undone')
  expect(await identities.insert(identity('ada@example.org'))).toMatchObject({ kind: 'conflict' })
  expect(await types()).toEqual(['IdentityCreated', 'SessionIssued'])

  await identities.update(inactive)
  await identities.update({ ...inactive, revision: 1, traits: {} }, 'upkeep')
  await sessions.revoke(own.id)
  await sessions.revoke(own.id)
  await identities.delete(ada.id)
  await identities.delete(ada.id)
  expect((await types()).slice(2)).toEqual(['IdentityUpdated', 'SessionRevoked', 'IdentityDeleted'])
})

test('a session that ended since it was read cannot be changed, and stays ended @session-changes-1', async () => {
  const { identities, sessions, events } = stores()
  const ada = identity('ada@example.org')
  await identities.insert(ada)
  const [ended, removed] = [session(ada.id), session(ada.id)]
  await sessions.insert(ended, 'one')
  await sessions.insert(removed, 'two')
  await sessions.revoke(ended.id)
  await sessions.end('delete', { by: 'session', ids: [removed.id] }, 10)
  for (const read of [ended, removed]) {
    await expect(sessions.change(read, { expiresAt: 20_000 })).rejects.toThrow(ConcurrentChangeError)
  }
  expect(await sessions.find(ended.id)).toEqual({ ...ended, active: false })
  expect(await sessions.find(removed.id)).toBeUndefined()
  const stored = await sessions.change({ ...ended, active: false }, { expiresAt: 20_000 })
  expect(stored).toEqual({ ...ended, active: false, expiresAt: 20_000 })
  expect(await sessions.find(ended.id)).toEqual(stored)
  expect((await events.tail(0, 100)).map(({ type }) => type).slice(3)).toEqual(['SessionLifespanExtended'])
})

test('two changes of one session at once keep both @session-changes-2', async () => {
  const { database, identities, sessions } = stores()
  const ada = identity('ada@example.org')
  await identities.insert(ada)
  const read = session(ada.id)
  await sessions.insert(read, 'hash')
  const proof = (method: string) => ({ method, aal: 'aal1', completed_at: '2026-01-01T00:00:00Z' }) as const
  const add = (method: string) =>
    database.durable(async () => {
      const now = await sessions.findByTokenHash('hash')
      if (now) await sessions.change(now, { methods: [...now.methods, proof(method)] })
    })
  await Promise.all(['code', 'password'].map(add))
  const methods = (await sessions.find(read.id))?.methods.map(({ method }) => method)
  expect(methods?.toSorted()).toEqual(['code', 'password'])
})
