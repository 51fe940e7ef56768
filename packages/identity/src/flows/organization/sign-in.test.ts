import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { buttons, field, goodPassword, messages, pages, service } from '../flow-harness.fixture.ts'
import { acme, blue, createOrganizationHarness, type OrganizationHarness } from './organization-harness.fixture.ts'

let harness: OrganizationHarness
beforeEach(async () => {
  harness = await createOrganizationHarness()
})
afterEach(() => harness.stop())

const ada = { sub: 'ada-1', email: 'ada@acme.test', email_verified: true, given_name: 'Ada' }

describe('a flow of an organization', () => {
  test.each(['login', 'registration'])('offers its connections, and nothing else (%s)', async (kind) => {
    const flow = (await harness.browser().ask(`/self-service/${kind}/browser?organization=${acme.toUpperCase()}`)).body
    expect([flow.organization_id, flow.organization]).toEqual([acme, { label: 'Acme' }])
    expect(buttons(flow).filter((button) => !button.startsWith('method='))).toEqual(['provider=acme-sso'])
    expect(field(flow, 'password')).toBeUndefined()
    const native = (await harness.app().ask(`/self-service/${kind}/api?organization=${acme}`)).body
    expect([native.organization_id, buttons(native)]).toEqual([acme, ['provider=acme-sso']])
  })

  test.each(['nope', '00000000-0000-4000-8000-000000000000', ''])('%j is an ordinary flow', async (id) => {
    const flow = (await harness.browser().ask(`/self-service/login/browser?organization=${id}`)).body
    expect([flow.organization_id, flow.organization]).toEqual([null, undefined])
    expect(buttons(flow)).toEqual(['method=identifier_first', 'provider=social'])
  })

  test('is passed to the provider by a separate address @sign-in-8', async () => {
    const browser = harness.browser()
    const flow = (await browser.ask(`/self-service/login/browser?organization=${acme}`)).body
    const { redirect_browser_to: address } = (await browser.send(flow, { provider: 'acme-sso' })).body
    expect(new URL(address).searchParams.get('redirect_uri')).toBe(
      `${service}/self-service/methods/oidc/organization/${acme}/callback/acme-sso`,
    )
  })

  test.each(['/self-service/login/browser', `/self-service/login/browser?organization=${blue}`])(
    'of another organization, or of none, does not know its connections (%s)',
    async (path) => {
      const browser = harness.browser()
      const flow = (await browser.ask(path)).body
      expect((await browser.send(flow, { provider: 'acme-sso' })).status).toBe(404)
    },
  )
})

describe('a new person of an organization', () => {
  test('gets an account at the first sign-in, as its member', async () => {
    const { browser, isIn } = await harness.enter(ada, 'acme-sso', acme)
    expect(isIn).toBe(true)
    const session = (await browser.whoami()).body
    expect(session.authentication_methods).toMatchObject([
      { method: 'oidc', aal: 'aal1', provider: 'acme-sso', organization: acme },
    ])
    expect(session.identity).toMatchObject({
      organization_id: acme,
      traits: { email: 'ada@acme.test', name: { first: 'Ada' } },
      verifiable_addresses: [{ verified: true }],
    })
    const { body } = await harness.admin('GET', `/identities/${session.identity.id}?include_credential=oidc`)
    expect(body.credentials.oidc.config.providers).toMatchObject([{ provider: 'acme-sso', organization: acme }])

    const again = await harness.enter(ada, 'acme-sso', acme)
    expect((await again.browser.whoami()).body.identity.id).toBe(session.identity.id)
  })

  test('with an address outside of its domains is a member all the same', async () => {
    const { browser } = await harness.enter({ ...ada, email: 'ada@elsewhere.test' }, 'acme-sso', acme)
    expect((await browser.whoami()).body.identity.organization_id).toBe(acme)
  })

  test('with an address of another organization gets none', async () => {
    const { browser, answer, isIn } = await harness.enter({ ...ada, email: 'ada@blue.test' }, 'acme-sso', acme)
    expect(isIn).toBe(false)
    expect((await harness.shown(browser, answer)).ui.messages[0].text).toContain('belongs to Blue')
    expect((await harness.admin('GET', '/identities')).body).toEqual([])
  })

  test('cannot type another address than the organization knows', async () => {
    harness.provider.signInAs(ada)
    const browser = harness.browser()
    const flow = (await browser.ask(`/self-service/registration/browser?organization=${acme}`)).body
    const start = await browser.send(flow, { provider: 'acme-sso', traits: { email: 'ceo@acme.test' } })
    await harness.through(browser, start)
    expect((await browser.whoami()).body.identity.traits.email).toBe('ada@acme.test')
  })
})

describe('a person who types an address of an organization', () => {
  test.each([
    ['known', true],
    ['unknown', false],
  ])('is sent to its connections, and nothing is said about the account (%s) @sign-in-9', async (_what, exists) => {
    if (exists) await harness.account('ada@acme.test')
    const browser = harness.browser()
    const first = (await browser.ask('/self-service/login/browser')).body
    const { status, body } = await browser.send(first, { method: 'identifier_first', identifier: 'Ada@ACME.test' })
    expect([status, body.organization_id, body.active]).toEqual([400, acme, 'identifier_first'])
    expect(body.organization).toEqual({ label: 'Acme' })
    expect(buttons(body)).toEqual(['provider=acme-sso'])
    expect(field(body, 'identifier').attributes).toMatchObject({ type: 'hidden', value: 'Ada@ACME.test' })
    expect(messages(body)).toEqual([])
    harness.provider.signInAs({ ...ada, email: 'new@acme.test' })
    const back = await harness.through(browser, await browser.send(body, { provider: 'acme-sso' }))
    expect(back.location).toBe(`${pages}/`)
  })

  test.each([
    ['a password', { method: 'password', identifier: 'ada@acme.test', password: goodPassword }],
    ['a wrong password', { method: 'password', identifier: 'ada@acme.example', password: 'wrong' }],
    ['a code', { method: 'code', identifier: 'ada@acme.test' }],
  ])('is sent there with %s too, and signed in by none @sign-in-10', async (_what, fields) => {
    await harness.account('ada@acme.test')
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/login/browser')).body
    const { status, body } = await browser.send(flow, fields)
    expect([status, buttons(body), messages(body)]).toEqual([400, ['provider=acme-sso'], [4000001]])
    expect((await browser.whoami()).status).toBe(401)
    expect(await harness.messagesTo('ada@acme.test')).toEqual([])
  })

  test('as an app gets the same answer', async () => {
    const app = harness.app()
    const flow = (await app.ask('/self-service/login/api')).body
    const { status, body } = await app.send(flow, { method: 'password', identifier: 'x@acme.test', password: 'x' })
    expect([status, buttons(body)]).toEqual([400, ['provider=acme-sso']])
  })

  test('of a subdomain is not', async () => {
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/login/browser')).body
    const { body } = await browser.send(flow, { method: 'identifier_first', identifier: 'ada@mail.acme.test' })
    expect(body.organization_id).toBeNull()
  })
})

describe('a member', () => {
  const member = async (email: string) => harness.account(email, { organization_id: acme })

  test.each([
    ['a password', () => ({ method: 'password', identifier: 'ada@home.test', password: goodPassword })],
    [
      'a code',
      async () => ({ method: 'code', identifier: 'ada@home.test', code: await harness.codeFor('ada@home.test') }),
    ],
  ])('with an address of no organization is refused with %s that is right', async (what, fields) => {
    await member('ada@home.test')
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/login/browser')).body
    if (what === 'a code') await browser.send(flow, { method: 'code', identifier: 'ada@home.test' })
    const { status, body } = await browser.send(flow, await fields())
    expect([status, buttons(body), messages(body)]).toEqual([400, ['provider=acme-sso'], [4000001]])
    expect((await browser.whoami()).status).toBe(401)
  })

  test('a person known by another name is sent to the connections', async () => {
    await member('ada@home.test')
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/login/browser')).body
    const { body } = await browser.send(flow, { method: 'identifier_first', identifier: 'ada@home.test' })
    expect([body.organization_id, buttons(body)]).toEqual([acme, ['provider=acme-sso']])
  })

  test('of one organization does not get in by the connection of another @sign-in-11', async () => {
    const { browser } = await harness.enter(ada, 'acme-sso', acme)
    const { id } = (await browser.whoami()).body.identity
    const link = { op: 'replace', path: '/organization_id', value: blue }
    expect((await harness.admin('PATCH', `/identities/${id}`, [link])).status).toBe(200)
    const moved = await harness.enter(ada, 'acme-sso', acme)
    expect([moved.isIn, (await moved.browser.whoami()).status]).toEqual([false, 401])
    expect((await harness.shown(moved.browser, moved.answer)).ui.messages[0].text).toContain('does not belong')
  })

  test('a person who has left the organization cannot sign in by its connection @sign-in-12', async () => {
    const { browser } = await harness.enter(ada, 'acme-sso', acme)
    const { id } = (await browser.whoami()).body.identity
    await harness.admin('PATCH', `/identities/${id}`, [{ op: 'replace', path: '/organization_id', value: null }])
    expect((await harness.enter(ada, 'acme-sso', acme)).isIn).toBe(false)
  })

  test('confirms a session with the connection', async () => {
    const { browser } = await harness.enter(ada, 'acme-sso', acme)
    const flow = (await browser.ask('/self-service/login/browser?refresh=true')).body
    expect([flow.organization_id, buttons(flow)]).toEqual([acme, ['provider=acme-sso']])
    const back = await harness.through(browser, await browser.send(flow, { provider: 'acme-sso' }))
    expect(back.status).toBe(303)
    expect((await browser.whoami()).body.authentication_methods).toHaveLength(2)
  })

  test('does not get in by recovery; an administrator can let them in @sign-in-13', async () => {
    const id = await member('ada@home.test')
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/recovery/browser')).body
    await browser.send(flow, { method: 'code', email: 'ada@home.test' })
    const answer = await browser.send(flow, { method: 'code', code: await harness.codeFor('ada@home.test') })
    expect([answer.status, (await browser.whoami()).status]).toEqual([403, 401])

    const given = (await harness.admin('POST', '/recovery/code', { identity_id: id })).body
    const other = harness.browser()
    const opened = (await other.ask(`/self-service/recovery/flows?id=${given.recovery_link.split('flow=')[1]}`)).body
    await other.send(opened, { method: 'code', code: given.recovery_code })
    expect((await other.whoami()).status).toBe(200)
  })
})

test('without an organization that has a connection everything is as it was', async () => {
  const plain = await createOrganizationHarness({
    selfservice: { methods: { b2b: { config: { organizations: [] } } } },
  })
  await plain.account('ada@acme.test', { organization_id: acme })
  expect((await plain.browser().signIn('ada@acme.test')).status).toBe(200)
  const flow = (await plain.browser().ask(`/self-service/login/browser?organization=${acme}`)).body
  expect(buttons(flow)).toEqual(['method=identifier_first', 'provider=social'])
  await plain.stop()
})
