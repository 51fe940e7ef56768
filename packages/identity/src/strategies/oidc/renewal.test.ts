import { describe, expect, onTestFinished, test } from 'vitest'

import { buttons, goodPassword, messages, pages } from '../../flows/flow-harness.fixture.ts'
import type { ConfigTree } from '../../configuration/unsupported.ts'
import { createProviderHarness, type ProviderHarness } from './oidc.fixture.ts'

const email = 'ada@example.org'
const ada = { sub: 'ada-1', email, email_verified: true, given_name: 'Ada' }
const automatic = { update_identity_on_login: 'automatic' }

async function openHarness(corp: ConfigTree = automatic, overrides: ConfigTree = {}, other: ConfigTree = {}) {
  const harness = await createProviderHarness(overrides, corp, other)
  onTestFinished(() => harness.stop())
  return harness
}

/** Signs in, or up, with the provider's present claims; returns the person, and the address of the redirect. */
async function comeBack(
  harness: ProviderHarness,
  claims: { readonly sub: string } & Readonly<Record<string, unknown>>,
) {
  harness.provider.signInAs(claims)
  harness.clock.advance(1_000)
  const browser = harness.browser()
  const start = (await browser.ask('/self-service/login/browser')).body
  const back = await harness.providerDetails(browser, await browser.send(start, { provider: 'corp' }))
  const who = await browser.whoami()
  return { browser, back, status: who.status, identity: who.body.identity }
}

/** Returns the messages of a sign-in that opened no session. */
async function faultsAt(comer: Awaited<ReturnType<typeof comeBack>>): Promise<readonly number[]> {
  expect(comer.status).toBe(401)
  const id = new URL(comer.back.location ?? '').searchParams.get('flow')
  return messages((await comer.browser.ask(`/self-service/login/flows?id=${id}`)).body)
}

const stored = async (harness: ProviderHarness, id: string) => (await harness.admin('GET', `/identities/${id}`)).body

describe('an account with a provider as its source of truth', () => {
  test('follows the claims of the provider, and keeps the traits that it does not report', async () => {
    const harness = await openHarness()
    const { identity } = await comeBack(harness, ada)
    const patch = [{ op: 'add', path: '/traits/news', value: true }]
    await harness.admin('PATCH', `/identities/${identity.id}`, patch)
    const next = await comeBack(harness, { ...ada, given_name: 'Augusta' })
    expect(next.identity).toMatchObject({ id: identity.id, traits: { email, name: { first: 'Augusta' }, news: true } })
    const events = (await harness.events.tail({ after: 0, limit: 100 })).map(({ type }) => type)
    expect(events).toContain('IdentityUpdated')
    const later = await comeBack(harness, { sub: ada.sub, email, email_verified: true })
    expect(later.identity.traits).toEqual(next.identity.traits)
  })

  test('is written only if something has changed', async () => {
    const harness = await openHarness()
    const { identity } = await comeBack(harness, ada)
    const next = await comeBack(harness, ada)
    expect(next.identity.updated_at).toBe(identity.updated_at)
  })

  test('stays as it is if the provider must not change it', async () => {
    const harness = await openHarness({})
    const { identity } = await comeBack(harness, ada)
    const next = await comeBack(harness, { ...ada, given_name: 'Augusta' })
    expect(next.identity).toEqual(identity)
  })

  test.each([true, false])(
    'gets a new address, proved only if the provider says so: %s @renewal-1',
    async (email_verified) => {
      const harness = await openHarness()
      const { identity } = await comeBack(harness, ada)
      const next = await comeBack(harness, { ...ada, email: 'countess@example.org', email_verified })
      expect(next.identity.id).toBe(identity.id)
      expect(next.identity.verifiable_addresses).toMatchObject([
        { value: 'countess@example.org', verified: email_verified },
      ])
    },
  )

  test('does not lose that its address was proved', async () => {
    const harness = await openHarness()
    const { identity } = await comeBack(harness, ada)
    const next = await comeBack(harness, { ...ada, email_verified: false, given_name: 'Augusta' })
    expect(next.identity.verifiable_addresses).toEqual(identity.verifiable_addresses)
  })

  test('keeps its password, now for the new address', async () => {
    const harness = await openHarness()
    const oidc = { config: { providers: [{ provider: 'corp', subject: ada.sub }] } }
    await harness.account(email, { credentials: { password: { config: { password: goodPassword } }, oidc } })
    await comeBack(harness, { ...ada, email: 'countess@example.org' })
    expect((await harness.browser().signIn('countess@example.org')).status).toBe(200)
    expect((await harness.browser().signIn(email)).status).toBe(400)
  })

  test('takes no address of another account @renewal-2', async () => {
    const harness = await openHarness()
    const { identity } = await comeBack(harness, ada)
    await harness.account('bob@example.org')
    expect(await faultsAt(await comeBack(harness, { ...ada, email: 'bob@example.org' }))).toEqual([4000007])
    expect((await stored(harness, identity.id)).traits).toEqual(identity.traits)
  })

  test('never becomes one that its schema does not allow', async () => {
    const harness = await openHarness()
    const { identity } = await comeBack(harness, ada)
    const comer = await comeBack(harness, { ...ada, email: 'no address' })
    expect(await faultsAt(comer)).toEqual([4000001])
    expect((await stored(harness, identity.id)).traits).toEqual(identity.traits)
  })

  test('is not changed once it is switched off', async () => {
    const harness = await openHarness()
    const { identity } = await comeBack(harness, ada)
    await harness.admin('PATCH', `/identities/${identity.id}`, [{ op: 'replace', path: '/state', value: 'inactive' }])
    const comer = await comeBack(harness, { ...ada, given_name: 'Augusta' })
    expect(comer.status).toBe(401)
    expect((await stored(harness, identity.id)).traits).toEqual(identity.traits)
  })

  test('takes no address of an organization, as only its connection makes members @renewal-3', async () => {
    const id = '6bb1c7d1-3b3e-4995-9e09-35649dc45a2b'
    const organizations = [{ id, label: 'Acme', domains: ['acme.example'] }]
    const overrides = { selfservice: { methods: { b2b: { config: { organizations } } } } }
    const harness = await openHarness(automatic, overrides, { organization_id: id })
    const { identity } = await comeBack(harness, ada)
    expect(identity.traits.email).toBe(email)
    expect(await faultsAt(await comeBack(harness, { ...ada, email: 'ada@acme.example' }))).toHaveLength(1)
    expect((await stored(harness, identity.id)).traits).toEqual(identity.traits)
  })
})

describe('with mitigation, an account with a provider as its source of truth @renewal-6', () => {
  const mitigated = { security: { account_enumeration: { mitigate: true } } }
  const sentTo = async (harness: ProviderHarness, address: string) =>
    (await harness.messagesTo(address)).map((row) => row.template)

  test('is signed in to alike, whether a new address that is not proved is free or has an account', async () => {
    const harness = await openHarness(automatic, mitigated)
    const { identity } = await comeBack(harness, ada)
    await harness.account('bob@example.org')
    const seen = []
    for (const address of ['bob@example.org', 'eve@example.org']) {
      const comer = await comeBack(harness, { ...ada, email: address, email_verified: false, given_name: 'Augusta' })
      const settings = (await comer.browser.ask('/self-service/settings/browser')).body
      const shown = buttons(settings).map((button) => button.replace(/=.*/, ''))
      seen.push([comer.status, comer.back.status, comer.back.location, comer.identity.traits, shown])
    }
    expect(seen[1]).toEqual(seen[0])
    expect(seen[0]).toMatchObject([
      200,
      303,
      expect.anything(),
      { email, name: { first: 'Augusta' } },
      expect.anything(),
    ])
    expect(seen[0]?.[4]).toContain('discard_address')
    expect(await sentTo(harness, 'bob@example.org')).toEqual(['address_attempted'])
    expect(await sentTo(harness, 'eve@example.org')).toEqual(['verification_code_valid'])
    expect(await sentTo(harness, email)).toContain('address_change_requested')
    expect((await stored(harness, identity.id)).traits.email).toBe(email)
  })

  test('gets the address once it is proved, and one message for it, not one with every sign-in', async () => {
    const harness = await openHarness(automatic, mitigated)
    const { identity } = await comeBack(harness, ada)
    const claims = { ...ada, email: 'countess@example.org', email_verified: false }
    await comeBack(harness, claims)
    const { browser } = await comeBack(harness, claims)
    expect(await sentTo(harness, 'countess@example.org')).toHaveLength(1)
    const settings = (await browser.ask('/self-service/settings/browser')).body
    const resend = buttons(settings).find((button) => button.startsWith('resend_address='))
    const answer = await browser.send(settings, { resend_address: resend?.slice('resend_address='.length) })
    const shown = answer.body.continue_with.at(-1).flow
    const flow = (await browser.ask(`/self-service/verification/flows?id=${shown.id}`)).body
    await browser.send(flow, { method: 'code', code: await harness.codeFor('countess@example.org') })
    expect((await stored(harness, identity.id)).verifiable_addresses).toMatchObject([
      { value: 'countess@example.org', verified: true },
    ])
  })

  test('gets an address at once that the provider has proved, and is informed that this one is taken', async () => {
    const harness = await openHarness(automatic, mitigated)
    const { identity } = await comeBack(harness, ada)
    await comeBack(harness, { ...ada, email: 'countess@example.org' })
    expect((await stored(harness, identity.id)).traits.email).toBe('countess@example.org')
    await harness.account('bob@example.org')
    expect(await faultsAt(await comeBack(harness, { ...ada, email: 'bob@example.org' }))).toEqual([4000007])
  })
})

describe('a mapper', () => {
  const program = (text: string) => ({ mapper_url: `base64://${Buffer.from(text).toString('base64')}`, ...automatic })

  test('sees the account as it is, and changes the metadata that it names', async () => {
    const harness = await openHarness(
      program(`
        local claims = std.extVar('claims');
        local now = std.extVar('identity');
        local sign_ins = if 'sign_ins' in now.metadata_admin then now.metadata_admin.sign_ins else 0;
        { identity: {
            traits: { email: claims.email, [if 'news' in now.traits then 'news']: !now.traits.news },
            metadata_admin: { sign_ins: sign_ins + 1 },
        } }`),
    )
    const { identity } = await comeBack(harness, ada)
    await harness.admin('PATCH', `/identities/${identity.id}`, [
      { op: 'add', path: '/traits/news', value: true },
      { op: 'add', path: '/metadata_public', value: { plan: 'gold' } },
    ])
    await comeBack(harness, ada)
    expect(await stored(harness, identity.id)).toMatchObject({
      traits: { email, news: false },
      metadata_public: { plan: 'gold' },
      metadata_admin: { sign_ins: 2 },
    })
  })

  test('that does not cope with the claims opens no session', async () => {
    const harness = await openHarness(
      program("{ identity: { traits: { email: std.extVar('claims').email, age: 'old' } } }"),
    )
    await harness.account(email, {
      credentials: { oidc: { config: { providers: [{ provider: 'corp', subject: ada.sub }] } } },
    })
    expect(await faultsAt(await comeBack(harness, ada))).toEqual([4000001])
  })
})

describe('an account that has the e-mail of a person who signs in with Google', () => {
  const gmail = 'ada@gmail.com'
  const google = { provider: 'google', account_linking_mode: 'automatic' }
  const verified = [{ value: gmail, via: 'email', verified: true, status: 'completed' }]
  const comer = { ...ada, email: gmail }
  const linksOf = async (harness: ProviderHarness, id: string) =>
    (await harness.admin('GET', `/identities/${id}?include_credential=oidc`)).body.credentials.oidc?.identifiers

  test('is theirs, if both sides have verified it', async () => {
    const harness = await openHarness(google)
    const id = await harness.account(gmail, { verifiable_addresses: verified })
    const { back, browser, identity } = await comeBack(harness, comer)
    expect([back.location, identity.id]).toEqual([`${pages}/`, id])
    expect((await browser.whoami()).body.authentication_methods).toMatchObject([{ method: 'oidc', provider: 'corp' }])
    expect(await linksOf(harness, id)).toEqual(['corp:ada-1'])
    expect((await comeBack(harness, comer)).identity.id).toBe(id)
  })

  test.each([
    ['Google has not verified it', { claims: { email_verified: false } }],
    ['it belongs to a Workspace', { claims: { hd: 'gmail.com' } }],
    ['it is no mailbox of Google', { email: 'ada@example.org' }],
    ['the account has not verified it', { account: {} }],
    ['the account is linked to another one there', { link: 'ada-2' }],
    ['the operator wants people to confirm', { config: { account_linking_mode: 'confirm_with_existing_credential' } }],
    ['it is another kind of provider', { config: { provider: 'generic' } }],
  ])('is asked for as always where %s @renewal-4', async (_why, given: Given) => {
    const harness = await openHarness({ ...google, ...given.config })
    const address = given.email ?? gmail
    const addresses = [{ value: address, via: 'email', verified: true, status: 'completed' }]
    const credentials = {
      password: { config: { password: goodPassword } },
      ...(given.link !== undefined && { oidc: { config: { providers: [{ provider: 'corp', subject: given.link }] } } }),
    }
    const id = await harness.account(address, {
      credentials,
      ...(given.account ?? { verifiable_addresses: addresses }),
    })
    const before = await linksOf(harness, id)
    const comes = await comeBack(harness, { ...comer, email: address, ...given.claims })
    expect(await faultsAt(comes)).toEqual([1010016])
    expect(await linksOf(harness, id)).toEqual(before)
  })

  interface Given {
    readonly claims?: Readonly<Record<string, unknown>>
    readonly email?: string
    readonly account?: Readonly<Record<string, unknown>>
    readonly link?: string
    readonly config?: ConfigTree
  }

  test('is linked only after its second factor @renewal-5', async () => {
    const harness = await openHarness(google, {
      selfservice: { methods: { code: { enabled: true, passwordless_enabled: false, mfa_enabled: true } } },
    })
    const id = await harness.account(gmail, { verifiable_addresses: verified })
    const { browser, back } = await comeBack(harness, comer)
    expect(back.location).toContain('aal=aal2')
    expect(await linksOf(harness, id)).toBeUndefined()
    const second = (await browser.ask('/self-service/login/browser?aal=aal2')).body
    expect(buttons(second)).not.toContain('provider=corp')
    expect((await browser.send(second, { method: 'code', code: await harness.codeFor(gmail) })).status).toBe(200)
    expect(await linksOf(harness, id)).toEqual(['corp:ada-1'])
  })
})
