import { afterEach, describe, expect, test } from 'vitest'

import {
  buttons,
  createHarness,
  field,
  goodPassword,
  messages,
  messagesAt,
  pages,
  type Harness,
} from '../flow-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

const ada = 'ada@example.org'
const start = '/self-service/registration/browser'
const byPassword = { method: 'password', password: goodPassword, traits: { email: ada } }
const inScreens = { selfservice: { flows: { registration: { style: 'profile_first' } } } }

describe('signing up with a password', () => {
  test('a script gets account, session, the next steps and a new anti-CSRF cookie', async () => {
    harness = await createHarness()
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    const done = await browser.send(flow, byPassword)
    expect(done.status).toBe(200)
    expect(done.cookies).toHaveLength(2)
    expect(done.body.identity.verifiable_addresses).toMatchObject([{ verified: false, status: 'sent' }])
    expect(done.body.continue_with.map(({ action }: { action: string }) => action)).toEqual([
      'redirect_browser_to',
      'show_verification_ui',
    ])
    expect((await browser.whoami()).body.identity.traits).toEqual({ email: ada, name: {} })
    const show = done.body.continue_with[1].flow
    const verification = (await browser.ask(`/self-service/verification/flows?id=${show.id}`)).body
    expect([verification.state, messages(verification)]).toEqual(['sent_email', [1080003]])
  })

  test('a form sends its fields as text and is sent to the verification', async () => {
    harness = await createHarness()
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    const young = await browser.post(flow, {
      method: 'password',
      password: goodPassword,
      'traits.email': ada,
      'traits.age': '7',
    })
    expect([young.status, young.location]).toEqual([302, `${pages}/registration?flow=${flow.id}`])
    const shown = (await browser.ask(`/self-service/registration/flows?id=${flow.id}`)).body
    expect([messagesAt(shown, 'traits.age'), field(shown, 'traits.email').attributes.value]).toEqual([[4000018], ada])
    const done = await browser.post(shown, {
      method: 'password',
      password: goodPassword,
      'traits.email': ada,
      'traits.age': '20',
      'traits.news': 'true',
      'traits.name.first': 'Ada',
    })
    expect(done.location).toMatch(/^http:\/\/app\.example\.test\/verification\?flow=/)
    expect((await browser.whoami()).body.identity.traits).toEqual({
      email: ada,
      age: 20,
      news: true,
      name: { first: 'Ada' },
    })
  })

  test('a native app gets a token beside its session', async () => {
    harness = await createHarness()
    const app = harness.app()
    const done = await app.send((await app.ask('/self-service/registration/api')).body, byPassword)
    expect(done.cookies).toEqual([])
    expect(done.body.continue_with.map(({ action }: { action: string }) => action)).toEqual([
      'show_verification_ui',
      'set_ory_session_token',
    ])
    expect(done.body.continue_with[0].flow.url).toBeUndefined()
    expect((await app.ask('/sessions/whoami', done.body.session_token)).status).toBe(200)
  })

  test('without the session hook there is an account, but no session', async () => {
    harness = await createHarness({ selfservice: { flows: { registration: { after: { hooks: [] } } } } })
    const browser = harness.browser()
    const done = await browser.send((await browser.ask(start)).body, byPassword)
    expect([done.status, Object.keys(done.body)]).toEqual([200, ['identity', 'continue_with']])
    expect(done.cookies.join()).toMatch(/^csrf_token_/)
    expect((await browser.whoami()).status).toBe(401)
    expect((await browser.signIn(ada)).status).toBe(200)
  })

  test('the verification redirects to `after_verification_return_to`', async () => {
    harness = await createHarness()
    const browser = harness.browser()
    const flow = (await browser.ask(`${start}?after_verification_return_to=${pages}/welcome`)).body
    const done = await browser.send(flow, byPassword)
    const verification = (
      await browser.ask(`/self-service/verification/flows?id=${done.body.continue_with[1].flow.id}`)
    ).body
    const proved = await browser.send(verification, { method: 'code', code: await harness.codeFor(ada) })
    expect(proved.body.ui.action).toBe(`${pages}/welcome`)
    const evil = await browser.ask(`${start}?after_verification_return_to=https://evil.test/`)
    expect(evil.status).toBe(400)
  })
})

describe('refusals', () => {
  test('passwords: short, long, like the name, missing, of another type @registration-2', async () => {
    harness = await createHarness()
    const app = harness.app()
    const flow = (await app.ask('/self-service/registration/api')).body
    const cases: readonly [password: unknown, id: number][] = [
      ['short', 4000032],
      ['x'.repeat(73), 4000033],
      [`${ada}1`, 4000031],
      ['', 4000002],
      [{}, 4000026],
      [['a'], 4000026],
    ]
    for (const [password, id] of cases) {
      const answer = await app.send(flow, { ...byPassword, password })
      expect([answer.status, messagesAt(answer.body, 'password')]).toEqual([400, [id]])
      expect(field(answer.body, 'password').attributes.value).toBeUndefined()
    }
  })

  test('passwords known from leaks, looked up by five digits of their hash @registration-3', async () => {
    const asked: string[] = []
    const leaks: typeof globalThis.fetch = async (input) => {
      asked.push(new Request(input).url)
      // SHA-1 of the password used below.
      return new Response('1E4C9B93F3F0682250B6CF8331B7EE68FD8:42\r\n')
    }
    harness = await createHarness(
      { selfservice: { methods: { password: { config: { haveibeenpwned_enabled: true } } } } },
      leaks,
    )
    const app = harness.app()
    const flow = (await app.ask('/self-service/registration/api')).body
    const answer = await app.send(flow, { ...byPassword, password: 'password' })
    expect(asked).toEqual(['https://api.pwnedpasswords.com/range/5BAA6'])
    expect(messagesAt(answer.body, 'password')).toEqual([4000034])
  })

  test.each(['password', 'Password', 'qwertyuiop', 'iloveyou', 'sunshine1'])(
    'the common password %s also while the service of known leaks does not answer @registration-4',
    async (password) => {
      const config = { selfservice: { methods: { password: { config: { haveibeenpwned_enabled: true } } } } }
      harness = await createHarness(config, async () => new Response('', { status: 503 }))
      const app = harness.app()
      const refused = await app.send((await app.ask('/self-service/registration/api')).body, {
        ...byPassword,
        password,
      })
      expect(messagesAt(refused.body, 'password')).toEqual([4000034])
      const taken = await app.send((await app.ask('/self-service/registration/api')).body, byPassword)
      expect(taken.status, 'any other one is taken').toBe(200)
    },
  )

  test('a name that is taken, also when two try at once @registration-5', async () => {
    harness = await createHarness()
    const app = harness.app()
    const flows = await Promise.all([1, 2, 3].map(async () => (await app.ask('/self-service/registration/api')).body))
    const answers = await Promise.all(flows.map((flow) => app.send(flow, byPassword)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    expect(answers.filter(({ status }) => status === 400).map(({ body }) => messages(body))).toEqual([
      [4000007],
      [4000007],
    ])
    expect(await harness.messagesTo(ada)).toHaveLength(1)
  })

  test('with hints the answer names the sign-in methods', async () => {
    harness = await createHarness({ selfservice: { flows: { registration: { login_hints: true } } } })
    await harness.account(ada)
    const app = harness.app()
    const answer = await app.send((await app.ask('/self-service/registration/api')).body, byPassword)
    expect(answer.body.ui.messages).toMatchObject([
      { id: 4000028, context: { credential_identifier_hint: ada, available_oidc_providers: [] } },
    ])
  })

  test('a visitor with a session, a forged token, a switched-off flow', async () => {
    harness = await createHarness()
    await harness.account('grace@example.org')
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    expect((await browser.send(flow, { ...byPassword, csrf_token: 'x' })).body.error.id).toBe('security_csrf_violation')
    await browser.signIn('grace@example.org')
    expect((await browser.ask(start)).body.error.id).toBe('session_already_available')
    expect((await browser.go(start)).location).toBe(`${pages}/`)
    expect((await browser.send(flow, byPassword)).body.error.id).toBe('session_already_available')
    await harness.stop()
    harness = await createHarness({ selfservice: { flows: { registration: { enabled: false } } } })
    for (const path of [start, '/self-service/registration/api', '/self-service/registration/flows?id=x']) {
      const answer = await harness.browser().ask(path)
      expect([answer.status, answer.body.error.id]).toEqual([400, 'self_service_flow_disabled'])
    }
  })
})

describe('in two screens', () => {
  test('the profile, then the method, and back again', async () => {
    harness = await createHarness(inScreens)
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    expect(buttons(flow)).toEqual(['method=profile'])
    const bad = await browser.send(flow, { method: 'profile', traits: { email: 'nope' } })
    expect([bad.status, messagesAt(bad.body, 'traits.email')]).toEqual([400, [4000040]])
    const how = await browser.send(flow, { method: 'profile', traits: { email: ada } })
    expect([how.status, messages(how.body), buttons(how.body)]).toEqual([
      400,
      [1040009],
      ['method=code', 'method=password', 'screen=previous'],
    ])
    expect(field(how.body, 'traits.email').attributes).toMatchObject({ type: 'hidden', value: ada, required: true })
    const back = await browser.send(flow, { method: 'profile', screen: 'previous', traits: { email: ada } })
    expect(buttons(back.body)).toEqual(['method=profile'])
    expect(field(back.body, 'traits.email').attributes).toMatchObject({ type: 'email', value: ada })
    expect((await browser.send(flow, byPassword)).status).toBe(200)
  })

  test('no method means the first screen', async () => {
    harness = await createHarness(inScreens)
    const app = harness.app()
    const flow = (await app.ask('/self-service/registration/api')).body
    expect(messagesAt((await app.send(flow, {})).body, 'traits.email')).toEqual([4000002])
  })
})

describe('signing up with a code', () => {
  test('the account is created when the code is right, and its address is proved', async () => {
    harness = await createHarness(inScreens)
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    const sent = await browser.send(flow, { method: 'code', traits: { email: ada } })
    expect([sent.status, sent.body.state, messages(sent.body)]).toEqual([400, 'sent_email', [1040005]])
    expect((await harness.admin('GET', '/identities')).body).toEqual([])
    const code = await harness.codeFor(ada)
    const wrong = code === '000000' ? '000001' : '000000'
    expect(messages((await browser.send(flow, { method: 'code', traits: { email: ada }, code: wrong })).body)).toEqual([
      4040003,
    ])
    const moved = await browser.send(flow, { method: 'code', traits: { email: 'eve@example.org' }, code })
    expect(messages(moved.body)).toEqual([4000036])
    const done = await browser.send(flow, { method: 'code', traits: { email: ada }, code })
    expect(done.body.identity.verifiable_addresses).toMatchObject([{ value: ada, verified: true, status: 'completed' }])
    expect(done.body.continue_with).toHaveLength(1)
    expect((await browser.whoami()).body.authentication_methods).toMatchObject([{ method: 'code' }])
  })

  test('a resend ends the old code, going back ends the waiting', async () => {
    harness = await createHarness(inScreens)
    const app = harness.app()
    const flow = (await app.ask('/self-service/registration/api')).body
    const traits = { email: ada }
    await app.send(flow, { method: 'code', traits })
    const old = await harness.codeFor(ada)
    await app.send(flow, { method: 'code', traits, resend: 'code' })
    const fresh = await harness.codeFor(ada)
    expect(messages((await app.send(flow, { method: 'code', traits, code: old })).body)).toEqual([4040003])
    const back = await app.send(flow, { method: 'profile', screen: 'credential-selection', traits })
    expect([back.body.state, back.body.active]).toEqual(['choose_method', undefined])
    const sent = await app.send(flow, { method: 'code', traits, code: fresh })
    expect(sent.body.state).toBe('sent_email')
  })

  test('no code is sent for details that are not good', async () => {
    harness = await createHarness(inScreens)
    const app = harness.app()
    const flow = (await app.ask('/self-service/registration/api')).body
    const answer = await app.send(flow, { method: 'code', traits: { email: ada, age: 3 } })
    expect(messagesAt(answer.body, 'traits.age')).toEqual([4000018])
    expect(await harness.messagesTo(ada)).toEqual([])
  })
})

test('an expired flow is replaced by one that keeps the requested address', async () => {
  harness = await createHarness({ selfservice: { flows: { registration: { lifespan: '1m' } } } })
  const browser = harness.browser()
  const flow = (await browser.ask(`${start}?return_to=${pages}/in`)).body
  harness.clock.advance(60_000)
  const sent = await browser.send(flow, byPassword)
  expect([sent.status, sent.body.error.id]).toEqual([410, 'self_service_flow_expired'])
  const fresh = (await browser.ask(`/self-service/registration/flows?id=${sent.body.use_flow_id}`)).body
  expect([messages(fresh), fresh.return_to]).toEqual([[4040001], `${pages}/in`])
})
