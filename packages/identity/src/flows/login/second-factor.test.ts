import { totpCode } from '@gatehouse/testing/devices'
import { afterEach, describe, expect, test } from 'vitest'

import {
  ada,
  createFactorHarness,
  login,
  namesOf,
  settings,
  setUpTotp,
} from '../../strategies/totp/authenticator.fixture.ts'
import { buttons, field, messages, pages, service, type Harness } from '../flow-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

/** Creates an account with an authenticator app; returns the browser it was set up in. */
async function withTotp(options: Parameters<typeof createFactorHarness>[0] = {}) {
  harness = await createFactorHarness(options)
  await harness.account(ada)
  const browser = harness.browser()
  await browser.signIn(ada)
  const own = await setUpTotp(browser, harness.clock())
  return { browser, code: (steps = 0) => totpCode(own, harness.clock(), steps) }
}

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const imported = {
  credentials: {
    password: { config: { password: 'correct-Horse-battery-9' } },
    totp: { config: { totp_url: `otpauth://totp/Example:ada?secret=${secret}&issuer=Example` } },
    lookup_secret: { config: { recovery_codes: [{ code: 'abcd2345' }] } },
  },
}
const byMail = { methods: { code: { passwordless_enabled: false, mfa_enabled: true } } }

const stepUp = `${service}${login}?aal=aal2`
const policy = (whoami: string, own = whoami) => ({
  rest: { session: { whoami: { required_aal: whoami } }, selfservice: { flows: { settings: { required_aal: own } } } },
})

describe('a session of one factor of two', () => {
  test('is sent on to the second one by JSON clients, forms and every address @second-factor-5', async () => {
    await withTotp()
    const script = harness.browser()
    const first = await script.signIn(ada)
    expect([first.status, first.body.error.id, first.body.redirect_browser_to]).toEqual([
      422,
      'browser_location_change_required',
      stepUp,
    ])
    expect(first.cookies).toHaveLength(2)
    for (const path of ['/sessions/whoami', '/sessions', settings]) {
      const answer = await script.ask(path)
      expect([answer.status, answer.body.error.id, answer.body.redirect_browser_to]).toEqual([
        403,
        'session_aal2_required',
        stepUp,
      ])
      expect(answer.body.error.details.redirect_browser_to).toBe(stepUp)
    }
    expect((await script.go(settings)).location).toBe(stepUp)
    const person = harness.browser()
    const flow = (await person.ask(login)).body
    const form = await person.post(flow, { method: 'password', identifier: ada, password: 'correct-Horse-battery-9' })
    expect([form.status, form.location]).toEqual([303, stepUp])
  })

  test('returns to its requested address', async () => {
    const { code } = await withTotp()
    const browser = harness.browser()
    await browser.signIn(ada)
    const wish = `${settings}?return_to=${encodeURIComponent(`${pages}/app`)}`
    const refused = await browser.ask(wish)
    const to = new URL(refused.body.redirect_browser_to)
    expect(to.searchParams.get('return_to')).toBe(`${service}${wish}`)
    const flow = (await browser.ask(to.pathname + to.search)).body
    const done = await browser.post(flow, { method: 'totp', totp_code: code() })
    expect([done.status, done.location]).toEqual([303, `${service}${wish}`])
  })

  test('of a native app has no identity until it is raised; id and end stay, the token is a new one', async () => {
    const { code } = await withTotp()
    const app = harness.app()
    const first = (await app.signIn(ada)).body
    expect([first.session.identity, first.continue_with]).toEqual([null, null])
    expect((await app.ask('/sessions/whoami', first.session_token)).body.error.id).toBe('session_aal2_required')
    expect((await app.ask('/self-service/settings/api', first.session_token)).status).toBe(403)
    const flow = (await app.ask('/self-service/login/api?aal=aal2', first.session_token)).body
    const done = (await app.send(flow, { method: 'totp', totp_code: code() }, first.session_token)).body
    expect([done.session.id, done.session.expires_at]).toEqual([first.session.id, first.session.expires_at])
    expect(done.session_token).toMatch(/^ory_st_/)
    expect((await app.ask('/sessions/whoami', done.session_token)).status).toBe(200)
    expect((await app.ask('/sessions/whoami', first.session_token)).status).toBe(401)
    expect(done.session.identity.traits.email).toBe(ada)
    expect((await app.ask('/self-service/login/api?aal=aal2', done.session_token)).body.error.id).toBe(
      'session_already_available',
    )
  })

  test('is enough if the policy requires one factor, for the session and for the settings each', async () => {
    const { code } = await withTotp(policy('aal1'))
    const browser = harness.browser()
    expect((await browser.signIn(ada)).status).toBe(200)
    expect((await browser.ask(settings)).status).toBe(200)
    const flow = (await browser.ask(`${login}?aal=aal2`)).body
    expect((await browser.send(flow, { method: 'totp', totp_code: code() })).status).toBe(200)
    await harness.stop()

    await withTotp(policy('aal1', 'highest_available'))
    const other = harness.browser()
    expect((await other.signIn(ada)).status).toBe(200)
    expect((await other.ask(settings)).body.error.id).toBe('session_aal2_required')
  })

  test('is refused before anything is cached', async () => {
    const { browser } = await withTotp({ rest: { feature_flags: { cacheable_sessions: true } } })
    const cacheFor = 'ory-session-cache-for'
    expect(Number((await browser.whoami()).headers.get(cacheFor))).toBeGreaterThan(60)
    const other = harness.browser()
    expect((await other.whoami()).headers.get(cacheFor)).toBe('60')
    await other.signIn(ada)
    const owed = await other.whoami()
    expect([owed.status, owed.headers.get(cacheFor)]).toEqual([403, null])
  })
})

describe('the second factor', () => {
  test('cannot be given if none is set up: the form is a dead end', async () => {
    harness = await createFactorHarness()
    await harness.account(ada)
    const browser = harness.browser()
    await browser.signIn(ada)
    const flow = (await browser.ask(`${login}?aal=aal2`)).body
    expect([flow.state, messages(flow), flow.ui.nodes.length]).toEqual(['choose_method', [1010004], 1])
    const totp = await browser.send(flow, { method: 'totp', totp_code: '123456' })
    const lookup = await browser.send(flow, { method: 'lookup_secret', lookup_secret: 'abcdefgh' })
    expect([messages(totp.body), messages(lookup.body)]).toEqual([[4000011], [4000014]])
    expect([totp.body.ui.nodes.length, lookup.body.ui.nodes.length]).toEqual([1, 1])
    expect(messages((await browser.send(flow, { method: 'password', identifier: ada, password: 'x' })).body)).toEqual([
      4000006,
    ])
  })

  test('is chosen among those that are set up, in the order of the wire', async () => {
    harness = await createFactorHarness(byMail)
    await harness.account(ada, imported)
    const other = harness.browser()
    await other.signIn(ada)
    const flow = (await other.ask(`${login}?aal=aal2`)).body
    expect(flow.state).toBe('choose_method')
    expect(flow.ui.nodes.map(({ group }: { group: string }) => group)).toEqual([
      'default',
      'code',
      'totp',
      'totp',
      'lookup_secret',
      'lookup_secret',
    ])
    expect(buttons(flow)).toEqual([`address=${ada}`, 'method=totp', 'method=lookup_secret'])
    const sent = await other.send(flow, { method: 'code', address: ada })
    expect([sent.status, sent.body.state, messages(sent.body)]).toEqual([400, 'sent_email', [1010014]])
    expect(field(sent.body, 'identifier').attributes).toMatchObject({ type: 'hidden', value: ada })
    const done = await other.send(flow, { method: 'code', code: await harness.codeFor(ada) })
    expect([done.status, done.body.session.authenticator_assurance_level]).toEqual([200, 'aal2'])
  })

  test('of another kind is accepted while a code is on its way', async () => {
    harness = await createFactorHarness(byMail)
    await harness.account(ada, imported)
    const browser = harness.browser()
    await browser.signIn(ada)
    const flow = (await browser.ask(`${login}?aal=aal2&via=email`)).body
    expect(buttons(flow)).toEqual([`address=${ada}`, 'method=totp', 'method=lookup_secret'])
    await browser.send(flow, { method: 'code', address: ada })
    expect((await browser.send(flow, { method: 'totp', totp_code: totpCode(secret, harness.clock()) })).status).toBe(
      200,
    )
  })

  test('is confirmed again by a refresh of its level, and the first one by a refresh of the other', async () => {
    const { browser, code } = await withTotp()
    const second = (await browser.ask(`${login}?aal=aal2&refresh=true`)).body
    expect([second.refresh, messages(second), namesOf(second, 'totp')]).toEqual([
      true,
      [1010003],
      ['totp_code', 'method'],
    ])
    harness.clock.advance(60_000)
    const done = await browser.send(second, { method: 'totp', totp_code: code() })
    expect([done.status, done.cookies]).toEqual([200, ['ory_kratos_session']])
    expect(Date.parse(done.body.session.authenticated_at)).toBe(harness.clock())
    const first = (await browser.ask(`${login}?refresh=true`)).body
    expect([namesOf(first, 'totp'), namesOf(first, 'password')]).toEqual([[], ['password', 'method']])
    const again = await browser.send(first, {
      method: 'password',
      identifier: ada,
      password: 'correct-Horse-battery-9',
    })
    expect([again.status, again.body.session.authenticator_assurance_level]).toEqual([200, 'aal2'])
  })

  test('comes after the address that has to be verified', async () => {
    const hooks = { hooks: [{ hook: 'require_verified_address' }] }
    harness = await createFactorHarness({ rest: { selfservice: { flows: { login: { after: { password: hooks } } } } } })
    await harness.account(ada, { ...imported, verifiable_addresses: [] })
    const other = harness.browser()
    const refused = await other.signIn(ada)
    expect([refused.status, refused.body.error.id]).toEqual([403, 'session_verified_address_required'])
    expect((await other.whoami()).status).toBe(401)
  })

  test('stays owed after a recovery: a mailbox is one factor @second-factor-6', async () => {
    await withTotp()
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/recovery/browser')).body
    await browser.send(flow, { method: 'code', email: ada })
    const done = await browser.send(flow, { method: 'code', code: await harness.codeFor(ada) })
    expect(done.cookies).toContain('ory_kratos_session')
    expect((await browser.whoami()).body.error.id).toBe('session_aal2_required')
    expect((await browser.ask(settings)).body.error.id).toBe('session_aal2_required')
  })
})
