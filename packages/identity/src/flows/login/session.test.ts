import { emailTrait, identityPart, schemaOf } from '@gatehouse/testing/journeys'
import { afterEach, describe, expect, test } from 'vitest'

import {
  buttons,
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
const start = '/self-service/login/browser'

describe('with a session', () => {
  test('there is nothing to sign in to, and an older flow says so', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const browser = harness.browser()
    await browser.signIn(ada)
    const script = await browser.ask(start)
    expect([script.status, script.body.error.id]).toEqual([400, 'session_already_available'])
    expect((await browser.go(start)).location).toBe(`${pages}/`)
    expect((await browser.go(`${start}?return_to=${pages}/in`)).location).toBe(`${pages}/in`)
    const app = harness.app()
    const { session_token: token } = (await app.signIn(ada)).body
    const flow = (await app.ask('/self-service/login/api')).body
    const fields = { method: 'password', identifier: ada, password: goodPassword }
    const late = await app.send(flow, fields, token)
    expect([late.status, messages(late.body)]).toEqual([400, [4000001]])
    expect((await app.ask('/self-service/login/api', token)).status).toBe(400)
  })

  test('a flow of another browser shows nothing that was entered there, and stays as it is @login-foreign-1', async () => {
    harness = await createHarness()
    const eve = 'eve@example.org'
    for (const name of [ada, eve]) await harness.account(name)
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    const wrong = { method: 'password', identifier: ada, password: 'not-the-password' }
    expect(messages((await browser.send(flow, wrong)).body)).toEqual([4000006])
    const other = harness.browser()
    await other.signIn(eve)
    const shown = await other.send(flow, { method: 'password', identifier: eve, password: goodPassword })
    expect([shown.status, messages(shown.body)]).toEqual([400, [4000001]])
    expect(field(shown.body, 'identifier').attributes.value).toBe('')
    expect(JSON.stringify(shown.body)).not.toContain(ada)
    const read = (await browser.ask(`/self-service/login/flows?id=${flow.id}`)).body
    expect([messages(read), field(read, 'identifier').attributes.value]).toEqual([[4000006], ada])
  })

  test('confirming keeps the session and its cookies, and moves the time of the proof', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const browser = harness.browser()
    const first = (await browser.signIn(ada)).body.session
    harness.clock.advance(60_000)
    const flow = (await browser.ask(`${start}?refresh=true`)).body
    expect([flow.refresh, messages(flow)]).toEqual([true, [1010003]])
    expect(field(flow, 'identifier').attributes.value).toBe(ada)
    const done = await browser.send(flow, { method: 'password', identifier: ada, password: goodPassword })
    expect(done.cookies).toEqual(['ory_kratos_session'])
    expect(done.body.session.id).toBe(first.id)
    expect(Date.parse(done.body.session.authenticated_at)).toBe(Date.parse(first.authenticated_at) + 60_000)
    expect(done.body.session.authentication_methods).toHaveLength(2)
    expect(done.body.session.expires_at).toBe(first.expires_at)
  })

  test('confirming as another person creates a new session, and ends the earlier one @confirming-1', async () => {
    harness = await createHarness()
    await harness.account(ada)
    await harness.account('grace@example.org')
    const browser = harness.browser()
    const first = (await browser.signIn(ada)).body.session
    const second = harness.browser()
    await second.signIn(ada)
    const before = browser.visitor.cookie(service, 'ory_kratos_session')
    const flow = (await browser.ask(`${start}?refresh=true`)).body
    const wrong = { method: 'password', identifier: 'grace@example.org', password: 'not-the-password' }
    await browser.send(flow, wrong)
    expect((await browser.whoami()).body.identity.traits.email).toBe(ada)
    const done = await browser.send(flow, { ...wrong, password: goodPassword })
    const headers = { cookie: `ory_kratos_session=${before}` }
    expect((await harness.raw(new Request(`${service}/sessions/whoami`, { headers }))).status).toBe(401)
    expect((await second.whoami()).status).toBe(200)
    expect(done.cookies).toHaveLength(2)
    expect(done.body.session.id).not.toBe(first.id)
    expect(done.body.session.authentication_methods).toHaveLength(1)
  })

  test('refresh without a session is an ordinary sign-in', async () => {
    harness = await createHarness()
    expect((await harness.browser().ask(`${start}?refresh=true`)).body.refresh).toBe(false)
  })
})

describe('a second factor by code', () => {
  const mfa = { selfservice: { methods: { code: { passwordless_enabled: false, mfa_enabled: true } } } }

  test('is owed after the first one, sent without a request, and raises the same session', async () => {
    harness = await createHarness(mfa)
    await harness.account(ada)
    const browser = harness.browser()
    const first = await browser.signIn(ada)
    expect([first.status, first.body.redirect_browser_to]).toEqual([422, `${service}${start}?aal=aal2`])
    expect((await browser.whoami()).status).toBe(403)
    const flow = (await browser.ask(`${start}?aal=aal2`)).body
    expect([flow.state, flow.requested_aal, messages(flow)]).toEqual(['sent_email', 'aal2', [1010014]])
    const wrong = await browser.send(flow, { method: 'code', code: '12345' })
    expect(messages(wrong.body)).toEqual([4010008])
    const done = await browser.send(flow, { method: 'code', code: await harness.codeFor(ada) })
    expect([done.status, done.cookies]).toEqual([200, ['ory_kratos_session']])
    expect(done.body.session.authenticator_assurance_level).toBe('aal2')
    expect((await browser.whoami()).status).toBe(200)
    expect((await browser.ask(`${start}?aal=aal2`)).body.error.id).toBe('session_already_available')
  })

  test('a native app gets its token at once, but no identity until it has stepped up', async () => {
    harness = await createHarness(mfa)
    await harness.account(ada)
    const app = harness.app()
    const first = (await app.signIn(ada)).body
    expect(first.session.identity).toBeNull()
    const flow = (await app.ask('/self-service/login/api?aal=aal2', first.session_token)).body
    const done = await app.send(flow, { method: 'code', code: await harness.codeFor(ada) }, first.session_token)
    expect(done.status).toBe(200)
    expect((await app.ask('/sessions/whoami', done.body.session_token)).status).toBe(200)
    expect(done.body.session.identity.traits.email).toBe(ada)
  })

  test('belongs to the person who is signed in', async () => {
    harness = await createHarness(mfa)
    await harness.account(ada)
    await harness.account('eve@example.org')
    const app = harness.app()
    const victim = (await app.signIn(ada)).body.session_token
    const thief = (await app.signIn('eve@example.org')).body.session_token
    const flow = (await app.ask('/self-service/login/api?aal=aal2', thief)).body
    const own = await harness.codeFor('eve@example.org')
    const crossed = await app.send(flow, { method: 'code', code: own }, victim)
    expect(crossed.status).toBe(403)
    const foreign = await app.send(flow, { method: 'code', address: ada }, thief)
    expect(messages(foreign.body)).toEqual([4010010])
  })

  test('needs a session, and a level that exists', async () => {
    harness = await createHarness(mfa)
    const browser = harness.browser()
    const without = await browser.ask(`${start}?aal=aal2`)
    expect([without.status, without.body.error.id]).toEqual([401, 'session_aal1_required'])
    expect((await browser.go(`${start}?aal=aal2`)).location).toContain('/error?id=')
    expect((await browser.ask(`${start}?aal=aal9`)).status).toBe(400)
    await harness.account(ada)
    await browser.signIn(ada)
    expect((await browser.ask(`${start}?aal=aal2&via=nope`)).status).toBe(400)
    expect((await browser.ask(`${start}?aal=aal2&via=email`)).status).toBe(200)
  })
})

describe('identifier first', () => {
  const screens = (methods = {}) => ({ selfservice: { flows: { login: { style: 'identifier_first' } }, methods } })

  test('the first screen asks for the identifier, the second one for the method', async () => {
    harness = await createHarness(screens({ code: { passwordless_enabled: false } }))
    await harness.account(ada)
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    expect(buttons(flow)).toEqual(['method=identifier_first'])
    const unknown = await browser.send(flow, { method: 'identifier_first', identifier: 'no@example.org' })
    expect(messagesAt(unknown.body, 'identifier')).toEqual([4000037])
    const how = await browser.send(flow, { method: 'identifier_first', identifier: ada })
    expect([how.status, how.body.active, buttons(how.body)]).toEqual([400, 'identifier_first', ['method=password']])
    expect(field(how.body, 'identifier').attributes).toMatchObject({ type: 'hidden', value: ada })
    expect((await browser.send(flow, { method: 'password', identifier: ada, password: goodPassword })).status).toBe(200)
  })

  test('an unknown name is refused at its field, with codes switched on too', async () => {
    harness = await createHarness(screens())
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    const unknown = await browser.send(flow, { method: 'identifier_first', identifier: 'no@example.org' })
    expect([unknown.status, messages(unknown.body), messagesAt(unknown.body, 'identifier')]).toEqual([
      400,
      [],
      [4000037],
    ])
    expect(buttons(unknown.body)).toEqual(['method=identifier_first'])
  })

  test('with mitigation an unknown name looks like a known one', async () => {
    harness = await createHarness({
      ...screens({ code: { passwordless_enabled: false } }),
      security: { account_enumeration: { mitigate: true } },
    })
    await harness.account(ada)
    const app = harness.app()
    const answers = []
    for (const identifier of [ada, 'no@example.org']) {
      const flow = (await app.ask('/self-service/login/api')).body
      const { status, body } = await app.send(flow, { method: 'identifier_first', identifier })
      answers.push(JSON.stringify([status, body.ui.nodes, body.ui.messages]).replaceAll(identifier, 'NAME'))
    }
    expect(answers[0]).toBe(answers[1])
  })

  test('a code as the only method is sent at once', async () => {
    harness = await createHarness(screens())
    await harness.account(ada, { credentials: {} })
    const app = harness.app()
    const flow = (await app.ask('/self-service/login/api')).body
    const sent = await app.send(flow, { method: 'identifier_first', identifier: ada })
    expect([sent.body.state, messages(sent.body)]).toEqual(['sent_email', [1010014]])
    expect((await app.send(flow, { method: 'code', code: await harness.codeFor(ada) })).status).toBe(200)
  })

  test('another name gets the code instead, although one was sent already', async () => {
    harness = await createHarness(screens())
    const eve = 'eve@example.org'
    for (const name of [ada, eve]) await harness.account(name, { credentials: {} })
    const app = harness.app()
    const flow = (await app.ask('/self-service/login/api')).body
    await app.send(flow, { method: 'identifier_first', identifier: ada })
    const sent = await app.send(flow, { method: 'identifier_first', identifier: eve })
    expect([sent.body.state, messages(sent.body)]).toEqual(['sent_email', [1010014]])
    const done = await app.send(flow, { method: 'code', code: await harness.codeFor(eve) })
    expect([done.status, done.body.session.identity.traits.email]).toEqual([200, eve])
  })
})

describe('an address that has to be verified', () => {
  const rule = {
    selfservice: { flows: { login: { after: { password: { hooks: [{ hook: 'require_verified_address' }] } } } } },
  }

  test('is redirected to its verification without a session', async () => {
    harness = await createHarness(rule)
    await harness.account(ada)
    const browser = harness.browser()
    const refused = await browser.signIn(ada)
    expect([refused.status, refused.body.error.code, refused.body.error.id]).toEqual([
      403,
      400,
      'session_verified_address_required',
    ])
    const [show] = refused.body.error.details.continue_with
    expect(show).toMatchObject({ action: 'show_verification_ui', flow: { verifiable_address: ada } })
    expect((await browser.whoami()).status).toBe(401)
    const flow = (await browser.ask(`/self-service/verification/flows?id=${show.flow.id}`)).body
    await browser.send(flow, { method: 'code', code: await harness.codeFor(ada) })
    expect((await browser.signIn(ada)).status).toBe(200)
  })

  test('is named in the form if no message can be sent, by the method in use', async () => {
    const after = { hooks: [{ hook: 'require_verified_address' }] }
    const flows = { login: { after: { password: after, code: after } }, verification: { enabled: false } }
    harness = await createHarness({ selfservice: { flows } })
    await harness.account(ada)
    const app = harness.app()
    const answer = await app.signIn(ada)
    expect([answer.status, messages(answer.body), answer.body.active]).toEqual([400, [4000010], 'password'])
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    const page = await browser.post(flow, { method: 'password', identifier: ada, password: goodPassword })
    expect([page.status, page.location]).toEqual([303, `${pages}/login?flow=${flow.id}`])
  })

  test('or is refused in the form, if that is configured', async () => {
    harness = await createHarness({ ...rule, feature_flags: { legacy_require_verified_login_error: true } })
    await harness.account(ada)
    const answer = await harness.app().signIn(ada)
    expect([answer.status, messages(answer.body)]).toEqual([400, [4000010]])
  })
})

describe('when time has passed', () => {
  const short = { selfservice: { flows: { login: { lifespan: '1m' } } } }

  test('reading names the address to start at, submitting returns a new flow', async () => {
    harness = await createHarness(short)
    const browser = harness.browser()
    const flow = (await browser.ask(`${start}?return_to=${pages}/in`)).body
    harness.clock.advance(61_000)
    const read = await browser.ask(`/self-service/login/flows?id=${flow.id}`)
    expect([read.status, read.body.error.id, read.body.error.details.return_to]).toEqual([
      410,
      'self_service_flow_expired',
      `${pages}/in`,
    ])
    const sent = await browser.send(flow, { method: 'password' })
    expect([sent.status, sent.body.since]).toEqual([410, 1_000_000_000])
    const fresh = (await browser.ask(`/self-service/login/flows?id=${sent.body.use_flow_id}`)).body
    expect([fresh.return_to, messages(fresh)]).toEqual([`${pages}/in`, [4010001]])
    const form = await browser.post(flow, { method: 'password' })
    expect([form.status, form.location?.startsWith(`${pages}/login?flow=`)]).toEqual([303, true])
  })

  test('a second factor by one of two addresses is still sent to that one', async () => {
    const work = 'ada@work.example.org'
    harness = await createHarness({
      identity: identityPart('person', schemaOf({ email: emailTrait('Email'), work: emailTrait('Work') })),
      selfservice: {
        ...short.selfservice,
        methods: { code: { passwordless_enabled: false, mfa_enabled: true } },
      },
    })
    await harness.account(ada, { traits: { email: ada, work } })
    const browser = harness.browser()
    await browser.signIn(ada)
    const flow = (await browser.ask(`${start}?aal=aal2&via=work`)).body
    expect(flow.state).toBe('sent_email')
    harness.clock.advance(61_000)
    const sent = await browser.send(flow, { method: 'code', resend: 'code' })
    const fresh = (await browser.ask(`/self-service/login/flows?id=${sent.body.use_flow_id}`)).body
    expect([fresh.state, field(fresh, 'identifier').attributes.value]).toEqual(['sent_email', work])
    expect([(await harness.messagesTo(work)).length, await harness.messagesTo(ada)]).toEqual([2, []])
  })

  test('a stranger who submits an expired flow gets a flow bound to their own browser', async () => {
    harness = await createHarness(short)
    const flow = (await harness.browser().ask(start)).body
    harness.clock.advance(61_000)
    const stranger = harness.browser()
    const sent = await stranger.send(flow, { method: 'password' })
    expect(sent.cookies).toHaveLength(1)
    const id = sent.body.use_flow_id
    expect((await stranger.ask(`/self-service/login/flows?id=${id}`)).status).toBe(200)
    expect((await harness.browser().ask(`/self-service/login/flows?id=${id}`)).status).toBe(403)
  })
})

test('the hook revoke_active_sessions of a method ends the earlier sessions', async () => {
  harness = await createHarness({
    selfservice: { flows: { login: { after: { password: { hooks: [{ hook: 'revoke_active_sessions' }] } } } } },
  })
  await harness.account(ada)
  const app = harness.app()
  const old = (await app.signIn(ada)).body.session_token
  const fresh = (await app.signIn(ada)).body.session_token
  expect((await app.ask('/sessions/whoami', old)).status).toBe(401)
  expect((await app.ask('/sessions/whoami', fresh)).status).toBe(200)
})
