import { accountRuleIn } from '@gatehouse/contract/account'
import { emailTrait, identityPart, schemaOf } from '@gatehouse/testing/journeys'
import { afterEach, describe, expect, test } from 'vitest'

import { proved, setUpCodes, setUpTotp } from '../../strategies/totp/authenticator.fixture.ts'
import { after, startHookReceiver, webHook } from '../../web-hooks/receiver.fixture.ts'
import { createHarness, goodPassword, type Answer, type Browser, type Harness } from '../flow-harness.fixture.ts'

const ada = 'ada@example.org'

let harness: Harness
afterEach(() => harness.stop())

const open = (overrides: object = {}) =>
  createHarness({
    ...overrides,
    selfservice: {
      ...(overrides as { selfservice?: object }).selfservice,
      methods: {
        totp: { enabled: true },
        lookup_secret: { enabled: true },
        ...(overrides as { selfservice?: { methods?: object } }).selfservice?.methods,
      },
    },
  })

/** Signs up with an unproved address, and returns the browser's answer. */
async function signUp(browser: Browser, email: string): Promise<Answer> {
  const flow = (await browser.ask('/self-service/registration/browser')).body
  const done = await browser.send(flow, { method: 'password', password: goodPassword, traits: { email } })
  expect(done.status).toBe(200)
  harness.clock.advance(1_000)
  return done
}

async function byCode(browser: Browser, email: string): Promise<Answer> {
  const flow = (await browser.ask('/self-service/login/browser')).body
  await browser.send(flow, { method: 'code', identifier: email })
  return browser.send(flow, { method: 'code', identifier: email, code: await harness.codeFor(email) })
}

async function recover(browser: Browser, email: string): Promise<Answer> {
  const flow = (await browser.ask('/self-service/recovery/browser')).body
  await browser.send(flow, { method: 'code', email })
  return browser.send(flow, { method: 'code', code: await harness.codeFor(email) })
}

async function verify(browser: Browser, email: string): Promise<Answer> {
  const flow = (await browser.ask('/self-service/verification/browser')).body
  await browser.send(flow, { method: 'code', email })
  return browser.send(flow, { method: 'code', code: await harness.codeFor(email) })
}

/** Submits the code of the flow that a sign-up has begun, in this browser. */
async function verifyBegun(browser: Browser, email: string): Promise<Answer> {
  const [newest] = await harness.messagesTo(email)
  const link = /http\S+verification\?\S+/.exec(newest?.body ?? '')?.[0] ?? ''
  const { searchParams } = new URL(link)
  await browser.go(link)
  const flow = (await browser.ask(`/self-service/verification/flows?id=${searchParams.get('flow')}`)).body
  return browser.send(flow, { code: searchParams.get('code') })
}

/** Checks that a person who tries to prove an address gets in; false, if no code came or it opened nothing. */
async function isLetIn(proof: typeof byCode, address: string): Promise<boolean> {
  harness.clock.advance(1_000)
  const browser = harness.browser()
  const sent = await harness.messagesTo(address)
  await proof(browser, address).catch((error: unknown) => {
    if (sent.length > 0 || !String(error).includes('no code was sent')) throw error
  })
  return (await browser.whoami()).status === 200
}

async function identityOf(email: string) {
  const [found] = (await harness.admin('GET', `/identities?credentials_identifier=${email}`)).body
  return (await harness.admin('GET', `/identities/${found.id}`)).body
}

const outside = [
  ['signing in by code', byCode],
  ['a recovery by code', recover],
  ['a verification in another browser', verify],
  ['the verification of the sign-up, opened in another browser', verifyBegun],
] as const

describe('an account created beforehand with another person’s address', () => {
  test('has nothing of its maker left if the session ends before its confirmation is stored @first-proof-6', async () => {
    const receiver = await startHookReceiver()
    harness = await open(after('login', webHook(`${receiver.url}/login`, { can_interrupt: true })))
    const maker = harness.browser()
    await signUp(maker, ada)
    const { id } = await identityOf(ada)
    const flow = (await maker.ask('/self-service/login/browser?refresh=true')).body
    await maker.send(flow, { method: 'code', identifier: ada })
    const code = await harness.codeFor(ada)
    const endAll = async () => ({ status: (await harness.admin('DELETE', `/identities/${id}/sessions`)).status })
    receiver.answers = { '/login': endAll }
    expect((await maker.send(flow, { method: 'code', identifier: ada, code })).status).toBe(200)
    receiver.answers = {}
    expect((await harness.browser().signIn(ada)).status, 'the password of its maker').toBe(400)
    await receiver.close()
  })

  test('keeps everything if its code is refused as a second factor, because the session ended @first-proof-7', async () => {
    const receiver = await startHookReceiver()
    harness = await open({
      selfservice: {
        methods: { code: { passwordless_enabled: false, mfa_enabled: true } },
        ...after('login', webHook(`${receiver.url}/login`, { can_interrupt: true })).selfservice,
      },
    })
    const browser = harness.browser()
    await signUp(browser, ada)
    const before = await identityOf(ada)
    const flow = (await browser.ask('/self-service/login/browser?aal=aal2')).body
    await browser.send(flow, { method: 'code', identifier: ada })
    const code = await harness.codeFor(ada)
    const mails = (await harness.messagesTo(ada)).length
    const endAll = async () => ({ status: (await harness.admin('DELETE', `/identities/${before.id}/sessions`)).status })
    receiver.answers = { '/login': endAll }
    const refused = await browser.send(flow, { method: 'code', identifier: ada, code })
    expect([refused.status, refused.body.error?.id, refused.cookies]).toEqual([401, 'session_inactive', []])
    expect(await identityOf(ada)).toEqual(before)
    expect(await harness.messagesTo(ada)).toHaveLength(mails)
    await receiver.close()
  })

  test.each(outside)('has nothing of its maker left after %s @first-proof-1', async (_what, proof) => {
    harness = await open()
    const maker = harness.browser()
    await signUp(maker, ada)
    expect((await maker.whoami()).status).toBe(200)
    const owner = harness.browser()
    await proof(owner, ada)

    expect((await identityOf(ada)).verifiable_addresses).toMatchObject([{ value: ada, verified: true }])
    expect((await maker.whoami()).status, 'the session of its maker').toBe(401)
    expect((await harness.browser().signIn(ada)).status, 'the password of its maker').toBe(400)
    expect((await maker.ask('/self-service/settings/browser')).status, 'the settings of its maker').toBe(401)
  })

  test.each(outside)(
    'loses its second factor after %s, so that the owner is not locked out @first-proof-2',
    async (_what, proof) => {
      harness = await open()
      const maker = harness.browser()
      await signUp(maker, ada)
      await setUpTotp(maker, harness.clock())
      await setUpCodes(maker)
      const { totp, lookup_secret } = (await identityOf(ada)).credentials
      expect([totp?.type, lookup_secret?.type]).toEqual(['totp', 'lookup_secret'])

      const owner = harness.browser()
      await proof(owner, ada)
      const { verifiable_addresses: addresses, credentials } = await identityOf(ada)
      expect(addresses).toMatchObject([{ value: ada, verified: true }])
      expect(Object.keys(credentials).filter((type) => type === 'totp' || type === 'lookup_secret')).toEqual([])
      expect((await maker.whoami()).status, 'the session of its maker').toBe(401)
      const later = harness.browser()
      await byCode(later, ada)
      expect((await later.whoami()).status, 'the owner').toBe(200)
    },
  )

  test('cannot be taken back by a verification that was begun before @first-proof-3', async () => {
    harness = await open()
    const maker = harness.browser()
    await signUp(maker, ada)
    const [message] = await harness.messagesTo(ada)
    const link = /http\S+verification\?\S+/.exec(message?.body ?? '')?.[0] ?? ''
    await byCode(harness.browser(), ada)
    await maker.go(link)
    const { searchParams } = new URL(link)
    expect((await maker.ask(`/self-service/verification/flows?id=${searchParams.get('flow')}`)).status).toBe(404)
  })

  test('gets a mail about it, once the owner is in', async () => {
    harness = await open()
    await signUp(harness.browser(), ada)
    await byCode(harness.browser(), ada)
    expect((await harness.messagesTo(ada))[0]).toMatchObject({ template: 'earlier_access_removed' })
  })
})

describe('the removal by the first proof is announced', () => {
  const rules = ({ ui }: Answer['body']) => ui.messages.map(accountRuleIn)
  const begun = async (browser: Browser): Promise<Answer> => {
    const [newest] = await harness.messagesTo(ada)
    const link = /http\S+verification\?\S+/.exec(newest?.body ?? '')?.[0] ?? ''
    await browser.go(link)
    return browser.ask(`/self-service/verification/flows?id=${new URL(link).searchParams.get('flow')}`)
  }
  const asked = async (browser: Browser, email: string): Promise<Answer> =>
    browser.send((await browser.ask('/self-service/verification/browser')).body, { method: 'code', email })

  test('in another browser that opens the link of the mail, and not in the one that signed up', async () => {
    harness = await open()
    const maker = harness.browser()
    await signUp(maker, ada)
    expect(rules((await begun(maker)).body)).toEqual([undefined])
    expect(rules((await begun(harness.browser())).body)).toEqual(['proof_without_session'])
  })

  test('to a client that requests a code without a session, with and without an account', async () => {
    harness = await open()
    const maker = harness.browser()
    await signUp(maker, ada)
    const [stranger, other] = [harness.browser(), harness.browser()]
    const known = (await asked(stranger, ada)).body
    const unknown = (await asked(other, 'nobody@example.org')).body
    expect([rules(known), rules(unknown)]).toEqual([['proof_without_session'], ['proof_without_session']])
    expect((await stranger.ask(`/self-service/verification/flows?id=${known.id}`)).body.ui.messages).toEqual(
      known.ui.messages,
    )
    expect(rules((await asked(maker, ada)).body)).toEqual([undefined])
  })

  test('not of an account with a proved address, for the receiver of the flow’s mail', async () => {
    harness = await open()
    const maker = harness.browser()
    await signUp(maker, ada)
    const { id } = await identityOf(ada)
    await harness.admin('PATCH', `/identities/${id}`, [
      { op: 'replace', path: '/verifiable_addresses/0/verified', value: true },
    ])
    expect(rules((await begun(harness.browser())).body)).toEqual([undefined])
  })
})

describe('the owner’s own proof', () => {
  test('with the session that signing up gave keeps password and session @first-proof-4', async () => {
    harness = await open()
    const browser = harness.browser()
    await signUp(browser, ada)
    expect((await verifyBegun(browser, ada)).body.state).toBe('passed_challenge')
    expect((await browser.whoami()).status).toBe(200)
    expect((await harness.browser().signIn(ada)).status).toBe(200)
  })

  test('in the browser that signed up keeps the password, if signing up opens no session', async () => {
    harness = await open({
      selfservice: {
        methods: { totp: { enabled: true } },
        flows: { registration: { after: { hooks: [{ hook: 'show_verification_ui' }] } } },
      },
    })
    const browser = harness.browser()
    await signUp(browser, ada)
    expect((await browser.whoami()).status).toBe(401)
    expect((await verifyBegun(browser, ada)).body.state).toBe('passed_challenge')
    expect((await harness.browser().signIn(ada)).status).toBe(200)
  })

  test('in the app that signed up keeps password and session', async () => {
    harness = await open()
    const app = harness.app()
    const flow = (await app.ask('/self-service/registration/api')).body
    const made = await app.send(flow, { method: 'password', password: goodPassword, traits: { email: ada } })
    const begun = made.body.continue_with.find(
      ({ action }: { action: string }) => action === 'show_verification_ui',
    ).flow
    const waiting = (await app.ask(`/self-service/verification/flows?id=${begun.id}`)).body
    const done = await app.send(waiting, { code: await harness.codeFor(ada) })
    expect(done.body.state).toBe('passed_challenge')
    expect((await app.ask('/sessions/whoami', made.body.session_token)).status).toBe(200)
    expect((await app.signIn(ada)).status).toBe(200)
  })

  test('a second time, from anywhere, removes nothing', async () => {
    harness = await open()
    const browser = harness.browser()
    await signUp(browser, ada)
    await verifyBegun(browser, ada)
    for (const [, proof] of outside.slice(0, 2)) await proof(harness.browser(), ada)
    expect((await browser.whoami()).status).toBe(200)
    expect((await harness.browser().signIn(ada)).status).toBe(200)
  })
})

describe('an account with a proved address and an unproved one', () => {
  const other = 'victim@example.com'
  const twoMailboxes = schemaOf({
    email: emailTrait('Email'),
    other: emailTrait('Other email'),
    spare: { type: 'string', format: 'email', 'ory.sh/kratos': { recovery: { via: 'email' } } },
  })
  const openTwo = () => open({ identity: identityPart('person', twoMailboxes) })

  test('does not open to the owner of the other mailbox alone', async () => {
    harness = await openTwo()
    await harness.account(ada, { traits: { email: ada, other }, ...proved(ada) })
    for (const [what, proof] of outside.slice(0, 3)) {
      expect([what, await isLetIn(proof, other)]).toEqual([what, false])
    }
    expect((await identityOf(ada)).verifiable_addresses).toMatchObject([
      { value: ada, verified: true },
      { value: other, verified: false },
    ])
    expect((await harness.browser().signIn(ada)).status).toBe(200)
  })

  test('gets it proved in a separate session', async () => {
    harness = await openTwo()
    await harness.account(ada, { traits: { email: ada, other }, ...proved(ada) })
    const browser = harness.browser()
    await browser.signIn(ada)
    expect((await verify(browser, other)).body.state).toBe('passed_challenge')
    expect((await browser.whoami()).status).toBe(200)
  })

  test('cannot be taken back by the person who entered the other addresses @first-proof-5', async () => {
    harness = await openTwo()
    const [maker, spare] = ['maker@example.net', 'spare@example.net']
    await harness.account(ada, { traits: { email: ada, other: maker, spare } })
    await byCode(harness.browser(), ada)
    for (const address of [maker, spare]) expect([address, await isLetIn(recover, address)]).toEqual([address, false])
    expect(await isLetIn(byCode, maker)).toBe(false)
  })
})

describe('an administrator', () => {
  test('keeps what the account has when marking an address as proved', async () => {
    harness = await open()
    const browser = harness.browser()
    await signUp(browser, ada)
    const { id } = await identityOf(ada)
    const said = await harness.admin('PATCH', `/identities/${id}`, [
      { op: 'replace', path: '/verifiable_addresses/0/verified', value: true },
    ])
    expect([said.status, said.body.verifiable_addresses[0].verified]).toEqual([200, true])
    expect((await browser.whoami()).status).toBe(200)
    await byCode(harness.browser(), ada)
    expect((await harness.browser().signIn(ada)).status).toBe(200)
  })

  test('proves no address with a recovery code that opens an account, and keeps the password', async () => {
    harness = await open()
    const id = await harness.account(ada)
    const { recovery_code: code, recovery_link: link } = (
      await harness.admin('POST', '/recovery/code', { identity_id: id })
    ).body
    const browser = harness.browser()
    const flow = (await browser.ask(`/self-service/recovery/flows?id=${new URL(link).searchParams.get('flow')}`)).body
    await browser.send(flow, { method: 'code', code })
    expect((await browser.whoami()).status).toBe(200)
    expect((await identityOf(ada)).verifiable_addresses).toMatchObject([{ verified: false }])
    expect((await harness.browser().signIn(ada)).status).toBe(200)
  })
})
