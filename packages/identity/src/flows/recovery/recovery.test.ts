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
  type Browser,
  type Harness,
} from '../flow-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

const ada = 'ada@example.org'
const start = '/self-service/recovery/browser'
const transitions = { feature_flags: { use_continue_with_transitions: true } }

async function waiting(browser: Browser, path = start) {
  const flow = (await browser.ask(path)).body
  await browser.send(flow, { method: 'code', email: ada })
  return { flow, code: await harness.codeFor(ada) }
}

describe('recovery by code', () => {
  test('a script is sent to the settings, signed in, and can set a new password', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const browser = harness.browser()
    const flow = (await browser.ask(`${start}?return_to=${pages}/in`)).body
    expect([flow.active, flow.state, buttons(flow)]).toEqual(['code', 'choose_method', ['method=code']])
    const sent = await browser.send(flow, { method: 'code', email: ada })
    expect([sent.status, sent.body.state, messages(sent.body)]).toEqual([200, 'sent_email', [1060003]])
    expect(buttons(sent.body)).toEqual(['method=code', `email=${ada}`])
    const code = await harness.codeFor(ada)
    const wrong = await browser.send(flow, { method: 'code', code: code === '000000' ? '000001' : '000000' })
    expect([wrong.status, messages(wrong.body)]).toEqual([200, [4060006]])
    const done = await browser.send(flow, { method: 'code', code })
    expect([done.status, done.body.error.id]).toEqual([422, 'browser_location_change_required'])
    expect(done.cookies).toHaveLength(2)
    const id = new URL(done.body.redirect_browser_to).searchParams.get('flow')
    const settings = (await browser.ask(`/self-service/settings/flows?id=${id}`)).body
    expect([messages(settings), settings.return_to]).toEqual([[1060001], `${pages}/in`])
    const session = (await browser.whoami()).body
    expect(session.authentication_methods).toMatchObject([{ method: 'code_recovery', aal: 'aal1' }])
    expect(session.identity.verifiable_addresses).toMatchObject([{ verified: true }])
    expect((await browser.send(settings, { method: 'password', password: 'a-new-Horse-battery' })).status).toBe(200)
    expect((await browser.ask(`/self-service/recovery/flows?id=${flow.id}`)).body.state).toBe('passed_challenge')
  })

  test('forms are redirected at every step', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    const page = `${pages}/recovery?flow=${flow.id}`
    expect((await browser.post(flow, { method: 'code', email: ada })).location).toBe(page)
    expect((await browser.post(flow, { method: 'code', code: 'abc' })).location).toBe(page)
    const done = await browser.post(flow, { method: 'code', code: await harness.codeFor(ada) })
    expect([done.status, done.location?.startsWith(`${pages}/settings?flow=`)]).toEqual([303, true])
  })

  test('native apps get their token only with transitions', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const app = harness.app()
    const flow = (await app.ask('/self-service/recovery/api')).body
    await app.send(flow, { method: 'code', email: ada })
    const plain = await app.send(flow, { method: 'code', code: await harness.codeFor(ada) })
    expect([plain.status, JSON.stringify(plain.body).includes('ory_st_'), plain.cookies]).toEqual([422, false, []])
    await harness.stop()
    harness = await createHarness(transitions)
    await harness.account(ada)
    const modern = harness.app()
    const next = (await modern.ask('/self-service/recovery/api')).body
    await modern.send(next, { method: 'code', email: ada })
    const done = await modern.send(next, { method: 'code', code: await harness.codeFor(ada) })
    expect([done.status, done.body.state]).toEqual([200, 'passed_challenge'])
    const [token, show] = done.body.continue_with
    expect([token.action, show.action]).toEqual(['set_ory_session_token', 'show_settings_ui'])
    expect((await modern.ask(`/self-service/settings/flows?id=${show.flow.id}`, token.ory_session_token)).status).toBe(
      200,
    )
  })

  test('with transitions a script reads the next step from the flow', async () => {
    harness = await createHarness(transitions)
    await harness.account(ada)
    const browser = harness.browser()
    const { flow, code } = await waiting(browser)
    const done = await browser.send(flow, { method: 'code', code })
    expect(done.body.continue_with).toMatchObject([{ action: 'show_settings_ui' }])
  })
})

describe('answers to strangers', () => {
  test('nothing: an unknown address gets the same answers, and no message @recovery-4', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const app = harness.app()
    const answers = []
    for (const email of [ada, 'nobody@example.org']) {
      const flow = (await app.ask('/self-service/recovery/api')).body
      const sent = await app.send(flow, { method: 'code', email })
      const wrong = await app.send(flow, { method: 'code', code: 'x' })
      const parts = [sent, wrong].map(({ status, body }) => [
        status,
        body.state,
        body.active,
        body.ui.nodes,
        body.ui.messages,
      ])
      answers.push(JSON.stringify(parts).replaceAll(email, 'ADDRESS'))
    }
    expect(answers[0]).toBe(answers[1])
    expect(await harness.messagesTo('nobody@example.org')).toEqual([])
  })

  test('the owner of an unknown address gets a notice if that is configured', async () => {
    harness = await createHarness({ selfservice: { flows: { recovery: { notify_unknown_recipients: true } } } })
    const app = harness.app()
    const flow = (await app.ask('/self-service/recovery/api')).body
    await app.send(flow, { method: 'code', email: 'nobody@example.org' })
    expect(await harness.messagesTo('nobody@example.org')).toMatchObject([{ template: 'recovery_code_invalid' }])
  })

  test('missing, malformed and odd input', async () => {
    harness = await createHarness()
    const app = harness.app()
    const flow = (await app.ask('/self-service/recovery/api')).body
    const cases: readonly [fields: object, id: number][] = [
      [{ method: 'code' }, 4000002],
      [{ method: 'code', email: 'bad' }, 4000040],
      [{ method: 'code', email: {} }, 4000026],
    ]
    for (const [fields, id] of cases) {
      const answer = await app.send(flow, fields)
      expect([answer.status, messagesAt(answer.body, 'email')]).toEqual([400, [id]])
    }
    const none = await app.send(flow, { email: ada })
    expect([none.status, none.body.active, messages(none.body)]).toEqual([400, 'default', [4010005]])
    expect((await app.send(flow, { method: 'link', email: ada })).status).toBe(404)
  })
})

describe('codes', () => {
  test('are used once, also by two at once, and a resend ends the old one @recovery-5', async () => {
    harness = await createHarness(transitions)
    await harness.account(ada)
    const app = harness.app()
    const flow = (await app.ask('/self-service/recovery/api')).body
    await app.send(flow, { method: 'code', email: ada })
    const old = await harness.codeFor(ada)
    await app.send(flow, { method: 'code', email: ada })
    const code = await harness.codeFor(ada)
    expect(messages((await app.send(flow, { method: 'code', code: old })).body)).toEqual([4060006])
    const answers = await Promise.all([1, 2, 3].map(() => app.send(flow, { method: 'code', code })))
    expect(answers.filter(({ body }) => body.continue_with).length).toBe(1)
  })

  test('five wrong ones are enough', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const browser = harness.browser()
    const { flow, code } = await waiting(browser)
    const wrong = code === '111111' ? '222222' : '111111'
    for (let count = 0; count < 5; count += 1) await browser.send(flow, { method: 'code', code: wrong })
    const late = await browser.send(flow, { method: 'code', code })
    expect([late.status, late.location]).toEqual([303, expect.stringContaining('/self-service/recovery/flows?id=')])
    const next = (await browser.ask(late.location ?? '')).body
    expect([next.state, messages(next), next.id === flow.id]).toEqual(['choose_method', [4000001], false])
    expect((await browser.whoami()).status).toBe(401)
  })

  test('after too many wrong ones the error names a new flow to JSON clients and apps', async () => {
    harness = await createHarness(transitions)
    await harness.account(ada)
    for (const client of [harness.browser(), harness.app()]) {
      const kind = 'post' in client ? 'browser' : 'api'
      const flow = (await client.ask(`/self-service/recovery/${kind}`)).body
      await client.send(flow, { method: 'code', email: ada })
      const code = await harness.codeFor(ada)
      const wrong = code === '111111' ? '222222' : '111111'
      for (let count = 0; count < 5; count += 1) await client.send(flow, { method: 'code', code: wrong })
      const late = await client.send(flow, { method: 'code', code })
      const [show] = late.body.error.details.continue_with
      expect([late.status, show.action, show.flow.id === flow.id]).toEqual([400, 'show_recovery_ui', false])
      const next = (await client.ask(`/self-service/recovery/flows?id=${show.flow.id}`)).body
      expect([next.state, messages(next)]).toEqual(['choose_method', [4000001]])
    }
  })

  test('a code is worth nothing once its address has left the account @recovery-6', async () => {
    harness = await createHarness()
    const id = await harness.account(ada)
    const browser = harness.browser()
    const { flow, code } = await waiting(browser)
    const moved = [{ op: 'replace', path: '/traits/email', value: 'countess@example.org' }]
    expect((await harness.admin('PATCH', `/identities/${id}`, moved)).status).toBe(200)
    const answer = await browser.send(flow, { method: 'code', code })
    expect([answer.status, messages(answer.body)]).toEqual([200, [4060006]])
    expect((await browser.whoami()).status).toBe(401)
  })

  test.each([true, false])(
    'an account that is switched off stays closed, and its form says so where the service improves: %s @recovery-disabled-1',
    async (improves) => {
      harness = await createHarness({}, undefined, {}, { improves })
      await harness.account(ada, { state: 'inactive' })
      const browser = harness.browser()
      const { flow, code } = await waiting(browser)
      const answer = await browser.send(flow, { method: 'code', code })
      const said = improves ? answer.body.ui.messages[0].id : answer.body.error.message
      expect([answer.status, said]).toEqual(improves ? [400, 4010011] : [401, 'the account is disabled'])
      expect((await browser.whoami()).status).toBe(401)
      if (!improves) return
      const visit = harness.browser()
      const second = await waiting(visit)
      const page = await visit.post(second.flow, { method: 'code', code: second.code })
      expect([page.status, page.location]).toEqual([303, `${pages}/recovery?flow=${second.flow.id}`])
    },
  )

  test.each([true, false])(
    'the address of an account that is switched off is taken at sign-up, where the service improves: %s @recovery-disabled-2',
    async (improves) => {
      harness = await createHarness({}, undefined, {}, { improves })
      await harness.account(ada, { state: 'inactive' })
      const browser = harness.browser()
      const flow = (await browser.ask('/self-service/registration/browser')).body
      const fields = { method: 'password', password: goodPassword, traits: { email: ada } }
      const answer = await browser.send(flow, fields)
      expect([answer.status, messages(answer.body)]).toEqual([400, [4000007]])
      expect((await browser.whoami()).status).toBe(401)
    },
  )
})

describe('flows that cannot continue', () => {
  test('a finished one is answered with a new one', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const app = harness.app()
    const flow = (await app.ask('/self-service/recovery/api')).body
    await app.send(flow, { method: 'code', email: ada })
    await app.send(flow, { method: 'code', code: await harness.codeFor(ada) })
    const again = await app.send(flow, { method: 'code', email: ada })
    expect([again.status, again.location?.startsWith(`${service}/self-service/recovery/flows?id=`)]).toEqual([
      303,
      true,
    ])
    expect(messages((await app.ask(again.location ?? '')).body)).toEqual([4060001])
  })

  test('an expired one too: by redirect, or by name for native apps with transitions', async () => {
    const short = { selfservice: { flows: { recovery: { lifespan: '1m' } } } }
    harness = await createHarness({ ...short, ...transitions })
    const browser = harness.browser()
    const app = harness.app()
    const flow = (await browser.ask(start)).body
    const native = (await app.ask('/self-service/recovery/api')).body
    harness.clock.advance(60_000)
    expect((await browser.ask(`/self-service/recovery/flows?id=${flow.id}`)).body.error.id).toBeUndefined()
    const sent = await browser.send(flow, { method: 'code', email: ada })
    expect(sent.status).toBe(303)
    expect(messages((await browser.ask(sent.location ?? '')).body)).toEqual([4060005])
    expect((await browser.post(flow, {})).location).toMatch(/^http:\/\/app\.example\.test\/recovery\?flow=/)
    const refused = await app.send(native, { method: 'code', email: ada })
    expect([refused.status, refused.body.error.details.continue_with[0].action]).toEqual([410, 'show_recovery_ui'])
    await harness.stop()
    harness = await createHarness(short)
    const plain = (await harness.app().ask('/self-service/recovery/api')).body
    harness.clock.advance(60_000)
    expect((await harness.app().send(plain, { method: 'code', email: ada })).status).toBe(303)
  })

  test('a forged token costs the cookie; a session needs no recovery; switched off is switched off', async () => {
    harness = await createHarness()
    await harness.account(ada)
    const browser = harness.browser()
    const flow = (await browser.ask(start)).body
    const forged = await browser.send(flow, { method: 'code', email: ada, csrf_token: 'x' })
    expect([forged.status, forged.cookies.length]).toEqual([403, 1])
    expect(await harness.messagesTo(ada)).toEqual([])
    await browser.signIn(ada)
    expect((await browser.ask(start)).body.error.id).toBe('session_already_available')
    const request = await browser.go(start)
    expect([request.status, request.location]).toEqual([302, `${pages}/`])
    await harness.stop()
    harness = await createHarness({ selfservice: { flows: { recovery: { enabled: false } } } })
    expect((await harness.browser().ask(start)).status).toBe(400)
    expect((await harness.browser().go(start)).location).toContain('/error?id=')
  })
})

describe("an administrator's code", () => {
  test('opens a flow in any browser, and proves no address', async () => {
    harness = await createHarness()
    const id = await harness.account(ada)
    const made = await harness.admin('POST', '/recovery/code', { identity_id: id, expires_in: '10m' })
    expect(made.status).toBe(201)
    const flowId = new URL(made.body.recovery_link).searchParams.get('flow')
    const browser = harness.browser()
    const flow = (await browser.ask(`/self-service/recovery/flows?id=${flowId}`)).body
    expect([field(flow, 'csrf_token'), buttons(flow)]).toEqual([undefined, ['method=code']])
    const mail = await browser.send(flow, { method: 'code', email: 'eve@example.org' })
    expect(messagesAt(mail.body, 'code')).toEqual([4000002])
    const done = await browser.send(flow, { method: 'code', code: made.body.recovery_code })
    expect(done.status).toBe(422)
    expect((await browser.whoami()).body.identity.verifiable_addresses).toMatchObject([{ verified: false }])
  })

  test('wrong requests', async () => {
    harness = await createHarness()
    const id = await harness.account(ada)
    const ask = async (body: unknown) => (await harness.admin('POST', '/recovery/code', body)).status
    expect(await ask({ identity_id: '11111111-2222-4333-8444-555555555555' })).toBe(404)
    expect(await ask({ identity_id: id, expires_in: 'x' })).toBe(400)
    expect(await ask({ identity_id: id, other: 1 })).toBe(400)
    expect(await ask({})).toBe(404)
    expect(await ask({ identity_id: 'x' })).toBe(400)
    expect(await ask({ identity_id: id, flow_type: 'api' })).toBe(201)
  })
})
