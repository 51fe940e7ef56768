import { emailTrait, identityPart, schemaOf } from '@gatehouse/testing/journeys'
import { afterEach, describe, expect, test } from 'vitest'

import { goodPassword, messages, messagesAt, type Answer, type Browser } from '../flow-harness.fixture.ts'
import {
  account,
  ada,
  bob,
  change,
  emailOf,
  harness,
  next,
  open,
  start,
  openSettings,
  prove,
  ruleOf,
  sentTo,
  signedIn,
  stored,
  twoAddresses,
  waitingAfter,
  waitingIn,
} from './pending-address.fixture.ts'

afterEach(() => harness.stop())

describe('with mitigation, a new address counts when it is proved @pending-address-1', () => {
  test('until then the old one is in force, is notified, and the rest of the change counts', async () => {
    const id = await open()
    const browser = await signedIn()
    const answer = await change(browser, { email: next, name: { first: 'Augusta' } })
    expect([answer.status, answer.body.state, ruleOf(answer)]).toEqual([200, 'success', 'address_waits'])
    expect(answer.body.identity.traits).toEqual({ email: ada, name: { first: 'Augusta' } })
    expect(await stored(id)).toMatchObject({
      traits: { email: ada, name: { first: 'Augusta' } },
      verifiable_addresses: [{ value: ada, verified: true }],
    })
    expect([await sentTo(ada), await sentTo(next)]).toEqual([['address_change_requested'], ['verification_code_valid']])
    expect((await harness.browser().signIn(next)).status).toBe(400)
    expect((await harness.browser().signIn(ada)).status).toBe(200)
    expect(waitingIn(await openSettings(browser))).toEqual([next])

    const done = await prove(browser, answer, next)
    expect([done.body.state, messages(done.body)]).toEqual(['passed_challenge', [1080002]])
    expect(await stored(id)).toMatchObject({
      traits: { email: next, name: { first: 'Augusta' } },
      verifiable_addresses: [{ value: next, verified: true, status: 'completed' }],
    })
    expect(await sentTo(ada)).toEqual(['address_changed', 'address_change_requested'])
    expect((await harness.browser().signIn(next)).status).toBe(200)
    expect((await harness.browser().signIn(ada)).status).toBe(400)
    expect(waitingIn(await openSettings(browser))).toEqual([])
    expect((await browser.whoami()).status).toBe(200)
  })

  test('with the hook verify_new_address alone as well, which does not reveal a taken address either', async () => {
    const hooks = { after: { profile: { hooks: [{ hook: 'verify_new_address' }] } } }
    await start({ selfservice: { flows: { settings: hooks } } })
    const id = await account(ada)
    await account(bob)
    const browser = await signedIn()
    const answer = await change(browser, { email: next })
    expect([ruleOf(answer), await emailOf(id), await sentTo(ada)]).toEqual([
      'address_waits',
      ada,
      ['address_change_requested'],
    ])
    await prove(browser, answer, next)
    expect(await emailOf(id)).toBe(next)
    const taken = await change(browser, { email: bob })
    expect([ruleOf(taken), await sentTo(bob)]).toEqual(['address_waits', ['address_attempted']])
  })

  test('by a link too, opened in the browser that is signed in', async () => {
    const verification = {
      selfservice: { methods: { link: { enabled: true } }, flows: { verification: { use: 'link' } } },
    }
    const id = await open(verification)
    const browser = await signedIn()
    await change(browser, { email: next })
    expect((await openMailed(browser, next)).status).toBe(303)
    expect(await emailOf(id)).toBe(next)
  })

  test('in an app, with the token of its session', async () => {
    const id = await open()
    const app = harness.app()
    const token = String((await app.signIn(ada)).body.session_token)
    const begun = (await app.ask('/self-service/settings/api', token)).body
    const answer = await app.send(begun, { method: 'profile', traits: { email: next } }, token)
    const [waiting] = waitingAfter(answer)
    const flow = (await app.ask(`/self-service/verification/flows?id=${waiting}`)).body
    const without = await app.send(flow, { method: 'code', code: await harness.codeFor(next) })
    expect([ruleOf(without), await emailOf(id)]).toEqual(['verify_while_signed_in', ada])
    await app.send(flow, { method: 'code', email: next })
    const done = await app.send(flow, { method: 'code', code: await harness.codeFor(next) }, token)
    expect([done.body.state, await emailOf(id)]).toEqual(['passed_challenge', next])
  })

  test('as an HTML form: over the page of the proof', async () => {
    const id = await open()
    const browser = await signedIn()
    const flow = await openSettings(browser)
    const answer = await browser.post(flow, { method: 'profile', 'traits.email': next })
    const page = new URL(answer.location ?? '')
    expect([answer.status, page.pathname]).toEqual([303, '/verification'])
    const waiting = (await browser.ask(`/self-service/verification/flows?id=${page.searchParams.get('flow')}`)).body
    await browser.post(waiting, { method: 'code', code: await harness.codeFor(next) })
    expect(await emailOf(id)).toBe(next)
  })

  test('each of two addresses on its own', async () => {
    const id = await open({ identity: identityPart('person', twoAddresses) })
    const browser = await signedIn()
    const other = 'other@example.org'
    const answer = await change(browser, { email: next, other })
    const [first, second] = waitingAfter(answer)
    const proveOne = async (flowId: string | undefined, address: string) => {
      const flow = (await browser.ask(`/self-service/verification/flows?id=${flowId}`)).body
      await browser.send(flow, { method: 'code', code: await harness.codeFor(address) })
    }
    await proveOne(second, other)
    expect((await stored(id)).traits).toEqual({ email: ada, other })
    await proveOne(first, next)
    expect((await stored(id)).traits).toEqual({ email: next, other })
  })

  test('a list of addresses changes whole, once the new ones are proved', async () => {
    const emails = { type: 'array', items: emailTrait('Email') }
    await start({
      security: { account_enumeration: { mitigate: true } },
      identity: identityPart('person', schemaOf({ emails }, {}, ['emails'])),
    })
    const id = await account(ada, { traits: { emails: [ada] } })
    const browser = await signedIn()
    const answer = await change(browser, { emails: [next, bob] })
    expect((await stored(id)).traits.emails).toEqual([ada])
    const [first, second] = waitingAfter(answer)
    for (const [flowId, address, after] of [
      [first, next, [ada]],
      [second, bob, [next, bob]],
    ] as const) {
      const flow = (await browser.ask(`/self-service/verification/flows?id=${flowId}`)).body
      await browser.send(flow, { method: 'code', code: await harness.codeFor(address) })
      expect((await stored(id)).traits.emails).toEqual(after)
    }
    expect((await stored(id)).verifiable_addresses).toMatchObject([{ verified: true }, { verified: true }])
  })
})

/** Opens the link of the newest message. */
async function openMailed(browser: Browser, address: string): Promise<Answer> {
  const [newest] = await harness.messagesTo(address)
  return browser.go(/http\S+verification\?\S+/.exec(newest?.body ?? '')?.[0] ?? '')
}

describe('with mitigation, the holder of only the new mailbox gets no part of the account @pending-address-2', () => {
  for (const use of ['code', 'link'] as const) {
    test(`by a ${use}: the owner of a mistyped address is asked to sign in, and nothing changes`, async () => {
      const methods = { link: { enabled: true } }
      const id = await open({ selfservice: { methods, flows: { verification: { use } } } })
      const browser = await signedIn()
      const answer = await change(browser, { email: next })
      const stranger = harness.browser()
      await openMailed(stranger, next)
      // A link has been submitted already; a code has only been filled in.
      if (use === 'code') await prove(stranger, answer, next)
      expect((await stranger.whoami()).status).toBe(401)
      expect(await emailOf(id)).toBe(ada)
      expect((await stored(id)).verifiable_addresses).toMatchObject([{ value: ada }])
    })
  }

  test('in another browser that is signed in to the account it counts', async () => {
    const id = await open()
    const answer = await change(await signedIn(), { email: next })
    const other = await signedIn()
    await openMailed(other, next)
    await prove(other, answer, next)
    expect(await emailOf(id)).toBe(next)
  })

  test('nor does a client that has lost the session that requested it @pending-address-3', async () => {
    const id = await open()
    const thief = await signedIn()
    const answer = await change(thief, { email: next })
    await harness.admin('DELETE', `/identities/${id}/sessions`)
    expect(ruleOf(await prove(thief, answer, next))).toBe('verify_while_signed_in')
    expect(await emailOf(id)).toBe(ada)
  })

  test('an account without any proved address is theirs, without the sign-in methods set up before', async () => {
    await start({ security: { account_enumeration: { mitigate: true } } })
    const id = await harness.account(ada)
    const answer = await change(await signedIn(), { email: next })
    const stranger = harness.browser()
    await openMailed(stranger, next)
    await prove(stranger, answer, next)
    expect(await emailOf(id)).toBe(next)
    expect((await harness.browser().signIn(next)).status).toBe(400)
  })
})

describe('with mitigation, a change to an address that has an account', () => {
  test('its owner is notified, and gets no code and no data of the attempt @pending-address-4', async () => {
    await open()
    const owner = await account(bob)
    const before = JSON.stringify(await stored(owner))
    await change(await signedIn(), { email: bob, name: { first: 'Mallory' } })
    const [message, ...more] = await harness.messagesTo(bob)
    expect([message?.template, more]).toEqual(['address_attempted', []])
    expect(message?.body).toContain('http://id.example.test/self-service/login/browser')
    expect(message?.body).not.toMatch(/\b\d{6}\b/)
    expect(JSON.stringify(message)).not.toMatch(/Mallory|ada@/)
    expect(JSON.stringify(await stored(owner))).toBe(before)
  })

  test('messages to it are limited as those to a free one @pending-address-5', async () => {
    await open()
    await account(bob)
    const statuses = async (email: string) => {
      const browser = await signedIn()
      const seen: number[] = []
      for (let time = 0; time < 8; time += 1) seen.push((await change(browser, { email })).status)
      harness.clock.advance(60 * 60_000)
      return seen
    }
    const taken = await statuses(bob)
    expect(taken).toContain(429)
    expect(await statuses(next)).toEqual(taken)
  })

  test('a sign-in name without messages is still reported as taken, whether or not the address is', async () => {
    await open({ identity: identityPart('person', twoAddresses) })
    await account(bob, { traits: { email: bob, username: 'bob' } })
    const browser = await signedIn()
    for (const email of [bob, next]) {
      const answer = await change(browser, { email, username: 'bob' })
      expect([answer.status, messages(answer.body), await sentTo(email)]).toEqual([400, [4000007], []])
    }
  })

  test('one that is taken while the change waits is reported as taken only to a client that has proved it', async () => {
    const id = await open()
    const browser = await signedIn()
    const answer = await change(browser, { email: next })
    const code = await harness.codeFor(next)
    await account(next)
    const late = await prove(browser, answer, next, code)
    expect([late.status, messages(late.body), await emailOf(id)]).toEqual([400, [4000007], ada])
    expect(waitingIn(await openSettings(browser))).toEqual([])
  })

  test('an address of one’s own account is none of another’s', async () => {
    const id = await open()
    const browser = await signedIn()
    await change(browser, { email: ada, backup: next })
    const answer = await change(browser, { email: next, backup: next })
    expect(await sentTo(next)).toEqual(['verification_code_valid'])
    await prove(browser, answer, next)
    expect(await emailOf(id)).toBe(next)
  })
})

test('without mitigation, a new address counts at once, and a taken one is reported @pending-address-6', async () => {
  await start()
  const id = await account(ada)
  await account(bob)
  const browser = await signedIn()
  const taken = await change(browser, { email: bob })
  expect([taken.status, messages(taken.body), messagesAt(taken.body, 'traits.email')]).toEqual([400, [4000007], []])
  const answer = await change(browser, { email: next })
  expect([messages(answer.body), waitingIn(answer.body), await emailOf(id)]).toEqual([[1050001], [], next])
  expect((await harness.browser().signIn(next, goodPassword)).status).toBe(200)
})
