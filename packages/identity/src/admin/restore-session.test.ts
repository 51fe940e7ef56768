import { beforeEach, describe, expect, test } from 'vitest'
import type { EventActor } from '@gatehouse/contract/events'

import { createAccount, createTestService, signIn, type TestService } from '../service.fixture.ts'

let own: TestService
let account = ''
let token = ''
let session = ''

const ada: EventActor = { type: 'operator', id: '2f1d7c9e-3c31-4f57-8d25-7f0b4e1f0a11' }
const grace: EventActor = { type: 'operator', id: '5f8b6f0e-8f0c-4f55-b1d3-0d4f8a2a9c22' }
const key: EventActor = { type: 'administrator', id: ada.id }

beforeEach(async () => {
  own = await createTestService()
  account = await createAccount(own, 'ada@example.org')
  token = await signIn(own, 'ada@example.org')
  session = (await whoami()).body.id
  later(1)
})

function later(seconds: number): void {
  own.clock.now += seconds * 1_000
}

function whoami(of = token) {
  return own.fetch('/sessions/whoami', { headers: { 'x-session-token': of } })
}

async function asked(actor: EventActor, method: string, path: string, body?: unknown) {
  const request = new Request(`http://127.0.0.1:4434/admin${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const answer = await own.service.admin(request, actor)
  const text = await answer.text()
  return [answer.status, text === '' ? '' : String(JSON.parse(text).error?.reason ?? '')] as const
}

const end = (actor: EventActor) => asked(actor, 'DELETE', `/sessions/${session}`)
const restore = (actor: EventActor) => asked(actor, 'POST', `/sessions/${session}/restore`)

test('a session that an operator ended ends at once, and the operator can restore it once @restore-session-1', async () => {
  expect(await end(ada)).toEqual([204, ''])
  expect((await whoami()).status).toBe(401)
  later(60)
  expect(await restore(ada)).toEqual([204, ''])
  expect((await whoami()).body).toMatchObject({ id: session, active: true })
  const { body: seen } = await own.admin(`/admin/sessions/${session}`)
  expect(seen).toMatchObject({ id: session, active: true })
  // Once only: the next ending can be restored separately.
  expect(await restore(ada)).toEqual([409, expect.stringContaining('active')])
  expect((await own.admin(`/admin/sessions/${crypto.randomUUID()}/restore`, { method: 'POST' })).status).toBe(404)
})

test('both acts are events, with their actors @restore-session-2', async () => {
  await end(ada)
  await restore(ada)
  const { events } = await own.service.events.eventsOfIdentity(account, { size: 2 })
  expect(events).toMatchObject([
    { type: 'SessionRestored', session_id: session, actor: ada },
    { type: 'SessionRevoked', session_id: session, actor: ada },
  ])
})

describe('a session stays ended', () => {
  const expectRefused = async (status: number, words: string, by: EventActor = ada) => {
    expect(await restore(by)).toEqual([status, expect.stringContaining(words)])
    expect((await whoami()).status).toBe(401)
  }

  test.each([
    ['another operator', grace],
    ['a key', key],
    ['a caller without a name', { type: 'administrator', id: null } as const],
  ])('for %s @restore-session-3', async (_who, by) => {
    expect((await end(ada))[0]).toBe(204)
    await expectRefused(403, 'who ended it', by)
    expect((await restore(ada))[0]).toBe(204)
  })

  test('if another actor ended it as well @restore-session-4', async () => {
    expect((await end(ada))[0]).toBe(204)
    expect((await end(grace))[0]).toBe(204)
    await expectRefused(409, 'not ended by an operator alone')
    await expectRefused(409, 'not ended by an operator alone', grace)
  })

  test('after a minute @restore-session-5', async () => {
    expect((await end(ada))[0]).toBe(204)
    later(61)
    await expectRefused(409, '60 seconds')
  })

  test('if it has expired @restore-session-6', async () => {
    later(24 * 60 * 60 - 30)
    expect((await end(ada))[0]).toBe(204)
    later(40)
    await expectRefused(409, 'run out')
  })

  const state = (value: string) =>
    asked(grace, 'PATCH', `/identities/${account}`, [{ op: 'replace', path: '/state', value }])

  test('for a person who is suspended, or was meanwhile @restore-session-7', async () => {
    expect((await end(ada))[0]).toBe(204)
    later(1)
    expect((await state('inactive'))[0]).toBe(200)
    await expectRefused(409, 'suspended')
    later(1)
    expect((await state('active'))[0]).toBe(200)
    await expectRefused(409, 'has changed')
  })

  test('if the password was changed @restore-session-8', async () => {
    expect((await end(ada))[0]).toBe(204)
    later(1)
    const credentials = { password: { config: { password: 'another horse' } } }
    const body = { schema_id: 'default', state: 'active', traits: { email: 'ada@example.org' }, credentials }
    expect((await asked(grace, 'PUT', `/identities/${account}`, body))[0]).toBe(200)
    await expectRefused(409, 'has changed')
  })

  test('if the person has ended all other sessions since @restore-session-9', async () => {
    const other = await signIn(own, 'ada@example.org')
    expect((await end(ada))[0]).toBe(204)
    const out = await own.fetch('/sessions', { method: 'DELETE', headers: { 'x-session-token': other } })
    expect(out.status).toBe(200)
    await expectRefused(409, 'not ended by an operator alone')
  })

  test('if all sessions of the person, or of all people, were ended since @restore-session-10', async () => {
    for (const identities of [[account], ['*']]) {
      token = await signIn(own, 'ada@example.org')
      session = (await whoami()).body.id
      expect((await end(ada))[0]).toBe(204)
      expect((await asked(ada, 'POST', '/sessions', { action: 'disable', identities }))[0]).toBe(200)
      await expectRefused(409, 'not ended by an operator alone')
    }
  })

  test('if its owner ended it, and if it or the account was deleted @restore-session-11', async () => {
    const signOut = { session_token: token }
    expect((await own.fetch('/self-service/logout/api', { method: 'DELETE', body: signOut })).status).toBe(204)
    await expectRefused(409, 'not ended by an operator alone')
    token = await signIn(own, 'ada@example.org')
    session = (await whoami()).body.id
    expect((await end(ada))[0]).toBe(204)
    expect((await asked(ada, 'DELETE', `/identities/${account}`))[0]).toBe(204)
    expect((await restore(ada))[0]).toBe(404)
  })

  test('if it was signed out by its token since @restore-session-12', async () => {
    expect((await end(ada))[0]).toBe(204)
    const signOut = { session_token: token }
    await own.fetch('/self-service/logout/api', { method: 'DELETE', body: signOut })
    await expectRefused(409, 'not ended by an operator alone')
  })
})
