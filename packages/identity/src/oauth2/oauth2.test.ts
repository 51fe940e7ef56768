import type { HydraBrowser } from '@gatehouse/testing/browser'
import { hydraProgram } from '@gatehouse/testing/processes'
import { totpCode } from '@gatehouse/testing/devices'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import type { ConfigTree } from '../configuration/unsupported.ts'
import {
  createHarness,
  field,
  goodPassword,
  messages,
  pages,
  service,
  type Browser,
  type Harness,
} from '../flows/flow-harness.fixture.ts'
import { proved, setUpTotp } from '../strategies/totp/authenticator.fixture.ts'
import { callback, startAuthorizationServer, type AuthorizationServer } from './hydra.fixture.ts'

const ada = 'ada@example.org'
const eve = 'eve@example.org'
const missing = await hydraProgram.missing()

// A machine without Go may work on everything else; the machine that decides must not.
test('Ory Hydra can be run', ({ skip }) => {
  if (process.env['CI'] !== 'true') skip(missing !== undefined, missing)
  expect(missing).toBeUndefined()
})

describe.skipIf(missing !== undefined)('signing in for an OAuth2 client', () => {
  let server: AuthorizationServer
  let harness: Harness
  beforeAll(async () => {
    server = await startAuthorizationServer()
  }, 900_000)
  afterAll(() => server.stop())
  afterEach(() => harness.stop())

  async function open(overrides: ConfigTree = {}, provider: ConfigTree = {}): Promise<void> {
    harness = await createHarness({ ...overrides, oauth2_provider: { url: server.adminUrl, ...provider } })
  }

  const login = (challenge: string, more = '') =>
    `/self-service/login/browser?${new URLSearchParams({ login_challenge: challenge })}${more}`

  /** Signs in for the client, and follows Ory Hydra to its consent page. */
  async function signInFor(browser: Browser, hydra: HydraBrowser, email = ada): Promise<URL> {
    const flow = (await browser.ask(login(await hydra.authorize()))).body
    const done = await browser.send(flow, { method: 'password', identifier: email, password: goodPassword })
    expect([done.status, done.body.error.id]).toEqual([422, 'browser_location_change_required'])
    return hydra.open(done.body.redirect_browser_to)
  }

  /** Returns the acceptance that Ory Hydra received. */
  async function acceptedAs(consent: URL): Promise<Readonly<Record<string, unknown>>> {
    const challenge = new URLSearchParams({ consent_challenge: consent.searchParams.get('consent_challenge') ?? '' })
    const answer = await fetch(`${server.adminUrl}/admin/oauth2/auth/requests/consent?${challenge}`)
    return (await answer.json()) as Record<string, unknown>
  }

  test('the flow names the client, and its end redirects back to it', async () => {
    await open()
    const id = await harness.account(ada)
    const [browser, hydra] = [harness.browser(), server.browser()]
    const challenge = await hydra.authorize()
    const flow = (await browser.ask(login(challenge))).body
    expect(flow.oauth2_login_challenge).toBe(challenge)
    expect(flow.oauth2_login_request).toMatchObject({
      challenge,
      client: { client_name: 'Notebook', redirect_uris: [callback] },
      requested_scope: ['openid', 'email'],
      skip: false,
    })
    expect(JSON.stringify(flow)).not.toContain(server.client.client_secret)
    expect(flow.request_url).toMatch(/&refresh=true$/)
    expect((await browser.ask(`/self-service/login/flows?id=${flow.id}`)).body.oauth2_login_request).toEqual(
      flow.oauth2_login_request,
    )
    const done = await browser.post(flow, { method: 'password', identifier: ada, password: goodPassword })
    expect(done.status).toBe(303)
    const consent = await hydra.open(done.location ?? '')
    expect(`${consent.origin}${consent.pathname}`).toBe(`${pages}/consent`)
    const session = (await browser.whoami()).body
    expect(await acceptedAs(consent)).toMatchObject({ subject: id, acr: 'aal1', amr: ['password'] })
    expect(session.identity.id).toBe(id)
  })

  test('a person whom both know continues at once; no other account is let through by that @oauth2-1', async () => {
    await open()
    await harness.account(ada)
    await harness.account(eve)
    const [browser, hydra] = [harness.browser(), server.browser()]
    await signInFor(browser, hydra)
    const asPage = await browser.go(login(await hydra.authorize()))
    expect(asPage.status).toBe(303)
    expect((await hydra.open(asPage.location ?? '')).pathname).toBe('/consent')
    const asScript = await browser.ask(login(await hydra.authorize()))
    expect([asScript.status, asScript.body.error.id]).toEqual([400, 'session_already_available'])
    expect((await hydra.open(asScript.body.redirect_browser_to)).pathname).toBe('/consent')

    const stranger = harness.browser()
    const form = await stranger.ask(login(await hydra.authorize()))
    expect([form.status, form.body.oauth2_login_request.skip]).toEqual([200, true])
    await stranger.signIn(eve)
    const other = await stranger.go(login(await hydra.authorize()))
    // Ory Hydra does not take another person for the one it remembers: it asks again.
    expect(new URL(other.location ?? '').searchParams.get('prompt')).toBe('login')
  })

  test('a client that requires a fresh sign-in gets one, by the signed-in person @oauth2-2', async () => {
    await open()
    await harness.account(ada)
    const [browser, hydra] = [harness.browser(), server.browser()]
    await signInFor(browser, hydra)
    for (const wanted of [{ prompt: 'login' }, { max_age: '0' }] as const) {
      const flow = (await browser.ask(login(await hydra.authorize(wanted)))).body
      expect([flow.refresh, messages(flow)]).toEqual([true, [1010003]])
      const wrong = await browser.send(flow, { method: 'password', identifier: ada, password: 'not-the-password' })
      expect([wrong.status, messages(wrong.body)]).toEqual([400, [4000006]])
      const done = await browser.send(wrong.body, { method: 'password', identifier: ada, password: goodPassword })
      expect(done.status).toBe(422)
      expect((await hydra.open(done.body.redirect_browser_to)).pathname).toBe('/consent')
    }
  })

  test('a client that wants no page is informed that there is no session', async () => {
    await open()
    await harness.account(ada)
    const [browser, hydra] = [harness.browser(), server.browser()]
    await signInFor(browser, hydra)
    const silent = await harness.browser().go(login(await hydra.authorize({ prompt: 'none' })))
    expect(silent.status).toBe(303)
    const back = await hydra.open(silent.location ?? '')
    expect(back.href).toMatch(new RegExp(`^${callback}`))
    expect(back.searchParams.get('error')).toBe('login_required')
  })

  test('an owed second factor comes first, and the client’s request is kept @oauth2-3', async () => {
    await open({ selfservice: { methods: { code: { passwordless_enabled: false }, totp: { enabled: true } } } })
    await harness.account(ada, proved(ada))
    const owner = harness.browser()
    await owner.signIn(ada)
    const secret = await setUpTotp(owner, harness.clock())

    const [browser, hydra] = [harness.browser(), server.browser()]
    const flow = (await browser.ask(login(await hydra.authorize()))).body
    const half = await browser.post(flow, { method: 'password', identifier: ada, password: goodPassword })
    const next = new URL(half.location ?? '')
    expect([next.origin, next.searchParams.get('aal')]).toEqual([service, 'aal2'])
    const second = (await browser.ask(`${next.pathname}${next.search}`)).body
    expect([second.requested_aal, second.refresh, messages(second)]).toEqual(['aal2', false, [1010004]])
    const code = totpCode(secret, harness.clock(), 0)
    const done = await browser.send(second, { method: 'totp', totp_code: code })
    expect(done.status).toBe(422)
    const consent = await hydra.open(done.body.redirect_browser_to)
    expect(await acceptedAs(consent)).toMatchObject({ acr: 'aal2', amr: ['password', 'totp'] })

    // The browser is remembered, but its session has one factor only.
    const halfway = harness.browser()
    await halfway.signIn(ada)
    const again = await halfway.go(login(await hydra.authorize()))
    expect(new URL(again.location ?? '').searchParams.get('aal')).toBe('aal2')
    // An old sign-in is confirmed as a whole: one factor of it is not fresh enough.
    harness.clock.advance(2 * 3_600_000)
    const late = (await halfway.ask(login(await hydra.authorize({ prompt: 'login' }), '&aal=aal2'))).body
    expect(late.refresh).toBe(true)
  })

  test('an account created meanwhile returns to the client, after its address is proved @oauth2-4', async () => {
    await open()
    const [browser, hydra] = [harness.browser(), server.browser()]
    const query = new URLSearchParams({ login_challenge: await hydra.authorize() })
    const flow = (await browser.ask(`/self-service/registration/browser?${query}`)).body
    expect(flow.oauth2_login_challenge).toBe(query.get('login_challenge'))
    const traits = { traits: { email: ada }, password: goodPassword }
    const made = await browser.send(flow, { method: 'password', ...traits })
    const shown = made.body.continue_with.find(({ action }: { action: string }) => action === 'show_verification_ui')
    const verification = (await browser.ask(`/self-service/verification/flows?id=${shown.flow.id}`)).body
    expect(verification.oauth2_login_challenge).toBeUndefined()

    const other = harness.browser()
    const proved = await browser.send(verification, { method: 'code', code: await harness.codeFor(ada) })
    expect(proved.body.state).toBe('passed_challenge')
    expect((await hydra.open(proved.body.ui.action)).pathname).toBe('/consent')
    expect((await other.ask(`/self-service/verification/flows?id=${shown.flow.id}`)).status).toBe(403)
  })

  test.each(['no one', eve])(
    'proving the address in another browser, signed in as %s, signs no one in for the client @oauth2-6',
    async (who) => {
      await open()
      await harness.account(eve)
      const [browser, hydra] = [harness.browser(), server.browser()]
      const query = new URLSearchParams({ login_challenge: await hydra.authorize() })
      const flow = (await browser.ask(`/self-service/registration/browser?${query}`)).body
      await browser.send(flow, { method: 'password', traits: { email: ada }, password: goodPassword })
      const [mail] = await harness.messagesTo(ada)
      const link = /https?:\/\/\S+/.exec(mail?.body ?? '')?.[0] ?? ''

      const other = harness.browser()
      if (who === eve) await other.signIn(eve)
      const opened = new URL((await other.go(link)).location ?? '')
      const verification = (await other.ask(`/self-service/verification/flows?id=${opened.searchParams.get('flow')}`))
        .body
      const done = await other.send(verification, { method: 'code', code: await harness.codeFor(ada) })
      expect(done.body.state).toBe('passed_challenge')
      expect(JSON.stringify(done.body)).not.toContain(server.publicUrl)
      expect(new URL(done.body.ui.action).origin).not.toBe(new URL(server.publicUrl).origin)
    },
  )

  test('a new account without further steps returns at once; one without a session continues to the sign-in', async () => {
    const hooks = (...names: string[]) => ({ after: { hooks: names.map((hook) => ({ hook })) } })
    for (const [given, expected] of [
      [hooks('session'), server.publicUrl],
      [hooks(), service],
    ] as const) {
      await open({ selfservice: { flows: { registration: given } } })
      const [browser, hydra] = [harness.browser(), server.browser()]
      const query = new URLSearchParams({ login_challenge: await hydra.authorize() })
      const flow = (await browser.ask(`/self-service/registration/browser?${query}`)).body
      const made = await browser.post(flow, { method: 'password', 'traits.email': ada, password: goodPassword })
      expect([made.status, new URL(made.location ?? '').origin]).toEqual([303, expected])
      if (expected === server.publicUrl) await harness.stop()
    }
  })

  test('a person with an account who asks to sign up confirms it', async () => {
    await open()
    await harness.account(ada)
    const [browser, hydra] = [harness.browser(), server.browser()]
    await browser.signIn(ada)
    const query = new URLSearchParams({ login_challenge: await hydra.authorize() })
    const redirect = await browser.go(`/self-service/registration/browser?${query}`)
    expect([redirect.status, redirect.location]).toEqual([302, `${service}/self-service/login/browser?${query}`])
  })

  test('override_return_to makes every detour end at the client’s first request', async () => {
    const selfservice = { allowed_return_urls: [pages, server.publicUrl] }
    await open({ selfservice }, { override_return_to: true })
    await harness.account(ada)
    const hydra = server.browser()
    const flow = (await harness.browser().ask(login(await hydra.authorize()))).body
    expect(flow.return_to).toBe(flow.oauth2_login_request.request_url)
    expect(flow.return_to).toMatch(new RegExp(`^${server.publicUrl}/oauth2/auth\\?client_id=`))
  })

  test('an expired flow is followed by one for the same client', async () => {
    await open()
    const [browser, hydra] = [harness.browser(), server.browser()]
    const flow = (await browser.ask(login(await hydra.authorize()))).body
    harness.clock.advance(2 * 3_600_000)
    const expired = await browser.send(flow, { method: 'password', identifier: ada, password: goodPassword })
    const successor = (await browser.ask(`/self-service/login/flows?id=${expired.body.use_flow_id}`)).body
    expect(successor.oauth2_login_challenge).toBe(flow.oauth2_login_challenge)
  })

  test('a sign-in in another tab takes the client along', async () => {
    await open()
    await harness.account(ada)
    const [browser, hydra] = [harness.browser(), server.browser()]
    await signInFor(browser, hydra)
    browser.visitor.forget()
    const flow = (await browser.ask(login(await hydra.authorize()))).body
    await browser.signIn(ada)
    const late = await browser.send(flow, { method: 'password', identifier: ada, password: goodPassword })
    expect(late.status).toBe(422)
    const next = new URL(late.body.redirect_browser_to)
    expect(next.searchParams.get('login_challenge')).toBe(flow.oauth2_login_challenge)
  })

  test('a native flow has the challenge too, and names the browser’s next address', async () => {
    await open()
    await harness.account(ada)
    const hydra = server.browser()
    const app = harness.app()
    const query = new URLSearchParams({ login_challenge: await hydra.authorize() })
    const flow = (await app.ask(`/self-service/login/api?${query}`)).body
    expect(flow.oauth2_login_request.client.client_name).toBe('Notebook')
    const done = await app.send(flow, { method: 'password', identifier: ada, password: goodPassword })
    expect(done.body.session_token).toMatch(/^ory_st_/)
    const [{ action, redirect_browser_to: onward }] = done.body.continue_with
    expect([action, (await hydra.open(onward)).pathname]).toEqual(['redirect_browser_to', '/consent'])
  })

  test('a challenge that means nothing is reported, to JSON clients and on the error page', async () => {
    await open()
    const browser = harness.browser()
    for (const kind of ['login', 'registration']) {
      const unknown = await browser.ask(`/self-service/${kind}/browser?login_challenge=nonsense`)
      expect([unknown.status, unknown.body.error.details.status_code]).toEqual([400, 404])
      expect((await browser.ask(`/self-service/${kind}/browser?login_challenge=`)).status).toBe(400)
    }
    const page = await browser.go('/self-service/login/browser?login_challenge=nonsense')
    expect([page.status, page.location]).toEqual([303, expect.stringContaining(`${pages}/error?id=`)])
  })

  test('a request that was answered gives no access: its address alone does not sign in @oauth2-5', async () => {
    await open()
    await harness.account(ada)
    const [browser, hydra] = [harness.browser(), server.browser()]
    const challenge = await hydra.authorize()
    const flow = (await browser.ask(login(challenge))).body
    const done = await browser.send(flow, { method: 'password', identifier: ada, password: goodPassword })
    await hydra.open(done.body.redirect_browser_to)
    const stranger = (await harness.browser().ask(login(challenge))).body
    expect(field(stranger, 'password')).toBeDefined()
    // Ory Hydra accepts each answer once, and only in the browser that requested it.
    const other = await server.browser().open(done.body.redirect_browser_to)
    expect([other.searchParams.get('error'), other.searchParams.has('code')]).toEqual(['request_forbidden', false])
  })
})
