import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { buttons, field, goodPassword, messages, pages, type Answer, type Browser } from '../flow-harness.fixture.ts'
import { acme, blue, createOrganizationHarness, type OrganizationHarness } from './organization-harness.fixture.ts'

let harness: OrganizationHarness
beforeEach(async () => {
  harness = await createOrganizationHarness()
})
afterEach(() => harness.stop())

const ada = { sub: 'ada-1', email: 'ada@acme.test', email_verified: true, given_name: 'Ada' }
const idOf = async (browser: Browser): Promise<string> => (await browser.whoami()).body.identity.id

/** Creates an account from before the organization existed. */
async function older(email: string, extra: Readonly<Record<string, unknown>> = {}) {
  return harness.account(email, extra)
}

describe('an account from before', () => {
  test('with an address of the organization joins it by signing in as always, once', async () => {
    const id = await older('ada@acme.test')
    const { browser, answer } = await harness.enter(ada, 'acme-sso', acme)
    expect(answer.location).toMatch(/\/login\?flow=.*no_org_ui=true/)
    const flow = await harness.shown(browser, answer)
    expect(messages(flow)).toEqual([1010016])
    const done = await browser.send(flow, { method: 'password', identifier: 'ada@acme.test', password: goodPassword })
    expect(done.status).toBe(200)
    const { identity } = (await browser.whoami()).body
    expect([identity.id, identity.organization_id]).toEqual([id, acme])

    // From now on the password is invalid, and only the connection signs in.
    expect((await harness.browser().signIn('ada@acme.test')).status).toBe(400)
    expect(await idOf((await harness.enter(ada, 'acme-sso', acme)).browser)).toBe(id)
  })

  test('needs its own proof for that', async () => {
    await older('ada@acme.test')
    const { browser, answer } = await harness.enter({ ...ada, sub: 'mallory' }, 'acme-sso', acme)
    const flow = await harness.shown(browser, answer)
    const wrong = await browser.send(flow, {
      method: 'password',
      identifier: 'ada@acme.test',
      password: 'wrong-1-wrong',
    })
    expect([wrong.status, messages(wrong.body)]).toEqual([400, [4000006]])
    expect((await browser.whoami()).status).toBe(401)
  })

  test('with an address of another domain is out of the reach of an organization @joining-1', async () => {
    await older('victim@home.test')
    const { browser, answer, isIn } = await harness.enter({ ...ada, email: 'victim@home.test' }, 'acme-sso', acme)
    expect(isIn).toBe(false)
    const flow = await harness.shown(browser, answer)
    expect(field(flow, 'password')).toBeUndefined()
    expect(flow.ui.messages[0].text).toContain('does not manage it')
    expect((await harness.browser().signIn('victim@home.test')).status).toBe(200)
  })

  test('of another organization is out of its reach too', async () => {
    await older('bob@acme.test', { organization_id: blue })
    const { browser, answer, isIn } = await harness.enter({ ...ada, email: 'bob@acme.test' }, 'acme-sso', acme)
    expect([isIn, (await browser.whoami()).status]).toEqual([false, 401])
    expect((await harness.shown(browser, answer)).ui.messages[0].text).toContain('does not manage it')
  })

  test('is not opened by a provider of the project @joining-2', async () => {
    await older('ada@acme.test')
    harness.provider.signInAs(ada)
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/login/browser')).body
    const back = await harness.through(browser, await browser.send(flow, { provider: 'social' }))
    const shown = await harness.shown(browser, back)
    expect([shown.organization_id, buttons(shown)]).toEqual([acme, ['provider=acme-sso']])
    expect((await browser.whoami()).status).toBe(401)
  })
})

describe('an account that an administrator created for a member', () => {
  const made = async (extra: Readonly<Record<string, unknown>> = {}) => {
    const body = { schema_id: 'person', traits: { email: 'ada@acme.test' }, organization_id: acme, ...extra }
    return String((await harness.admin('POST', '/identities', body)).body.id)
  }

  test('is theirs at the first sign-in', async () => {
    const id = await made()
    const { browser } = await harness.enter(ada, 'acme-sso', acme)
    expect(await idOf(browser)).toBe(id)
    expect((await browser.whoami()).body.identity.verifiable_addresses).toMatchObject([{ verified: true }])
  })

  test('is theirs if the provider does not report whether the address is verified', async () => {
    const id = await made()
    const { email_verified: _unsaid, ...silent } = ada
    expect(await idOf((await harness.enter(silent, 'acme-sso', acme)).browser)).toBe(id)
  })

  test.each([
    ['the provider says that the address is not verified', { email_verified: false }, 'acme-sso', acme],
    ['it is of another organization', {}, 'blue-sso', blue],
  ])('is not where %s', async (_what, change, connection, organization) => {
    await made()
    const { browser, isIn } = await harness.enter({ ...ada, ...change }, connection, organization)
    expect([isIn, (await browser.whoami()).status]).toEqual([false, 401])
  })

  test('is not given to the next person with the same address @joining-3', async () => {
    await made()
    await harness.enter(ada, 'acme-sso', acme)
    const second = await harness.enter({ ...ada, sub: 'ada-2' }, 'acme-sso', acme)
    expect(second.isIn).toBe(false)
    expect((await harness.shown(second.browser, second.answer)).ui.messages[0].text).toContain('administrator')
  })
})

describe('signing up', () => {
  const signUp = async (fields: Readonly<Record<string, unknown>>): Promise<Answer> => {
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/registration/browser')).body
    return browser.send(flow, fields)
  }

  test.each([
    ['a password', { method: 'password', password: goodPassword }],
    ['a code', { method: 'code' }],
  ])('with an address of an organization goes through its connections, not by %s', async (_what, fields) => {
    const answer = await signUp({ traits: { email: 'new@acme.test' }, ...fields })
    expect([answer.status, answer.body.organization_id]).toEqual([400, acme])
    expect(buttons(answer.body)).toEqual(['provider=acme-sso'])
    expect(field(answer.body, 'traits.email').attributes).toMatchObject({ type: 'hidden', value: 'new@acme.test' })
    expect((await harness.admin('GET', '/identities')).body).toEqual([])
  })

  test('in two steps leads there from the first', async () => {
    const two = await createOrganizationHarness({
      selfservice: { flows: { registration: { style: 'profile_first' } } },
    })
    const browser = two.browser()
    const flow = (await browser.ask('/self-service/registration/browser')).body
    const { body } = await browser.send(flow, { method: 'profile', traits: { email: 'new@acme.test' } })
    expect(buttons(body).filter((button) => button.startsWith('provider'))).toEqual(['provider=acme-sso'])
    expect(field(body, 'password')).toBeUndefined()
    await two.stop()
  })

  test('with a provider of the project does not take an address of an organization', async () => {
    harness.provider.signInAs(ada)
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/registration/browser')).body
    const back = await harness.through(browser, await browser.send(flow, { provider: 'social' }))
    const shown = await harness.shown(browser, back)
    expect([shown.organization_id, buttons(shown)]).toEqual([acme, ['provider=acme-sso']])
    expect((await harness.admin('GET', '/identities')).body).toEqual([])
  })
})

describe('in the settings', () => {
  const settings = async (browser: Browser, query = '') =>
    (await browser.ask(`/self-service/settings/browser${query}`)).body

  test('no account takes an address of an organization @joining-4', async () => {
    await older('eve@home.test')
    const browser = harness.browser()
    await browser.signIn('eve@home.test')
    const flow = await settings(browser)
    const answer = await browser.send(flow, { method: 'profile', traits: { email: 'ceo@acme.test' } })
    expect([answer.status, messages(answer.body)]).toEqual([400, [4000001]])
    expect((await browser.whoami()).body.identity.traits.email).toBe('eve@home.test')
  })

  test('connections are not offered in ordinary forms, nor can they be requested there', async () => {
    await older('eve@home.test')
    const browser = harness.browser()
    await browser.signIn('eve@home.test')
    for (const query of ['', `?organization=${acme}`]) {
      const flow = await settings(browser, query)
      expect(buttons(flow).filter((button) => button.startsWith('link='))).toEqual(['link=social'])
      expect((await browser.send(flow, { link: 'acme-sso' })).status).toBe(404)
    }
  })

  test('a person with an address of the organization joins it with its connection', async () => {
    const id = await older('ada@acme.test')
    const app = harness.browser()
    // Signed in before the organization existed: the session stays valid.
    await harness.admin('PATCH', `/identities/${id}`, [
      { op: 'replace', path: '/traits/email', value: 'ada@home.test' },
    ])
    await app.signIn('ada@home.test')
    await harness.admin('PATCH', `/identities/${id}`, [
      { op: 'replace', path: '/traits/email', value: 'ada@acme.test' },
    ])
    const flow = await settings(app, `?organization=${acme}`)
    expect(buttons(flow)).toEqual(['link=acme-sso'])
    expect(field(flow, 'password')).toBeUndefined()
    harness.provider.signInAs({ ...ada, sub: 'ada-at-acme' })
    const back = await harness.through(app, await app.send(flow, { link: 'acme-sso' }))
    expect(back.location).toMatch(/\/settings\?flow=/)
    expect((await app.whoami()).body.identity).toMatchObject({ id, organization_id: acme })
  })

  test('members do not choose how they sign in', async () => {
    const { browser } = await harness.enter(ada, 'acme-sso', acme)
    const flow = await settings(browser)
    expect(field(flow, 'password')).toBeUndefined()
    expect(buttons(flow)).toEqual(['method=profile'])
    for (const fields of [
      { method: 'password', password: 'another-Horse-battery-1' },
      { link: 'social' },
      { unlink: 'acme-sso' },
    ]) {
      const answer = await browser.send(flow, fields)
      expect(answer.status).toBeGreaterThanOrEqual(400)
    }
    const { body } = await harness.admin('GET', `/identities/${await idOf(browser)}`)
    expect(body.credentials.password?.identifiers ?? ['ada@acme.test']).toEqual(['ada@acme.test'])
    expect(body.credentials.oidc.identifiers).toEqual(['acme-sso:ada-1'])
  })
})

describe('organizations of the control plane', () => {
  const gone = { id: '11111111-1111-4111-8111-111111111111', sessionLifespanMs: undefined, createdAt: 0, updatedAt: 0 }

  test('come, change and go while the service runs', async () => {
    const live = await createOrganizationHarness({
      selfservice: { methods: { b2b: { config: { organizations: [] } } } },
    })
    const organizationOf = async (identifier: string) => {
      const browser = live.browser()
      const flow = (await browser.ask('/self-service/login/browser')).body
      return (await browser.send(flow, { method: 'identifier_first', identifier })).body.organization_id
    }
    expect(await organizationOf('x@live.test')).toBeNull()
    await live.organizations.insert({ ...gone, id: acme, label: 'Acme', domains: ['live.test'] })
    // An organization without a connection has no effect.
    await live.organizations.insert({ ...gone, label: 'None', domains: ['none.test'] })
    expect([await organizationOf('x@live.test'), await organizationOf('x@none.test')]).toEqual([acme, null])
    await live.organizations.update({ ...gone, id: acme, label: 'Acme', domains: ['moved.test'] })
    expect([await organizationOf('x@live.test'), await organizationOf('x@moved.test')]).toEqual([null, acme])
    await live.organizations.replaceAll([])
    expect(await organizationOf('x@moved.test')).toBeNull()
    await live.stop()
  })

  test('set the lifespan of their members’ sessions', async () => {
    const live = await createOrganizationHarness({
      selfservice: { methods: { b2b: { config: { organizations: [] } } } },
    })
    const sessionLifespanMs = 30 * 60_000
    await live.organizations.insert({ ...gone, id: acme, label: 'Acme', domains: [], sessionLifespanMs })
    const { browser, answer } = await live.enter(ada, 'acme-sso', acme)
    expect(answer.location).toBe(`${pages}/`)
    const session = (await browser.whoami()).body
    expect(Date.parse(session.expires_at) - Date.parse(session.issued_at)).toBe(sessionLifespanMs)
    live.clock.advance(sessionLifespanMs + 1)
    expect((await browser.whoami()).status).toBe(401)
    await live.stop()
  })
})
