import { afterEach, describe, expect, test } from 'vitest'

import type { EventEnvelope } from '@gatehouse/contract/events'
import type { Database } from '@gatehouse/platform/database'

import { createHarness, goodPassword, type Harness } from '../flows/flow-harness.fixture.ts'
import { openTestedTwice } from '../sql/tested-database.fixture.ts'
import { identityEvents } from './schema.ts'

const ada = 'ada@example.org'
const day = 24 * 3_600_000

let harness: Harness
afterEach(() => harness.stop())

const all = () => harness.events.tail({ after: 0, limit: 1_000 })
const types = async (events?: readonly EventEnvelope[]) => (events ?? (await all())).map(({ type }) => type)
const last = async (type: string) => (await all()).findLast((event) => event.type === type)

/** Returns the events of an action. */
async function during(work: () => Promise<unknown>): Promise<readonly EventEnvelope[]> {
  const after = await harness.events.latest()
  await work()
  return harness.events.tail({ after, limit: 1_000 })
}

function isDefined(type: string): type is keyof typeof identityEvents {
  return Object.hasOwn(identityEvents, type)
}

describe('events are recorded', () => {
  test('of signing up and out: each event in its order, with its account and flow @events-2', async () => {
    harness = await createHarness()
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/registration/browser')).body
    const traits = { email: ada }
    const done = await browser.send(flow, { method: 'password', traits, password: goodPassword })
    expect(done.status).toBe(200)
    const { session, identity } = done.body
    const events = await all()
    expect(await types(events)).toEqual([
      'IdentityCreated',
      'CourierMessageDispatched',
      'SessionIssued',
      'RegistrationSucceeded',
    ])
    const [created, mail, issued, registered] = events
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
    expect(created).toMatchObject({
      identity_id: identity.id,
      flow_id: flow.id,
      actor: { type: 'person', id: identity.id },
      data: { schema_id: 'person', state: 'active', credentials: ['password', 'code'] },
    })
    expect(mail).toMatchObject({ actor: { type: 'system', id: null }, client: null, identity_id: null })
    expect(issued).toMatchObject({ session_id: session.id, data: { aal: 'aal1', expires_at: session.expires_at } })
    expect(registered).toMatchObject({ session_id: session.id, data: { method: 'password', flow_type: 'browser' } })
    expect(new Set(events.map(({ id }) => id)).size).toBe(4)
    expect(registered?.time).toBe(new Date(harness.clock()).toISOString())

    const { logout_token: token } = (await browser.ask('/self-service/logout/browser')).body
    const out = await during(() => browser.ask(`/self-service/logout?token=${token}`))
    expect(out).toMatchObject([{ type: 'SessionRevoked', session_id: session.id, identity_id: identity.id }])
  })

  test('in the documented shape, for every type @events-3', async () => {
    harness = await createHarness({ selfservice: { methods: { link: { enabled: true } } } })
    const id = await harness.account(ada)
    const browser = harness.browser()
    await browser.signIn(ada, 'wrong-Horse-battery-9')
    await browser.signIn(ada)
    const settings = (await browser.ask('/self-service/settings/browser')).body
    await browser.send(settings, { method: 'password', password: 'another-Horse-battery-9' })
    await browser.send(settings, { method: 'profile', traits: { email: 'nonsense' } })
    await harness.admin('POST', '/recovery/code', { identity_id: id })
    const verification = (await browser.ask('/self-service/verification/browser')).body
    await browser.send(verification, { method: 'code', email: ada })
    await browser.send(verification, { method: 'code', code: '000000' })
    await browser.send(verification, { method: 'code', code: await harness.codeFor(ada) })
    const stranger = harness.browser()
    const recovery = (await stranger.ask('/self-service/recovery/browser')).body
    await stranger.send(recovery, { method: 'code', email: ada })
    await stranger.send(recovery, { method: 'code', code: '000000' })
    await stranger.send(recovery, { method: 'code', code: await harness.codeFor(ada) })
    await harness.admin('DELETE', `/identities/${id}/sessions`)
    await harness.admin('DELETE', `/identities/${id}`)

    const seen = await all()
    expect(await types(seen)).toEqual(
      expect.arrayContaining(['SettingsFailed', 'VerificationSucceeded', 'RecoverySucceeded']),
    )
    expect(new Set(await types(seen)).size).toBeGreaterThan(14)
    for (const { type, data, schema_version: version } of seen) {
      if (!isDefined(type)) throw new Error(`${type} is not documented`)
      expect(identityEvents[type].data.safeParse(data), `${type}: ${JSON.stringify(data)}`).toMatchObject({
        success: true,
      })
      expect(version).toBe(identityEvents[type].version)
    }
  })

  test('of a change: which parts and credentials, and no value of any @events-4', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const browser = harness.browser()
    await browser.signIn(ada)
    const flow = (await browser.ask('/self-service/settings/browser')).body
    const changed = await during(() => browser.send(flow, { method: 'password', password: 'another-Horse-battery-9' }))
    expect(changed).toMatchObject([
      {
        type: 'IdentityUpdated',
        data: { changed: ['credentials'], credentials_changed: ['password'], credentials_added: [] },
      },
      { type: 'SettingsSucceeded', data: { method: 'password' } },
    ])
    expect(changed.every(({ flow_id: id }) => id === flow.id)).toBe(true)
    const text = JSON.stringify(await all())
    for (const secret of [ada, goodPassword, 'another-Horse', '$2', 'csrf']) expect(text).not.toContain(secret)
  })

  test('of administrators and the operators they name @events-5', async () => {
    harness = await createHarness()
    const id = await harness.account(ada)
    expect((await last('IdentityCreated'))?.actor).toEqual({ type: 'administrator', id: null })
    const forged = { 'x-gatehouse-operator': 'another-operator' }
    await harness.admin('DELETE', `/identities/${id}`, undefined, forged, { type: 'operator', id: 'op-7' })
    expect(await last('IdentityDeleted')).toMatchObject({
      identity_id: id,
      actor: { type: 'operator', id: 'op-7' },
      client: null,
    })
    await harness.admin('DELETE', `/identities/${await harness.account('bob@example.org')}`, undefined, forged)
    expect((await last('IdentityDeleted'))?.actor).toEqual({ type: 'administrator', id: null })
  })
})

describe('a failed sign-in', () => {
  test('names the account it was about, and never the typed values @events-6', async () => {
    harness = await createHarness()
    const id = await harness.account(ada)
    const browser = harness.browser()
    await browser.signIn(ada, 'wrong-Horse-battery-9')
    const known = await last('LoginFailed')
    expect(known).toMatchObject({
      identity_id: id,
      actor: { type: 'person', id: null },
      data: { method: 'password', reason: 'invalid_credentials', message_ids: [4000006] },
    })
    expect(known?.data).not.toHaveProperty('identifier_digest')
    await browser.signIn('nobody@example.org')
    await browser.signIn('Nobody@Example.org ')
    await browser.signIn('stranger@example.org')
    const [first, second, third] = (await all()).slice(-3)
    expect(first).toMatchObject({
      identity_id: null,
      data: { identifier_digest: expect.stringMatching(/^[0-9a-f]{32}$/) },
    })
    expect(second?.data['identifier_digest']).toBe(first?.data['identifier_digest'])
    expect(third?.data['identifier_digest']).not.toBe(first?.data['identifier_digest'])
    expect(JSON.stringify(await all())).not.toMatch(/body@/i)
  })

  test('names the class of reasons: input, account, code, too many tries, forged request @events-7', async () => {
    harness = await createHarness()
    const id = await harness.account(ada)
    const browser = harness.browser()
    const reason = async () => (await last('LoginFailed'))?.data['reason']
    const flow = (await browser.ask('/self-service/login/browser')).body
    await browser.send(flow, { method: 'password', identifier: ada })
    expect(await reason()).toBe('invalid_input')
    await browser.send(flow, { method: 'password', identifier: ada, password: goodPassword, csrf_token: 'forged' })
    expect(await reason()).toBe('csrf_violation')
    await browser.send(flow, { method: 'code', identifier: 'nobody@example.org' })
    expect(await reason()).toBe('unknown_account')
    const coded = (await browser.send(flow, { method: 'code', identifier: ada })).body
    for (let tries = 0; tries < 5; tries += 1)
      await browser.send(coded, { method: 'code', identifier: ada, code: '000000' })
    expect(await last('LoginFailed')).toMatchObject({
      identity_id: id,
      data: { reason: 'invalid_code', method: 'code' },
    })
    await browser.send(coded, { method: 'code', identifier: ada, code: '000000' })
    expect(await reason()).toBe('too_many_attempts')
    await harness.admin('PATCH', `/identities/${id}`, [{ op: 'replace', path: '/state', value: 'inactive' }])
    await browser.signIn(ada)
    expect(await last('LoginFailed')).toMatchObject({ identity_id: id, data: { reason: 'account_inactive' } })
  })
})

test('a second factor after the end of its session is no failed sign-in @events-10', async () => {
  harness = await createHarness({
    selfservice: { methods: { code: { passwordless_enabled: false, mfa_enabled: true } } },
  })
  const id = await harness.account(ada)
  const browser = harness.browser()
  await browser.signIn(ada)
  const flow = (await browser.ask('/self-service/login/browser?aal=aal2')).body
  await harness.admin('DELETE', `/identities/${id}/sessions`)
  const refused = await browser.send(flow, { method: 'code', code: await harness.codeFor(ada) })
  expect([refused.status, refused.body.error.id]).toEqual([401, 'session_aal1_required'])
  expect(await last('LoginFailed')).toBeUndefined()
})

describe('the clients of people', () => {
  const from = { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'Browser/1' }
  const request = async () => {
    const made = await harness.raw(new Request('http://id.example.test/self-service/login/api'))
    const { ui } = JSON.parse(await made.text())
    const body = JSON.stringify({ method: 'password', identifier: ada, password: goodPassword })
    const headers = { ...from, 'content-type': 'application/json' }
    const answer = await harness.raw(new Request(ui.action, { method: 'POST', headers, body }))
    expect(answer.status).toBe(200)
  }

  test('is recorded, unless the operator disables it, and removed with the account @events-8', async () => {
    harness = await createHarness()
    const id = await harness.account(ada)
    await request()
    expect((await last('LoginSucceeded'))?.client).toEqual({ ip_address: '203.0.113.7', user_agent: 'Browser/1' })
    await harness.admin('DELETE', `/identities/${id}`)
    expect((await all()).map(({ client }) => client)).toEqual((await all()).map(() => null))
    await harness.stop()

    harness = await createHarness({}, undefined, { keepsClient: false })
    await harness.account(ada)
    await request()
    expect((await last('LoginSucceeded'))?.client).toBeNull()
  })
})

describe('the history', () => {
  test('of one account comes in pages, newest first', async () => {
    harness = await createHarness()
    const id = await harness.account(ada)
    await harness.account('bob@example.org')
    const browser = harness.browser()
    await browser.signIn(ada, 'wrong-Horse-battery-9')
    await browser.signIn(ada)
    const first = await harness.events.eventsOfIdentity(id, { size: 2 })
    expect(await types(first.events)).toEqual(['LoginSucceeded', 'SessionIssued'])
    const second = await harness.events.eventsOfIdentity(id, { size: 2, before: first.next ?? 0 })
    expect(await types(second.events)).toEqual(['LoginFailed', 'IdentityCreated'])
    expect(second.next).toBeUndefined()
    const some = await harness.events.eventsOfIdentity(id, { size: 9, types: ['LoginFailed'] })
    expect(await types(some.events)).toEqual(['LoginFailed'])
  })

  test('of all sign-ins is counted by time and method', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const from = harness.clock()
    await harness.browser().signIn(ada)
    await harness.browser().signIn(ada, 'wrong-Horse-battery-9')
    harness.clock.advance(2 * 3_600_000)
    await harness.browser().signIn(ada)
    const buckets = await harness.events.signInActivity({ from, to: from + 3 * 3_600_000 }, 3_600_000)
    expect(buckets).toEqual([
      {
        start: from,
        succeeded: 1,
        failed: 1,
        methods: { password: { succeeded: 1, failed: 1 } },
        durationMs: { average: 0, longest: 0 },
      },
      { start: from + 3_600_000, succeeded: 0, failed: 0, methods: {}, durationMs: undefined },
      {
        start: from + 7_200_000,
        succeeded: 1,
        failed: 0,
        methods: { password: { succeeded: 1, failed: 0 } },
        durationMs: { average: 0, longest: 0 },
      },
    ])
    // Hours do not begin at a sign-in.
    const shifted = await harness.events.signInActivity({ from: from - 1_234_567, to: from + 3 * 3_600_000 }, 3_600_000)
    expect(shifted.map(({ succeeded, failed }) => [succeeded, failed])).toEqual([
      [1, 1],
      [0, 0],
      [1, 0],
      [0, 0],
    ])
    await expect(harness.events.signInActivity({ from, to: from }, 1)).rejects.toThrow(RangeError)
    await expect(harness.events.signInActivity({ from: 0, to: from }, 1)).rejects.toThrow(RangeError)
  })

  test('is kept for the configured time, and its order continues after that', async () => {
    harness = await createHarness({}, undefined, { keptMs: 30 * day })
    await harness.account(ada)
    const before = await harness.events.latest()
    expect(await harness.events.sequenceBefore(harness.clock() + 1)).toBe(before)
    harness.clock.advance(31 * day)
    harness.start()
    await harness.idle()
    expect(await all()).toEqual([])
    await harness.account('bob@example.org')
    expect((await all())[0]?.sequence).toBe(before + 1)
    expect(await harness.events.sequenceBefore(harness.clock())).toBe(before)
  })
})

test('a change that does not come about leaves no event @events-9', async () => {
  harness = await createHarness()
  await harness.account(ada)
  const credentials = { password: { config: { password: goodPassword } } }
  const refused = await during(() =>
    harness.admin('POST', '/identities', { schema_id: 'person', traits: { email: ada }, credentials }),
  )
  expect(refused).toEqual([])
  const unchanged = await harness.events.latest()
  await harness.browser().ask('/self-service/login/browser')
  expect(await harness.events.latest()).toBe(unchanged)
})

test('a listener is called soon after something was stored', async () => {
  harness = await createHarness()
  const calls: string[] = []
  const end = harness.events.onStored(() => void calls.push('called'))
  await harness.account(ada)
  await new Promise((resolve) => setImmediate(resolve))
  expect(calls).toEqual(['called'])
  end()
  await harness.account('bob@example.org')
  await new Promise((resolve) => setImmediate(resolve))
  expect(calls).toEqual(['called'])
})

test('a listener hears of what another process stored, also where no background work runs @events-11', async () => {
  const [own, others] = openTestedTwice()
  const shared = (database: Database) => createHarness({}, undefined, {}, { isShared: true, observe: () => database })
  harness = await shared(own)
  const other = await shared(others)
  let heard = 0
  const end = harness.events.onStored(() => (heard += 1))
  await other.account(ada)
  await expect.poll(() => heard).toBeGreaterThan(0)
  end()
  // Nothing asks a database that is closed.
  harness.events.onStored(() => undefined)
  await harness.stop()
  await other.account('bob@example.org')
  await other.stop()
})
