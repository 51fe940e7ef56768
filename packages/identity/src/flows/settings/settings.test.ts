import { afterEach, describe, expect, test } from 'vitest'

import {
  createHarness,
  field,
  goodPassword,
  messages,
  messagesAt,
  pages,
  service,
  type Harness,
} from '../flow-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

const ada = 'ada@example.org'
const start = '/self-service/settings/browser'
const newPassword = 'another-Horse-battery-7'

async function signedIn(overrides = {}) {
  harness = await createHarness(overrides)
  await harness.account(ada)
  const browser = harness.browser()
  await browser.signIn(ada)
  return { browser, flow: (await browser.ask(start)).body }
}

describe('changing the password', () => {
  test('the new one works, the old one does not, and the flow continues under a newer id @settings-3', async () => {
    const { browser, flow } = await signedIn()
    const saved = await browser.send(flow, { method: 'password', password: newPassword })
    expect([saved.status, saved.body.state, messages(saved.body)]).toEqual([200, 'success', [1050001]])
    expect(saved.cookies).toEqual(['ory_kratos_session'])
    expect(saved.body.continue_with).toEqual([
      { action: 'redirect_browser_to', redirect_browser_to: `${pages}/settings?flow=${flow.id}` },
    ])
    const newer = new URL(saved.body.ui.action).searchParams.get('flow')
    expect([saved.body.id, newer === flow.id]).toEqual([flow.id, false])
    expect((await browser.ask(`/self-service/settings/flows?id=${newer}`)).body.state).toBe('show_form')
    expect((await harness.app().signIn(ada)).status).toBe(400)
    expect((await harness.app().signIn(ada, newPassword)).status).toBe(200)
  })

  test('short, missing, of another type, and the same as before', async () => {
    const { browser, flow } = await signedIn()
    const cases: readonly [password: unknown, id: number][] = [
      ['short', 4000032],
      ['', 4000002],
      [{}, 4000026],
      [goodPassword, 4000039],
    ]
    for (const [password, id] of cases) {
      const answer = await browser.send(flow, { method: 'password', password })
      expect([answer.status, messagesAt(answer.body, 'password')]).toEqual([400, [id]])
    }
  })

  test('native apps and forms', async () => {
    const { browser, flow } = await signedIn()
    const form = await browser.post(flow, { method: 'password', password: newPassword })
    expect([form.status, form.location]).toEqual([303, `${pages}/settings?flow=${flow.id}`])
    const app = harness.app()
    const { session_token: token } = (await app.signIn(ada, newPassword)).body
    const native = (await app.ask('/self-service/settings/api', token)).body
    const saved = await app.send(native, { method: 'password', password: goodPassword }, token)
    expect([saved.status, saved.body.state, saved.body.continue_with, saved.cookies]).toEqual([
      200,
      'success',
      undefined,
      [],
    ])
  })

  test('may end every other session', async () => {
    const { browser, flow } = await signedIn({
      selfservice: { flows: { settings: { after: { password: { hooks: [{ hook: 'revoke_active_sessions' }] } } } } },
    })
    const thief = (await harness.app().signIn(ada)).body.session_token
    await browser.send(flow, { method: 'password', password: newPassword })
    expect((await harness.app().ask('/sessions/whoami', thief)).status).toBe(401)
    expect((await browser.whoami()).status).toBe(200)
  })
})

describe('changing the profile', () => {
  test('is saved, and a fault keeps the word about the last save', async () => {
    const { browser, flow } = await signedIn()
    const saved = await browser.send(flow, { method: 'profile', traits: { email: ada, age: 40 } })
    expect(field(saved.body, 'traits.age').attributes.value).toBe(40)
    const fault = await browser.send(flow, { method: 'profile', traits: { email: 'bad', age: 41 } })
    expect([fault.status, messages(fault.body), messagesAt(fault.body, 'traits.email')]).toEqual([
      400,
      [1050001],
      [4000040],
    ])
    expect((await browser.whoami()).body.identity.traits).toEqual({ email: ada, age: 40, name: {} })
    expect(messages((await browser.send(flow, {})).body)).toEqual([4010004])
    expect((await browser.send(flow, { method: 'profile', traits: { email: ada }, csrf_token: 'x' })).status).toBe(403)
  })

  test('a new address starts out unproved and gets its message', async () => {
    const { browser, flow } = await signedIn({
      selfservice: { flows: { settings: { after: { hooks: [{ hook: 'show_verification_ui' }] } } } },
    })
    const saved = await browser.send(flow, { method: 'profile', traits: { email: 'new@example.org' } })
    expect(saved.body.identity.verifiable_addresses).toMatchObject([
      { value: 'new@example.org', verified: false, status: 'sent' },
    ])
    const show = saved.body.continue_with.find(({ action }: { action: string }) => action === 'show_verification_ui')
    const verification = (await browser.ask(`/self-service/verification/flows?id=${show.flow.id}`)).body
    const proved = await browser.send(verification, { method: 'code', code: await harness.codeFor('new@example.org') })
    expect(proved.body.state).toBe('passed_challenge')
    expect((await browser.whoami()).body.identity.verifiable_addresses).toMatchObject([{ verified: true }])
    expect(await harness.messagesTo(ada)).toEqual([])
  })

  test('an address of another account cannot be taken', async () => {
    const { browser, flow } = await signedIn()
    await harness.account('grace@example.org')
    const answer = await browser.send(flow, { method: 'profile', traits: { email: 'grace@example.org' } })
    expect([answer.status, messages(answer.body)]).toEqual([400, [4000007]])
    expect(await harness.messagesTo('grace@example.org')).toEqual([])
  })

  test('two tabs do not undo each other', async () => {
    const { browser, flow } = await signedIn()
    const other = (await browser.ask(start)).body
    const [password, profile] = await Promise.all([
      browser.send(flow, { method: 'password', password: newPassword }),
      browser.send(other, { method: 'profile', traits: { email: ada, age: 50 } }),
    ])
    expect([password.status, profile.status]).toEqual([200, 200])
    const signed = await harness.app().signIn(ada, newPassword)
    expect(signed.body.session.identity.traits.age).toBe(50)
  })
})

describe('the owner of settings', () => {
  test('without a session', async () => {
    const { flow } = await signedIn()
    const stranger = harness.browser()
    expect((await stranger.ask(start)).body).toMatchObject({
      error: { id: 'session_inactive' },
      CredentialsMissing: false,
    })
    expect((await stranger.go(start)).location).toBe(`${service}/self-service/login/browser`)
    expect((await harness.app().ask('/self-service/settings/api')).body.error.id).toBe('session_inactive')
    const read = await stranger.ask(`/self-service/settings/flows?id=${flow.id}`)
    expect([read.status, read.body.error.id]).toEqual([401, undefined])
    expect((await stranger.send(flow, { method: 'profile' })).status).toBe(401)
    const form = await stranger.post(flow, { method: 'profile' })
    expect([form.status, form.location]).toEqual([302, `${pages}/login`])
  })

  test("another person's flow is refused for reading and writing @settings-6", async () => {
    const { flow } = await signedIn()
    await harness.account('eve@example.org')
    const eve = harness.browser()
    await eve.signIn('eve@example.org')
    const read = await eve.ask(`/self-service/settings/flows?id=${flow.id}`)
    expect([read.status, read.body.error.id]).toEqual([403, 'security_identity_mismatch'])
    const sent = await eve.send(flow, { method: 'password', password: newPassword })
    expect([sent.status, sent.body.error.id]).toEqual([403, 'security_identity_mismatch'])
  })

  test('a missing second factor redirects to it and back', async () => {
    const { browser } = await signedIn({
      selfservice: { methods: { code: { passwordless_enabled: false, mfa_enabled: true } } },
    })
    const script = await browser.ask(`${start}?return_to=${pages}/in`)
    expect([script.status, script.body.error.id]).toEqual([403, 'session_aal2_required'])
    const back = new URL(script.body.redirect_browser_to).searchParams.get('return_to')
    expect(back).toBe(`${service}${start}?return_to=${pages}/in`)
    expect((await browser.go(start)).location).toBe(`${service}/self-service/login/browser?aal=aal2`)
  })
})

describe('a sign-in that is too long ago', () => {
  test('the change is kept, applied after the confirmation, and only once @settings-4', async () => {
    const { browser, flow } = await signedIn()
    harness.clock.advance(15 * 60_000)
    const refused = await browser.send(flow, { method: 'password', password: newPassword })
    expect([refused.status, refused.body.error.id, refused.cookies]).toEqual([
      403,
      'session_refresh_required',
      ['ory_kratos_continuity'],
    ])
    const confirm = (await browser.ask(refused.body.redirect_browser_to)).body
    expect(confirm.refresh).toBe(true)
    const signed = await browser.send(confirm, { method: 'password', identifier: ada, password: goodPassword })
    const back = signed.body.continue_with[0].redirect_browser_to
    expect(back).toBe(flow.ui.action)
    const applied = await browser.go(back)
    expect([applied.status, applied.location]).toEqual([303, `${pages}/settings?flow=${flow.id}`])
    expect((await browser.ask(`/self-service/settings/flows?id=${flow.id}`)).body.state).toBe('success')
    expect((await harness.app().signIn(ada, newPassword)).status).toBe(200)
    const again = await browser.ask(back)
    expect([again.status, again.body.state]).toEqual([200, 'success'])
  })

  test('data that gives no access may be changed even so', async () => {
    const { browser, flow } = await signedIn()
    harness.clock.advance(15 * 60_000)
    expect((await browser.send(flow, { method: 'profile', traits: { email: ada, age: 33 } })).status).toBe(200)
    const email = await browser.send(flow, { method: 'profile', traits: { email: 'new@example.org' } })
    expect(email.body.error.id).toBe('session_refresh_required')
  })

  test('forms are sent to the confirmation, native apps get an error', async () => {
    const { browser, flow } = await signedIn()
    const app = harness.app()
    const { session_token: token } = (await app.signIn(ada)).body
    const native = (await app.ask('/self-service/settings/api', token)).body
    harness.clock.advance(15 * 60_000)
    const form = await browser.post(flow, { method: 'password', password: newPassword })
    expect(form.location).toMatch(/\/self-service\/login\/browser\?refresh=true&return_to=/)
    const refused = await app.send(native, { method: 'password', password: newPassword }, token)
    expect([refused.status, refused.cookies]).toEqual([403, []])
  })

  test('no other account can pick the kept change up @settings-5', async () => {
    const { browser, flow } = await signedIn()
    await harness.account('eve@example.org')
    harness.clock.advance(15 * 60_000)
    await browser.send(flow, { method: 'password', password: newPassword })
    const continuity = browser.visitor.cookie(service, 'ory_kratos_continuity')
    const eve = (await harness.app().signIn('eve@example.org')).body.session_token
    const stolen = await harness.raw(
      new Request(flow.ui.action, {
        headers: { accept: 'application/json', 'x-session-token': eve, cookie: `ory_kratos_continuity=${continuity}` },
      }),
    )
    expect(stolen.status).toBe(403)
    expect((await harness.app().signIn('eve@example.org', newPassword)).status).toBe(400)
  })
})

test('an expired flow is replaced', async () => {
  const { browser, flow } = await signedIn({ selfservice: { flows: { settings: { lifespan: '1m' } } } })
  harness.clock.advance(60_000)
  const read = await browser.ask(`/self-service/settings/flows?id=${flow.id}`)
  expect([read.status, read.body.error.id]).toEqual([410, undefined])
  const sent = await browser.send(flow, { method: 'profile', traits: { email: ada } })
  expect([sent.status, sent.body.error.id]).toEqual([410, 'self_service_flow_expired'])
  const fresh = (await browser.ask(`/self-service/settings/flows?id=${sent.body.use_flow_id}`)).body
  expect(messages(fresh)).toEqual([4050001])
})

test('the redirect of a saved form: its own address first, then the configured one', async () => {
  const { browser } = await signedIn({
    selfservice: { flows: { settings: { after: { default_browser_return_url: `${pages}/saved` } } } },
  })
  const profile = { method: 'profile', 'traits.email': ada }
  const plain = (await browser.ask(start)).body
  expect((await browser.post(plain, profile)).location).toBe(`${pages}/saved`)
  const own = (await browser.ask(`${start}?return_to=/in`)).body
  expect((await browser.post(own, profile)).location).toBe(`${pages}/in`)
})
