import { afterEach, describe, expect, test } from 'vitest'

import { buttons, messages } from '../flow-harness.fixture.ts'
import {
  account,
  ada,
  bob,
  buttonOf,
  change,
  emailOf,
  harness,
  next,
  open,
  openSettings,
  prove,
  ruleOf,
  sentTo,
  signedIn,
  stored,
  waitingAfter,
  waitingIn,
} from './pending-address.fixture.ts'

afterEach(() => harness.stop())

describe('with mitigation, a change that waits @waiting-change-1', () => {
  test('is replaced by the next one, and only that one’s code counts', async () => {
    const id = await open()
    const browser = await signedIn()
    const first = await change(browser, { email: bob })
    const firstCode = await harness.codeFor(bob)
    const second = await change(browser, { email: next })
    expect(waitingIn(await openSettings(browser))).toEqual([next])
    expect(messages((await prove(browser, first, bob, firstCode)).body)).toEqual([4070006])
    await prove(browser, second, next)
    expect(await emailOf(id)).toBe(next)
  })

  test('gets a further message, and is discarded, by buttons of the settings', async () => {
    const id = await open()
    const browser = await signedIn()
    const first = await change(browser, { email: next })
    const old = await harness.codeFor(next)
    const flow = await openSettings(browser)
    expect(buttons(flow)).toEqual(
      expect.arrayContaining([
        `resend_address=${buttonOf(flow, 'resend_address')}`,
        `discard_address=${buttonOf(flow, 'discard_address')}`,
      ]),
    )
    const again = await browser.send(flow, { resend_address: buttonOf(flow, 'resend_address') })
    expect([again.status, ruleOf(again), waitingAfter(again)]).toEqual([200, 'address_waits', [expect.any(String)]])
    expect(await sentTo(next)).toHaveLength(2)

    const given = await openSettings(browser)
    const up = await browser.send(given, { discard_address: buttonOf(given, 'discard_address') })
    expect([up.status, messages(up.body), waitingIn(up.body)]).toEqual([200, [1050001], []])
    expect(messages((await prove(browser, first, next, old)).body)).toEqual([4070006])
    expect(messages((await prove(browser, again, next)).body)).toEqual([4070006])
    expect(await emailOf(id)).toBe(ada)

    const late = await browser.send(given, { resend_address: buttonOf(given, 'resend_address') })
    expect([late.status, ruleOf(late), waitingIn(late.body)]).toEqual([400, 'address_not_waiting', []])
  })

  test('counts with the code of a further message', async () => {
    const id = await open()
    const browser = await signedIn()
    await change(browser, { email: next })
    const flow = await openSettings(browser)
    const again = await browser.send(flow, { resend_address: buttonOf(flow, 'resend_address') })
    await prove(browser, again, next)
    expect(await emailOf(id)).toBe(next)
  })

  test('of another account is none of one’s own: its id does nothing @waiting-change-2', async () => {
    const id = await open()
    await account(bob)
    const browser = await signedIn()
    await change(browser, { email: next })
    const change_id = buttonOf(await openSettings(browser), 'discard_address')
    const mallory = await signedIn(bob)
    for (const name of ['discard_address', 'resend_address']) {
      const answer = await mallory.send(await openSettings(mallory), { [name]: change_id })
      expect([answer.status, ruleOf(answer)]).toEqual([400, 'address_not_waiting'])
    }
    expect(waitingIn(await openSettings(browser))).toEqual([next])
    expect([await sentTo(next), await emailOf(id)]).toEqual([['verification_code_valid'], ada])
  })

  test('ends after a day, with its code', async () => {
    const id = await open({
      selfservice: { methods: { code: { config: { lifespan: '48h' } } }, flows: { verification: { lifespan: '48h' } } },
    })
    const browser = await signedIn()
    const answer = await change(browser, { email: next })
    const code = await harness.codeFor(next)
    harness.clock.advance(24 * 60 * 60_000)
    const settings = await openSettings(await signedIn())
    expect(waitingIn(settings)).toEqual([])
    expect(messages((await prove(browser, answer, next, code)).body)).toEqual([4070006])
    expect(await emailOf(id)).toBe(ada)
    harness.start()
    await harness.idle()
    expect(await harness.rows('pending_address_changes')).toBe('[]')
  })

  test('is dropped if an administrator changes the same trait, and keeps their other changes', async () => {
    const id = await open()
    const browser = await signedIn()
    const answer = await change(browser, { email: next })
    await harness.admin('PATCH', `/identities/${id}`, [{ op: 'add', path: '/traits/age', value: 36 }])
    await prove(browser, answer, next)
    expect((await stored(id)).traits).toMatchObject({ email: next, age: 36 })

    const second = await change(browser, { email: ada, age: 36 })
    await harness.admin('PATCH', `/identities/${id}`, [{ op: 'replace', path: '/traits/email', value: bob }])
    expect(waitingIn(await openSettings(browser))).toEqual([])
    expect(messages((await prove(browser, second, ada)).body)).toEqual([4070006])
    expect(await emailOf(id)).toBe(bob)
  })

  test('is deleted with the account', async () => {
    const id = await open()
    await change(await signedIn(), { email: next })
    await harness.admin('DELETE', `/identities/${id}`)
    expect(await harness.rows('pending_address_changes')).toBe('[]')
  })

  test('opens no account: neither recovery nor a sign-in by code reaches it', async () => {
    await open()
    await change(await signedIn(), { email: next })
    const visitor = harness.browser()
    const recovery = (await visitor.ask('/self-service/recovery/browser')).body
    await visitor.send(recovery, { method: 'code', email: next })
    const login = (await visitor.ask('/self-service/login/browser')).body
    await visitor.send(login, { method: 'code', identifier: next })
    expect(await sentTo(next)).toEqual(['verification_code_valid'])
  })

  test('still needs a recent sign-in to be entered, and none to be discarded', async () => {
    await open()
    const browser = await signedIn()
    await change(browser, { email: next })
    harness.clock.advance(60 * 60_000)
    const flow = await openSettings(browser)
    const refused = await browser.send(flow, { method: 'profile', traits: { email: bob } })
    expect([refused.status, refused.body.error.id]).toEqual([403, 'session_refresh_required'])
    expect((await browser.send(flow, { discard_address: buttonOf(flow, 'discard_address') })).status).toBe(200)
  })

  test('is no change to any listener, until it counts', async () => {
    const id = await open()
    const browser = await signedIn()
    await harness.admin('PATCH', `/identities/${id}`, [{ op: 'add', path: '/traits/name', value: {} }])
    const seen = (await harness.events.tail({ after: 0, limit: 100 })).length
    const happened = async () =>
      (await harness.events.tail({ after: 0, limit: 100 })).slice(seen).map(({ type }) => type)
    const answer = await change(browser, { email: next })
    expect(await happened()).not.toContain('IdentityUpdated')
    await prove(browser, answer, next)
    expect(await happened()).toEqual(expect.arrayContaining(['IdentityUpdated', 'VerificationSucceeded']))
  })
})
