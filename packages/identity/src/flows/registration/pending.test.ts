import { emailTrait, identityPart, schemaOf } from '@gatehouse/testing/journeys'
import { afterEach, describe, expect, test } from 'vitest'

import type { ConfigTree } from '../../configuration/unsupported.ts'
import {
  createHarness,
  goodPassword,
  messages,
  pages,
  type Answer,
  type Browser,
  type Harness,
} from '../flow-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

const ada = 'ada@example.org'
const eve = 'eve@example.org'
const anotherPassword = 'another-Horse-battery-7'

const open = async (settings: ConfigTree = {}) => {
  harness = await createHarness({ security: { account_enumeration: { mitigate: true } }, ...settings })
}

const proofBy = (use: 'code' | 'link'): ConfigTree => ({
  selfservice: { methods: { link: { enabled: true } }, flows: { verification: { use } } },
})

interface Begun {
  readonly answer: Answer
  /** The ids of the verifications that it begins. */
  readonly waiting: readonly string[]
}

async function signUp(client: Pick<Browser, 'ask' | 'send'>, traits: object, type = 'browser'): Promise<Begun> {
  const flow = (await client.ask(`/self-service/registration/${type}`)).body
  const answer = await client.send(flow, { method: 'password', password: anotherPassword, traits })
  harness.clock.advance(1_000)
  const shown = (answer.body.continue_with ?? []).filter(
    ({ action }: { action: string }) => action === 'show_verification_ui',
  )
  return { answer, waiting: shown.map(({ flow }: { flow: { id: string } }) => flow.id) }
}

const verification = (id: string | undefined) => `/self-service/verification/flows?id=${id}`

async function prove(client: Pick<Browser, 'ask' | 'send'>, id: string | undefined, address: string): Promise<Answer> {
  const flow = (await client.ask(verification(id))).body
  return client.send(flow, { method: 'code', code: await harness.codeFor(address) })
}

/** Opens the link of the newest message, and submits its code. */
async function followLink(browser: Browser, address: string): Promise<Answer> {
  const [newest] = await harness.messagesTo(address)
  const link = /http\S+verification\?\S+/.exec(newest?.body ?? '')?.[0] ?? ''
  const opened = await browser.go(link)
  const { searchParams } = new URL(link)
  const code = searchParams.get('code')
  if (code === null) return opened
  const flow = (await browser.ask(verification(searchParams.get('flow') ?? ''))).body
  return browser.send(flow, { code })
}

const accounts = async () => (await harness.admin('GET', '/identities')).body
const happened = async () => (await harness.events.tail({ after: 0, limit: 100 })).map(({ type }) => type)

describe('with mitigation, an account is created when its address is proved', () => {
  test('in the browser that signed up: with its password, and signed in', async () => {
    await open()
    const browser = harness.browser()
    const { answer, waiting } = await signUp(browser, { email: eve })
    expect([answer.status, answer.body.session, answer.body.identity.traits]).toEqual([
      200,
      undefined,
      { email: eve, name: {} },
    ])
    expect([await accounts(), (await browser.whoami()).status]).toEqual([[], 401])

    const done = await prove(browser, waiting[0], eve)
    expect([done.status, done.body.state, messages(done.body)]).toEqual([200, 'passed_challenge', [1080002]])
    expect((await browser.whoami()).body).toMatchObject({
      authentication_methods: [{ method: 'password', aal: 'aal1' }],
      identity: { id: answer.body.identity.id, verifiable_addresses: [{ value: eve, verified: true }] },
    })
    expect((await harness.browser().signIn(eve, anotherPassword)).status).toBe(200)
  })

  test('without a session if signing up opens none', async () => {
    const hooks = { after: { hooks: [{ hook: 'show_verification_ui' }] } }
    await open({ selfservice: { flows: { registration: hooks } } })
    const browser = harness.browser()
    const { waiting } = await signUp(browser, { email: eve })
    await prove(browser, waiting[0], eve)
    expect((await browser.whoami()).status).toBe(401)
    expect((await harness.browser().signIn(eve, anotherPassword)).status).toBe(200)
  })

  test('as an HTML form: over the page of the proof, to the requested address', async () => {
    await open()
    const browser = harness.browser()
    const start = await browser.ask(`/self-service/registration/browser?return_to=${pages}/deep`)
    const fields = { method: 'password', password: anotherPassword, 'traits.email': eve }
    const answer = await browser.post(start.body, fields)
    const page = new URL(answer.location ?? '')
    expect([answer.status, page.pathname]).toEqual([303, '/verification'])
    const flow = (await browser.ask(verification(page.searchParams.get('flow') ?? ''))).body
    const done = await browser.post(flow, { method: 'code', code: await harness.codeFor(eve) })
    expect(done.status).toBe(303)
    expect((await browser.whoami()).status).toBe(200)
    const shown = (await browser.ask(verification(flow.id))).body
    expect(shown.ui.action).toBe(`${pages}/deep`)
  })

  test('in an app: its proof answers the token of the session', async () => {
    await open()
    const app = harness.app()
    const { answer, waiting } = await signUp(app, { email: eve }, 'api')
    expect([answer.body.session_token, answer.body.session]).toEqual([undefined, undefined])
    const done = await prove(app, waiting[0], eve)
    const [next] = done.body.continue_with
    expect(next.action).toBe('set_ory_session_token')
    expect((await app.ask('/sessions/whoami', next.ory_session_token)).status).toBe(200)
  })

  test('by a link, opened in the browser that signed up', async () => {
    await open(proofBy('link'))
    const browser = harness.browser()
    await signUp(browser, { email: eve })
    expect((await followLink(browser, eve)).status).toBe(303)
    expect((await browser.whoami()).status).toBe(200)
    expect((await harness.browser().signIn(eve, anotherPassword)).status).toBe(200)
  })

  test('once: of two sign-ups with one address, the first proof counts, and the second is informed', async () => {
    await open()
    const [one, two] = [harness.browser(), harness.browser()]
    const first = await signUp(one, { email: eve })
    const firstCode = await harness.codeFor(eve)
    const second = await signUp(two, { email: eve })
    await prove(two, second.waiting[0], eve)
    const flow = (await one.ask(verification(first.waiting[0]))).body
    const late = await one.send(flow, { method: 'code', code: firstCode })
    expect([late.status, messages(late.body)]).toEqual([400, [4000007]])
    expect([(await accounts()).length, (await one.whoami()).status]).toEqual([1, 401])
  })

  test('not after its time, and a code of its message does nothing then', async () => {
    await open()
    const browser = harness.browser()
    const { waiting } = await signUp(browser, { email: eve })
    const flow = (await browser.ask(verification(waiting[0]))).body
    const code = await harness.codeFor(eve)
    harness.clock.advance(2 * 60 * 60_000)
    await browser.send(flow, { method: 'code', code })
    expect([await accounts(), (await browser.whoami()).status]).toEqual([[], 401])
  })

  test('with events when it does, and none before', async () => {
    await open()
    const browser = harness.browser()
    const { waiting } = await signUp(browser, { email: eve })
    expect((await happened()).filter((type) => /Registration|IdentityCreated|Session/.test(type))).toEqual([])
    await prove(browser, waiting[0], eve)
    expect(await happened()).toEqual(
      expect.arrayContaining(['IdentityCreated', 'SessionIssued', 'RegistrationSucceeded', 'VerificationSucceeded']),
    )
  })
})

describe('with mitigation, a proof by the holder of only the mailbox @pending-1', () => {
  for (const use of ['code', 'link'] as const) {
    test(`a ${use}: nothing of the client that signed up is left`, async () => {
      await open(proofBy(use))
      const maker = harness.browser()
      await signUp(maker, { email: eve })
      const owner = harness.browser()
      await followLink(owner, eve)
      expect(await accounts()).toMatchObject([{ verifiable_addresses: [{ value: eve, verified: true }] }])
      for (const browser of [maker, owner]) expect((await browser.whoami()).status).toBe(401)
      expect((await harness.browser().signIn(eve, anotherPassword)).status).toBe(400)
    })
  }
})

describe('with mitigation, a sign-up with an address that has an account', () => {
  test('its owner is informed by mail how to sign in and to recover, and gets no code @pending-3', async () => {
    await open()
    await harness.account(ada)
    await signUp(harness.browser(), { email: ada })
    const [message, ...more] = await harness.messagesTo(ada)
    expect([message?.template, more]).toEqual(['registration_attempted', []])
    expect(message?.body).toContain('http://id.example.test/self-service/login/browser')
    expect(message?.body).toContain('http://id.example.test/self-service/recovery/browser')
    expect(message?.body).not.toMatch(/\b\d{6}\b/)
  })

  test('no typed value reaches the account or its owner, and no event records a sign-up @pending-4', async () => {
    await open()
    const id = await harness.account(ada)
    const before = JSON.stringify((await harness.admin('GET', `/identities/${id}`)).body)
    const events = (await happened()).length
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/registration/browser')).body
    const traits = { email: ada, name: { first: 'Mallory' } }
    const transient_payload = { note: 'Mallory was here' }
    await browser.send(flow, { method: 'password', password: anotherPassword, traits, transient_payload })
    expect(JSON.stringify((await harness.admin('GET', `/identities/${id}`)).body)).toBe(before)
    expect((await harness.browser().signIn(ada, anotherPassword)).status).toBe(400)
    expect((await harness.browser().signIn(ada, goodPassword)).status).toBe(200)
    expect(JSON.stringify(await harness.messagesTo(ada))).not.toContain('Mallory')
    expect((await happened()).slice(events).filter((type) => /Registration|Identity/.test(type))).toEqual([])
  })

  test('messages to it are limited as those to an address without an account @pending-7', async () => {
    await open()
    await harness.account(ada)
    const statuses = async (email: string) => {
      const browser = harness.browser()
      const seen = []
      for (let time = 0; time < 8; time += 1) seen.push((await signUp(browser, { email })).answer.status)
      return [...seen, (await harness.messagesTo(email)).length]
    }
    const known = await statuses(ada)
    expect(known).toContain(429)
    harness.clock.advance(60 * 60_000)
    expect(await statuses(eve)).toEqual(known)
  })

  test('a sign-in name without messages is still reported as taken, whether or not the address is', async () => {
    const schema = schemaOf({
      email: emailTrait('Email'),
      username: { type: 'string', 'ory.sh/kratos': { credentials: { password: { identifier: true } } } },
    })
    await open({ identity: identityPart('person', schema) })
    await harness.account(ada, { traits: { email: ada, username: 'ada' } })
    for (const email of [ada, eve]) {
      const { answer } = await signUp(harness.browser(), { email, username: 'ada' })
      expect([email, answer.status, messages(answer.body)]).toEqual([email, 400, [4000007]])
      expect((await signUp(harness.browser(), { email, username: 'unused' })).answer.status).toBe(200)
    }
  })

  test('a second address is not reported as taken to a client that has proved only the first @pending-5', async () => {
    const schema = schemaOf({ email: emailTrait('Email'), other: emailTrait('Other') })
    await open({ identity: identityPart('person', schema) })
    await harness.account(ada)
    const seen = []
    for (const [email, other] of [
      ['first@example.net', ada],
      ['other@example.net', eve],
    ] as const) {
      const browser = harness.browser()
      const { waiting } = await signUp(browser, { email, other })
      const done = await prove(browser, waiting[0], email)
      seen.push([done.status, messages(done.body), (await browser.whoami()).status, (await accounts()).length])
    }
    expect(seen[1]).toEqual(seen[0])
    expect(seen[0]).toEqual([200, [1080002], 401, 1])
  })

  test('an account with two addresses needs both proved in the browser that signed up @pending-6', async () => {
    const schema = schemaOf({ email: emailTrait('Email'), other: emailTrait('Other') })
    const victim = 'victim@example.com'
    await open({ identity: identityPart('person', schema) })
    const maker = harness.browser()
    const attack = await signUp(maker, { email: eve, other: victim })
    await prove(maker, attack.waiting[0], eve)
    expect((await followLink(harness.browser(), victim)).body.state).toBe('sent_email')
    expect([await accounts(), (await maker.whoami()).status]).toEqual([[], 401])

    const browser = harness.browser()
    const { waiting } = await signUp(browser, { email: eve, other: victim })
    for (const [index, address] of [eve, victim].entries()) await prove(browser, waiting[index], address)
    expect((await browser.whoami()).status).toBe(200)
    expect((await accounts())[0].verifiable_addresses).toMatchObject([{ verified: true }, { verified: true }])
  })
})

test('without mitigation, a sign-up creates the account at once, and reports that an address is taken', async () => {
  harness = await createHarness()
  const browser = harness.browser()
  expect((await signUp(browser, { email: eve })).answer.body.session.identity.traits.email).toBe(eve)
  const { answer } = await signUp(harness.browser(), { email: eve })
  expect([answer.status, messages(answer.body)]).toEqual([400, [4000007]])
})
