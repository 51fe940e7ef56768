import { afterEach, describe, expect, test } from 'vitest'

import { buttons, messages, messagesAt, pages, type Browser, type Harness } from '../../flows/flow-harness.fixture.ts'
import {
  ada,
  codesIn,
  createFactorHarness,
  eve,
  login,
  namesOf,
  nodeOf,
  settings,
  setUpCodes,
} from '../totp/authenticator.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

async function signedIn() {
  harness = await createFactorHarness()
  await harness.account(ada)
  const browser = harness.browser()
  await browser.signIn(ada)
  return { browser, flow: (await browser.ask(settings)).body }
}

/** Returns a new browser of a person with backup codes, who owes one. */
async function owing() {
  const { browser } = await signedIn()
  const codes = await setUpCodes(browser)
  const other = harness.browser()
  await other.signIn(ada)
  return { codes, settled: browser, browser: other, flow: (await other.ask(`${login}?aal=aal2`)).body }
}

const press = (name: string) => ({ method: 'lookup_secret', [`lookup_secret_${name}`]: true })

async function reveal(browser: Browser) {
  const flow = (await browser.ask(settings)).body
  return browser.send(flow, press('reveal'))
}

describe('in the settings', () => {
  test('new codes are shown first, and count once they are confirmed', async () => {
    const { browser, flow } = await signedIn()
    expect(namesOf(flow, 'lookup_secret')).toEqual(['lookup_secret_regenerate'])
    const shown = await browser.send(flow, press('regenerate'))
    expect([shown.status, shown.body.state, messages(shown.body), shown.cookies]).toEqual([200, 'show_form', [], []])
    expect(namesOf(shown.body, 'lookup_secret')).toEqual(['lookup_secret_codes', 'lookup_secret_confirm'])
    const codes = codesIn(shown.body)
    expect(codes).toHaveLength(12)
    expect(new Set(codes).size).toBe(12)
    for (const code of codes) expect(code).toMatch(/^[a-z0-9]{8}$/)
    expect(nodeOf(shown.body, 'lookup_secret_codes').attributes.text.text).toBe(codes.join(', '))
    expect((await browser.whoami()).body.authenticator_assurance_level).toBe('aal1')

    const saved = await browser.send(flow, press('confirm'))
    expect([saved.status, saved.body.state, messages(saved.body)]).toEqual([200, 'success', [1050001]])
    expect(namesOf(saved.body, 'lookup_secret')).toEqual(['lookup_secret_reveal', 'lookup_secret_disable'])
    expect((await browser.whoami()).body.authenticator_assurance_level).toBe('aal2')
  })

  test('are shown again, replaced and turned off; buttons come without a method from forms', async () => {
    const { browser } = await signedIn()
    const codes = await setUpCodes(browser)
    const flow = (await browser.ask(settings)).body
    expect((await browser.post(flow, { lookup_secret_reveal: 'true' })).location).toBe(
      `${pages}/settings?flow=${flow.id}`,
    )
    const shown = (await browser.ask(`/self-service/settings/flows?id=${flow.id}`)).body
    expect([codesIn(shown), messages(shown)]).toEqual([codes, []])
    expect(buttons(shown)).toContain('lookup_secret_regenerate=true')
    expect(buttons(shown)).not.toContain('lookup_secret_reveal=true')
    // Codes that are only shown are not new ones.
    expect(messages((await browser.send(flow, press('confirm'))).body)).toEqual([4000001])

    const renewed = codesIn((await browser.send(flow, press('regenerate'))).body)
    expect(codesIn((await reveal(browser)).body)).toEqual(codes)
    await browser.post(flow, { lookup_secret_confirm: 'true' })
    expect(codesIn((await reveal(browser)).body)).toEqual(renewed)

    const off = await browser.send(flow, press('disable'))
    expect([off.status, namesOf(off.body, 'lookup_secret')]).toEqual([200, ['lookup_secret_regenerate']])
    expect((await harness.browser().signIn(ada)).status).toBe(200)
  })

  test('nothing pressed, nothing to show, nothing to confirm', async () => {
    const { browser, flow } = await signedIn()
    const answers = [{ method: 'lookup_secret' }, press('reveal'), press('confirm')]
    const ids = []
    for (const fields of answers) ids.push(messages((await browser.send(flow, fields)).body))
    expect(ids).toEqual([[4010004], [4000014], [4000001]])
  })

  test('every one of them needs a recent sign-in', async () => {
    const { browser, flow } = await signedIn()
    harness.clock.advance(16 * 60_000)
    for (const name of ['regenerate', 'confirm', 'reveal', 'disable']) {
      expect((await browser.send(flow, press(name))).body.error.id).toBe('session_refresh_required')
    }
  })

  test('neither offered nor saved codes lie readable on the disk @lookup-secret-1', async () => {
    const { browser } = await signedIn()
    const codes = await setUpCodes(browser)
    await reveal(browser)
    const disk = (await harness.rows('flows')) + (await harness.rows('identities'))
    expect(disk).toContain('recovery_codes')
    for (const code of codes) expect(disk).not.toContain(code)
  })
})

describe('confirming a sign-in with one', () => {
  test('wrong, missing, right, and used afterwards', async () => {
    const { browser, settled, codes, flow } = await owing()
    expect(namesOf(flow, 'lookup_secret')).toEqual(['lookup_secret', 'method'])
    const send = (code: unknown) => browser.send(flow, { method: 'lookup_secret', lookup_secret: code })
    expect(messages((await send('aaaaaaaa')).body)).toEqual([4000016])
    expect(messagesAt((await send('')).body, 'lookup_secret')).toEqual([4000002])
    expect(messagesAt((await send([])).body, 'lookup_secret')).toEqual([4000026])
    const [first = ''] = codes
    const right = await send(` ${first.slice(0, 4).toUpperCase()}-${first.slice(4)} `)
    expect([right.status, right.body.session.authenticator_assurance_level]).toEqual([200, 'aal2'])
    expect(right.body.session.authentication_methods.at(-1).method).toBe('lookup_secret')

    const other = harness.browser()
    await other.signIn(ada)
    const again = (await other.ask(`${login}?aal=aal2`)).body
    const used = await other.send(again, { method: 'lookup_secret', lookup_secret: first })
    expect([used.status, messages(used.body)]).toEqual([400, [4000012]])
    const [shown] = nodeOf((await reveal(settled)).body, 'lookup_secret_codes').attributes.text.context.secrets
    expect([shown.id, shown.context.used_at_unix]).toEqual([1050014, Math.floor(harness.clock() / 1000)])
    expect(JSON.stringify(shown)).not.toContain(first)
  })

  test('of two at once, one wins @lookup-secret-2', async () => {
    const { browser, codes, flow } = await owing()
    const answers = await Promise.all(
      [1, 2, 3].map(() => browser.send(flow, { method: 'lookup_secret', lookup_secret: codes[5] })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('guessing is slowed down', async () => {
    const { browser, codes, flow } = await owing()
    const send = (code: unknown) => browser.send(flow, { method: 'lookup_secret', lookup_secret: code })
    for (let count = 0; count < 5; count += 1) expect(messages((await send('zzzzzzzz')).body)).toEqual([4000016])
    expect(messages((await send(codes[0])).body)).toEqual([4000001])
    harness.clock.advance(30_000)
    expect((await send(codes[0])).status).toBe(200)
  })

  test('the last code used up does not open the account', async () => {
    const { codes } = await owing()
    for (const code of codes) {
      const app = harness.app()
      const { session_token: token } = (await app.signIn(ada)).body
      const flow = (await app.ask('/self-service/login/api?aal=aal2', token)).body
      expect((await app.send(flow, { method: 'lookup_secret', lookup_secret: code }, token)).status).toBe(200)
    }
    expect((await harness.browser().signIn(ada)).status).toBe(422)
  })

  test('codes of another account are none, and no account has any by default @lookup-secret-3', async () => {
    const { codes } = await owing()
    await harness.account(eve)
    const app = harness.app()
    const { session_token: token } = (await app.signIn(eve)).body
    const flow = (await app.ask('/self-service/login/api?aal=aal2', token)).body
    const stolen = await app.send(flow, { method: 'lookup_secret', lookup_secret: codes[0] }, token)
    expect([stolen.status, messages(stolen.body)]).toEqual([400, [4000014]])
    const first = (await app.ask('/self-service/login/api')).body
    expect(messages((await app.send(first, { method: 'lookup_secret', lookup_secret: codes[0] })).body)).toEqual([
      4010002,
    ])
  })
})
