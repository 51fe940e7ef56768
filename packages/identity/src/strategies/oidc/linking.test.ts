import { afterEach, beforeEach, expect, test } from 'vitest'

import { buttons, field, goodPassword, messages, pages, type Browser } from '../../flows/flow-harness.fixture.ts'
import { proved } from '../totp/authenticator.fixture.ts'
import { after, startHookReceiver, webHook } from '../../web-hooks/receiver.fixture.ts'
import { createProviderHarness, type ProviderHarness } from './oidc.fixture.ts'

let harness: ProviderHarness
beforeEach(async () => {
  harness = await createProviderHarness()
})
afterEach(() => harness.stop())

const email = 'ada@example.org'
const ada = { sub: 'ada-1', email, email_verified: true, given_name: 'Ada' }

/** Returns from the provider with an address of another account. */
async function collide(kind: 'login' | 'registration' = 'login', own: ProviderHarness = harness) {
  const browser = own.browser()
  const start = (await browser.ask(`/self-service/${kind}/browser`)).body
  const back = await own.providerDetails(browser, await browser.send(start, { provider: 'corp' }))
  const id = new URL(back.location ?? '').searchParams.get('flow')
  return { browser, back, flow: (await browser.ask(`/self-service/login/flows?id=${id}`)).body }
}

const credentialOf = async (id: string, own: ProviderHarness = harness) =>
  (await own.admin('GET', `/identities/${id}?include_credential=oidc`)).body.credentials.oidc

test.each(['login', 'registration'] as const)(
  'a taken e-mail leads from %s to signing in, which links',
  async (kind) => {
    harness.provider.signInAs(ada)
    const id = await harness.account(email)
    const { browser, back, flow } = await collide(kind)
    expect(back.status).toBe(303)
    expect(back.location).toBe(`${pages}/login?flow=${flow.id}&no_org_ui=true`)
    expect(flow.active).toBe('oidc')
    expect(flow.ui.messages[0]).toMatchObject({
      id: 1010016,
      context: {
        available_credential_types: [],
        available_providers: [],
        duplicate_identifier: email,
        provider: 'Corp',
      },
    })
    expect(field(flow, 'identifier').attributes).toMatchObject({ type: 'hidden', value: email })
    expect(buttons(flow)).toContain('provider=other')
    expect(buttons(flow)).not.toContain('provider=corp')
    expect(flow.ui.nodes[0].meta.label.id).toBe(1010018)

    const wrong = await browser.send(flow, { method: 'password', identifier: email, password: 'wrong-wrong' })
    expect([wrong.body.active, ...messages(wrong.body)]).toEqual(['oidc', 4000006])
    expect((await browser.whoami()).status).toBe(401)
    expect(await credentialOf(id)).toBeUndefined()

    const done = await browser.send(flow, { method: 'password', identifier: email, password: goodPassword })
    expect(done.status).toBe(200)
    expect(done.body.session.authentication_methods).toMatchObject([
      { method: 'password', aal: 'aal1' },
      { method: 'oidc', aal: 'aal1', provider: 'corp' },
    ])
    expect(await credentialOf(id)).toMatchObject({ identifiers: ['corp:ada-1'] })

    const next = await collide('login')
    expect(next.back.location).toBe(`${pages}/`)
    expect((await next.browser.whoami()).body.identity.id).toBe(id)
  },
)

test('a flow that links names the code as the active method once one is requested', async () => {
  harness.provider.signInAs(ada)
  await harness.account(email)
  const { browser, flow } = await collide()
  const sent = await browser.send(flow, { method: 'code', identifier: email })
  expect([sent.body.state, sent.body.active]).toEqual(['sent_email', 'code'])
  const stored = await browser.ask(`/self-service/login/flows?id=${flow.id}`)
  expect(stored.body.active).toBe('code')
})

test.each([true, false])('an e-mail is no proof of owning an account (verified: %s)', async (email_verified) => {
  harness.provider.signInAs({ ...ada, email_verified })
  const id = await harness.account(email)
  const { browser } = await collide()
  expect((await browser.whoami()).status).toBe(401)
  expect(await credentialOf(id)).toBeUndefined()
})

test('a form that has expired is replaced by one that links, in its own browser alone @linking-4', async () => {
  harness.provider.signInAs(ada)
  const id = await harness.account(email)
  const { browser, flow } = await collide()
  harness.clock.advance(61 * 60_000)
  const successorOf = async (visitor: Browser) => {
    const sent = await visitor.send(flow, { method: 'password', identifier: email, password: goodPassword })
    expect(sent.status).toBe(410)
    return (await visitor.ask(`/self-service/login/flows?id=${sent.body.use_flow_id}`)).body
  }
  const foreign = await successorOf(harness.browser())
  expect([field(foreign, 'identifier').attributes.value, buttons(foreign).includes('provider=corp')]).toEqual([
    '',
    true,
  ])
  const next = await successorOf(browser)
  expect(messages(next)).toEqual([4010001])
  expect(field(next, 'identifier').attributes).toMatchObject({ type: 'hidden', value: email })
  expect(buttons(next)).not.toContain('provider=corp')
  const done = await browser.send(next, { method: 'password', identifier: email, password: goodPassword })
  expect(done.status).toBe(200)
  expect(await credentialOf(id)).toMatchObject({ identifiers: ['corp:ada-1'] })
})

test('signing in to another account does not link @linking-1', async () => {
  harness.provider.signInAs(ada)
  await harness.account(email)
  const other = await harness.account('other@example.org')
  const { browser, flow } = await collide()
  const answer = await browser.send(flow, {
    method: 'password',
    identifier: 'other@example.org',
    password: goodPassword,
  })
  expect([answer.status, ...messages(answer.body)]).toEqual([400, 4010009])
  expect((await browser.whoami()).status).toBe(401)
  expect(await credentialOf(other)).toBeUndefined()
})

test('reveals the account’s methods only if hints are switched on', async () => {
  const hinting = await createProviderHarness({
    selfservice: {
      flows: { registration: { login_hints: true } },
      methods: { code: { enabled: true, passwordless_enabled: false } },
    },
  })
  hinting.provider.signInAs(ada)
  await hinting.account(email)
  const { flow } = await collide('login', hinting)
  expect(flow.ui.messages[0].context).toMatchObject({
    available_credential_types: ['password'],
    available_providers: [],
  })
  expect(buttons(flow)).toEqual(['method=password'])
  await hinting.stop()
})

test('an imported invitation links by a verified e-mail, and by nothing less', async () => {
  const oidc = { config: { providers: [{ provider: 'corp', subject: 'invited', use_auto_link: true }] } }
  const credentials = { password: { config: { password: goodPassword } }, oidc }
  const body = { schema_id: 'person', traits: { email }, credentials }
  const { id } = (await harness.admin('POST', '/identities', body)).body

  harness.provider.signInAs({ ...ada, email_verified: false })
  const unproved = await collide()
  expect((await unproved.browser.whoami()).status).toBe(401)

  harness.provider.signInAs(ada)
  const { browser, back } = await collide()
  expect(back.location).toBe(`${pages}/`)
  expect((await browser.whoami()).body.identity.id).toBe(id)
})

async function signedIn(): Promise<Browser> {
  const browser = harness.browser()
  await browser.signIn(email)
  return browser
}

test('settings link and unlink an account, and administrators see its tokens @linking-2', async () => {
  harness.provider.signInAs(ada)
  const id = await harness.account(email)
  const browser = await signedIn()
  const flow = (await browser.ask('/self-service/settings/browser')).body
  expect(buttons(flow).filter((button) => button.startsWith('link='))).toEqual(['link=corp', 'link=other'])
  const start = await browser.send(flow, { method: 'oidc', link: 'corp' })
  expect(start.status).toBe(422)
  const back = await harness.providerDetails(browser, start)
  expect([back.status, back.location]).toEqual([303, `${pages}/settings?flow=${flow.id}`])
  const saved = (await browser.ask(`/self-service/settings/flows?id=${flow.id}`)).body
  expect([saved.state, saved.active, ...messages(saved)]).toEqual(['success', 'oidc', 1050001])
  expect(buttons(saved)).toContain('unlink=corp')

  const [stored] = (await credentialOf(id)).config.providers
  expect(stored).toMatchObject({ provider: 'corp', subject: 'ada-1' })
  expect(stored.initial_id_token.split('.')).toHaveLength(3)
  expect(await harness.rows('identities')).not.toContain(stored.initial_access_token)
  expect(await harness.rows('identities')).not.toContain(stored.initial_id_token)

  const removed = await browser.send(saved, { unlink: 'corp' })
  expect([removed.status, removed.body.state, removed.body.active]).toEqual([200, 'success', 'oidc'])
  expect(await credentialOf(id)).toBeUndefined()
  expect(messages((await browser.send(saved, { unlink: 'corp' })).body)).toEqual([4000001])
})

test('an account that another person has linked cannot be linked again', async () => {
  harness.provider.signInAs(ada)
  const first = harness.browser()
  const start = (await first.ask('/self-service/login/browser')).body
  await harness.providerDetails(first, await first.send(start, { provider: 'corp' }))
  await harness.account('bob@example.org')
  const bob = harness.browser()
  await bob.signIn('bob@example.org')
  const flow = (await bob.ask('/self-service/settings/browser')).body
  const back = await harness.providerDetails(bob, await bob.send(flow, { link: 'corp' }))
  expect(back.status).toBe(303)
  expect(messages((await bob.ask(`/self-service/settings/flows?id=${flow.id}`)).body)).toEqual([4000007])
})

test('the last sign-in method cannot be unlinked, by its owner or by an administrator', async () => {
  const own = await createProviderHarness({
    selfservice: { methods: { code: { enabled: true, passwordless_enabled: false } } },
  })
  own.provider.signInAs(ada)
  const browser = own.browser()
  const start = (await browser.ask('/self-service/login/browser')).body
  await own.providerDetails(browser, await browser.send(start, { provider: 'corp' }))
  const flow = (await browser.ask('/self-service/settings/browser')).body
  expect(buttons(flow)).not.toContain('unlink=corp')
  const forced = await browser.send(flow, { unlink: 'corp' })
  expect([forced.status, ...messages(forced.body)]).toEqual([400, 4000001])
  expect(forced.body).not.toHaveProperty('active')
  expect((await browser.ask(`/self-service/settings/flows?id=${flow.id}`)).body).not.toHaveProperty('active')
  const { id } = (await browser.whoami()).body.identity
  const removal = await own.admin('DELETE', `/identities/${id}/credentials/oidc?identifier=corp:ada-1`)
  expect(removal.status).toBe(400)
  await own.stop()
})

test('a link that needs a fresh sign-in continues after one with another provider', async () => {
  harness.provider.signInAs(ada)
  const browser = harness.browser()
  const start = (await browser.ask('/self-service/login/browser')).body
  await harness.providerDetails(browser, await browser.send(start, { provider: 'corp' }))
  harness.clock.advance(16 * 60_000)
  const flow = (await browser.ask('/self-service/settings/browser')).body
  const refused = await browser.post(flow, { link: 'other' })
  const refresh = (await browser.ask(refused.location ?? '')).body
  const confirmed = await harness.providerDetails(browser, await browser.send(refresh, { provider: 'corp' }))
  expect(confirmed.location).toContain('/self-service/settings?flow=')
  const resumed = await browser.go(confirmed.location ?? '')
  expect([resumed.status, new URL(resumed.location ?? '').origin]).toEqual([303, harness.provider.issuer])
  harness.provider.signInAs({ sub: 'ada-remote' })
  const back = await browser.go(await harness.provider.visit(resumed.location ?? ''))
  expect(back.location).toBe(`${pages}/settings?flow=${flow.id}`)
  const saved = (await browser.ask(`/self-service/settings/flows?id=${flow.id}`)).body
  expect(buttons(saved)).toContain('unlink=other')
})

test('if the account has a second factor, the link waits for it @linking-3', async () => {
  const own = await createProviderHarness({
    selfservice: { methods: { code: { enabled: true, passwordless_enabled: false, mfa_enabled: true } } },
  })
  own.provider.signInAs(ada)
  const id = await own.account(email)
  const { browser, flow } = await collide('login', own)
  const first = await browser.send(flow, { method: 'password', identifier: email, password: goodPassword })
  expect([first.status, first.body.redirect_browser_to]).toEqual([422, expect.stringContaining('aal=aal2')])
  expect(await credentialOf(id, own)).toBeUndefined()

  const second = (await browser.ask('/self-service/login/browser?aal=aal2')).body
  const code = await own.codeFor(email)
  const done = await browser.send(second, { method: 'code', code })
  expect(done.status).toBe(200)
  expect(await credentialOf(id, own)).toMatchObject({ identifiers: ['corp:ada-1'] })
  await own.stop()
})

test('the link waits for the second factor although the form before it has expired meanwhile @linking-5', async () => {
  const own = await createProviderHarness({
    selfservice: { methods: { code: { enabled: true, passwordless_enabled: false, mfa_enabled: true } } },
  })
  own.provider.signInAs(ada)
  const id = await own.account(email)
  const { browser, flow } = await collide('login', own)
  own.clock.advance(59 * 60_000)
  await browser.send(flow, { method: 'password', identifier: email, password: goodPassword })
  own.clock.advance(2 * 60_000)
  const second = (await browser.ask('/self-service/login/browser?aal=aal2')).body
  expect((await browser.send(second, { method: 'code', code: await own.codeFor(email) })).status).toBe(200)
  expect(await credentialOf(id, own)).toMatchObject({ identifiers: ['corp:ada-1'] })
  await own.stop()
})

test('a hook that is called after a sign-in gets the account as it was linked', async () => {
  const receiver = await startHookReceiver()
  const own = await createProviderHarness(
    after('login', webHook(`${receiver.url}/login`, { response: { ignore: true } })),
  )
  own.provider.signInAs(ada)
  await own.account(email)
  const { browser, flow } = await collide('login', own)
  const done = await browser.send(flow, { method: 'password', identifier: email, password: goodPassword })
  expect(done.status).toBe(200)
  own.start()
  await own.idle()
  expect(receiver.received.at(-1)?.body.session.authentication_methods).toMatchObject([
    { method: 'password' },
    { method: 'oidc', provider: 'corp' },
  ])
  await own.stop()
  await receiver.close()
})

/** Templates of the messages to the owner, oldest first. */
const sentTo = async (address: string) =>
  (await harness.messagesTo(address)).map(({ template: name }) => name).toReversed()

test('the owner of an account is informed by mail that another account was linked in the settings, and unlinked', async () => {
  harness.provider.signInAs({ ...ada, email: 'other@example.org' })
  await harness.account(email, proved(email))
  const browser = harness.browser()
  await browser.signIn(email)
  const settings = async () => (await browser.ask('/self-service/settings/browser')).body
  await harness.providerDetails(browser, await browser.send(await settings(), { link: 'corp' }))
  expect(await sentTo(email)).toEqual(['provider_linked'])
  harness.clock.advance(1_000)
  expect((await browser.send(await settings(), { unlink: 'corp' })).status).toBe(200)
  expect(await sentTo(email)).toEqual(['provider_linked', 'provider_unlinked'])
})

test('the owner of an account is informed by mail that signing in has linked another account', async () => {
  harness.provider.signInAs(ada)
  await harness.account(email, proved(email))
  const { browser, flow } = await collide()
  await browser.send(flow, { method: 'password', identifier: email, password: goodPassword })
  expect(await sentTo(email)).toEqual(['provider_linked'])
})
