import { afterEach, beforeEach, expect, test } from 'vitest'

import { buttons, field, messages, messagesAt, pages, service } from '../../flows/flow-harness.fixture.ts'
import { createProviderHarness, type ProviderHarness } from './oidc.fixture.ts'

let harness: ProviderHarness
beforeEach(async () => {
  harness = await createProviderHarness()
})
afterEach(() => harness.stop())

const ada = { sub: 'ada-1', email: 'ada@example.org', email_verified: true, given_name: 'Ada', name: 'Ada L' }

async function start(path = '/self-service/login/browser', fields: Record<string, unknown> = {}) {
  const browser = harness.browser()
  const flow = (await browser.ask(path)).body
  return { browser, flow, answer: await browser.send(flow, { method: 'oidc', provider: 'corp', ...fields }) }
}

test('offers every provider by its name, before everything else', async () => {
  const flow = (await harness.browser().ask('/self-service/login/browser')).body
  expect(buttons(flow).slice(0, 2)).toEqual(['provider=corp', 'provider=other'])
  expect(flow.ui.nodes[0]).toMatchObject({
    group: 'oidc',
    meta: { label: { id: 1010002, context: { provider: 'Corp', provider_id: 'corp' } } },
  })
})

test('sends a script to the provider with 422 and a browser with 303', async () => {
  const { answer } = await start()
  expect(answer.status).toBe(422)
  expect(answer.cookies).toContain('ory_kratos_continuity')
  const url = new URL(answer.body.redirect_browser_to)
  expect(url.origin).toBe(harness.provider.issuer)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: 'corp-client',
    redirect_uri: `${service}/self-service/methods/oidc/callback/corp`,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
  })
  expect(url.searchParams.get('state')?.length).toBeGreaterThan(30)
  expect(url.searchParams.get('nonce')?.length).toBeGreaterThan(30)

  const browser = harness.browser()
  const flow = (await browser.ask('/self-service/login/browser')).body
  const form = await browser.post(flow, { provider: 'corp' })
  expect([form.status, new URL(form.location ?? '').origin]).toEqual([303, harness.provider.issuer])
})

test('creates an account for a new person, signs in, and finds it the next time @oidc-login-1', async () => {
  harness.provider.signInAs(ada)
  const { browser, answer } = await start()
  const back = await harness.providerDetails(browser, answer)
  expect([back.status, back.location]).toEqual([303, `${pages}/`])
  const session = (await browser.whoami()).body
  expect(session.authentication_methods).toMatchObject([{ method: 'oidc', aal: 'aal1', provider: 'corp' }])
  expect(session.identity).toMatchObject({
    traits: { email: 'ada@example.org', name: { first: 'Ada' } },
    verifiable_addresses: [{ value: 'ada@example.org', verified: true, status: 'completed' }],
  })

  const again = await start('/self-service/registration/browser')
  const second = await harness.providerDetails(again.browser, again.answer)
  expect([second.status, second.location]).toEqual([303, `${pages}/`])
  expect((await again.browser.whoami()).body.identity.id).toBe(session.identity.id)
})

test('an e-mail that the provider has not verified stays unverified', async () => {
  harness.provider.signInAs({ ...ada, email_verified: false })
  const { browser, answer } = await start()
  await harness.providerDetails(browser, answer)
  expect((await browser.whoami()).body.identity.verifiable_addresses).toMatchObject([{ verified: false }])
})

test('asks for the traits that the provider did not report, and returns to it', async () => {
  harness.provider.signInAs({ sub: 'bob', given_name: 'Bob' })
  const { browser, answer } = await start()
  const back = await harness.providerDetails(browser, answer)
  expect(back.status).toBe(302)
  expect(back.location).toMatch(`${pages}/registration?flow=`)
  const flow = (await browser.ask(`/self-service/registration/flows?id=${back.location?.split('flow=')[1]}`)).body
  expect(flow.active).toBe('oidc')
  expect(buttons(flow)).toEqual(['provider=corp'])
  expect(flow.ui.nodes[0].meta.label.id).toBe(1040003)
  expect(messagesAt(flow, 'traits.email')).toEqual([4000002])
  expect(field(flow, 'traits.name.first').attributes.value).toBe('Bob')

  const next = await browser.post(flow, { provider: 'corp', 'traits.email': 'bob@example.org', 'traits.age': '33' })
  const done = await harness.providerDetails(browser, next)
  expect([done.status, done.location]).toEqual([303, `${pages}/`])
  const { identity } = (await browser.whoami()).body
  expect(identity.traits).toEqual({ email: 'bob@example.org', age: 33, name: { first: 'Bob' } })
  expect(identity.verifiable_addresses).toMatchObject([{ verified: false }])
})

test('passes on only the parameters a page may choose', async () => {
  const upstream_parameters = {
    login_hint: 'ada@example.org',
    prompt: 'login',
    redirect_uri: 'https://evil.test',
    state: 'x',
  }
  const { answer } = await start('/self-service/login/browser', { upstream_parameters })
  const { searchParams } = new URL(answer.body.redirect_browser_to)
  expect(searchParams.get('login_hint')).toBe('ada@example.org')
  expect(searchParams.get('prompt')).toBe('login')
  expect(searchParams.getAll('redirect_uri')).toEqual([`${service}/self-service/methods/oidc/callback/corp`])
  expect(searchParams.get('state')).not.toBe('x')
})

test('shows a refusal by the provider on the form that it was started from', async () => {
  harness.provider.refuseWith('access_denied', 'not today')
  const { browser, flow, answer } = await start()
  const back = await harness.providerDetails(browser, answer)
  expect([back.status, back.location]).toEqual([303, `${pages}/login?flow=${flow.id}`])
  const shown = (await browser.ask(`/self-service/login/flows?id=${flow.id}`)).body
  expect([shown.active, ...messages(shown)]).toEqual(['oidc', 4000001])
  expect(shown.ui.messages[0].text).toContain('access_denied')
})

test('an unknown provider is 404', async () => {
  const { answer } = await start('/self-service/login/browser', { provider: 'nope' })
  expect(answer.status).toBe(404)
})

test('a session is confirmed with the linked provider, which asks again', async () => {
  harness.provider.signInAs(ada)
  const { browser, answer } = await start()
  await harness.providerDetails(browser, answer)
  const flow = (await browser.ask('/self-service/login/browser?refresh=true')).body
  expect(buttons(flow)).toContain('provider=corp')
  expect(buttons(flow)).not.toContain('provider=other')
  const again = await browser.send(flow, { provider: 'corp' })
  expect(new URL(again.body.redirect_browser_to).searchParams.get('prompt')).toBe('login')
  harness.clock.advance(1000)
  const back = await harness.providerDetails(browser, again)
  expect(back.status).toBe(303)
  expect((await browser.whoami()).body.authentication_methods).toHaveLength(2)
})
