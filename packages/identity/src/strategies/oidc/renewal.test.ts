import { describe, expect, onTestFinished, test } from 'vitest'

import { buttons, goodPassword, messages, pages } from '../../flows/flow-harness.fixture.ts'
import type { ConfigTree } from '../../configuration/unsupported.ts'
import { lacksJsonnet } from '../../jsonnet/jsonnet.fixture.ts'
import { createProviderDesk } from './oidc.fixture.ts'
import type { ProviderDesk } from './oidc.fixture.ts'

const email = 'ada@example.org'
const ada = { sub: 'ada-1', email, email_verified: true, given_name: 'Ada' }
const automatic = { update_identity_on_login: 'automatic' }

async function openDesk(corp: ConfigTree = automatic, overrides: ConfigTree = {}, other: ConfigTree = {}) {
  const desk = await createProviderDesk(overrides, corp, other)
  onTestFinished(() => desk.stop())
  return desk
}

/** Signs in, or up, with what the provider says now; answers who that is, and where the browser was sent. */
async function comeBack(desk: ProviderDesk, claims: { readonly sub: string } & Readonly<Record<string, unknown>>) {
  desk.provider.signInAs(claims)
  desk.clock.advance(1_000)
  const browser = desk.browser()
  const start = (await browser.ask('/self-service/login/browser')).body
  const back = await desk.throughProvider(browser, await browser.send(start, { provider: 'corp' }))
  const who = await browser.whoami()
  return { browser, back, status: who.status, identity: who.body.identity }
}

/** Why nobody was signed in. */
async function faultsAt(comer: Awaited<ReturnType<typeof comeBack>>): Promise<readonly number[]> {
  expect(comer.status).toBe(401)
  const id = new URL(comer.back.location ?? '').searchParams.get('flow')
  return messages((await comer.browser.ask(`/self-service/login/flows?id=${id}`)).body)
}

const stored = async (desk: ProviderDesk, id: string) => (await desk.admin('GET', `/identities/${id}`)).body

describe('an account whose provider is the source of truth', () => {
  test('follows what the provider tells, and keeps what it does not tell', async () => {
    const desk = await openDesk()
    const { identity } = await comeBack(desk, ada)
    const patch = [{ op: 'add', path: '/traits/news', value: true }]
    await desk.admin('PATCH', `/identities/${identity.id}`, patch)
    const next = await comeBack(desk, { ...ada, given_name: 'Augusta' })
    expect(next.identity).toMatchObject({ id: identity.id, traits: { email, name: { first: 'Augusta' }, news: true } })
    const told = desk.events.tail({ after: 0, limit: 100 }).map(({ type }) => type)
    expect(told).toContain('IdentityUpdated')
    const later = await comeBack(desk, { sub: ada.sub, email, email_verified: true })
    expect(later.identity.traits).toEqual(next.identity.traits)
  })

  test('is written only if something has changed', async () => {
    const desk = await openDesk()
    const { identity } = await comeBack(desk, ada)
    const next = await comeBack(desk, ada)
    expect(next.identity.updated_at).toBe(identity.updated_at)
  })

  test('stays as it is where the provider is not to change it', async () => {
    const desk = await openDesk({})
    const { identity } = await comeBack(desk, ada)
    const next = await comeBack(desk, { ...ada, given_name: 'Augusta' })
    expect(next.identity).toEqual(identity)
  })

  test.each([true, false])(
    'gets a new address, proved only if the provider says so: %s @renewal-1',
    async (email_verified) => {
      const desk = await openDesk()
      const { identity } = await comeBack(desk, ada)
      const next = await comeBack(desk, { ...ada, email: 'countess@example.org', email_verified })
      expect(next.identity.id).toBe(identity.id)
      expect(next.identity.verifiable_addresses).toMatchObject([
        { value: 'countess@example.org', verified: email_verified },
      ])
    },
  )

  test('does not lose that its address was proved', async () => {
    const desk = await openDesk()
    const { identity } = await comeBack(desk, ada)
    const next = await comeBack(desk, { ...ada, email_verified: false, given_name: 'Augusta' })
    expect(next.identity.verifiable_addresses).toEqual(identity.verifiable_addresses)
  })

  test('keeps its password, which goes with the new address', async () => {
    const desk = await openDesk()
    const oidc = { config: { providers: [{ provider: 'corp', subject: ada.sub }] } }
    await desk.account(email, { credentials: { password: { config: { password: goodPassword } }, oidc } })
    await comeBack(desk, { ...ada, email: 'countess@example.org' })
    expect((await desk.browser().signIn('countess@example.org')).status).toBe(200)
    expect((await desk.browser().signIn(email)).status).toBe(400)
  })

  test("takes nobody else's address @renewal-2", async () => {
    const desk = await openDesk()
    const { identity } = await comeBack(desk, ada)
    await desk.account('bob@example.org')
    expect(await faultsAt(await comeBack(desk, { ...ada, email: 'bob@example.org' }))).toEqual([4000007])
    expect((await stored(desk, identity.id)).traits).toEqual(identity.traits)
  })

  test('never becomes one that its schema does not allow', async () => {
    const desk = await openDesk()
    const { identity } = await comeBack(desk, ada)
    const comer = await comeBack(desk, { ...ada, email: 'no address' })
    expect(await faultsAt(comer)).toEqual([4000001])
    expect((await stored(desk, identity.id)).traits).toEqual(identity.traits)
  })

  test('is left alone once it is switched off', async () => {
    const desk = await openDesk()
    const { identity } = await comeBack(desk, ada)
    await desk.admin('PATCH', `/identities/${identity.id}`, [{ op: 'replace', path: '/state', value: 'inactive' }])
    const comer = await comeBack(desk, { ...ada, given_name: 'Augusta' })
    expect(comer.status).toBe(401)
    expect((await stored(desk, identity.id)).traits).toEqual(identity.traits)
  })

  test('takes no address of an organization, whose connection alone makes members @renewal-3', async () => {
    const id = '6bb1c7d1-3b3e-4995-9e09-35649dc45a2b'
    const organizations = [{ id, label: 'Acme', domains: ['acme.example'] }]
    const overrides = { selfservice: { methods: { b2b: { config: { organizations } } } } }
    const desk = await openDesk(automatic, overrides, { organization_id: id })
    const { identity } = await comeBack(desk, ada)
    expect(identity.traits.email).toBe(email)
    expect(await faultsAt(await comeBack(desk, { ...ada, email: 'ada@acme.example' }))).toHaveLength(1)
    expect((await stored(desk, identity.id)).traits).toEqual(identity.traits)
  })
})

describe.skipIf(lacksJsonnet)('a mapper', () => {
  const program = (text: string) => ({ mapper_url: `base64://${Buffer.from(text).toString('base64')}`, ...automatic })

  test('sees the account as it is, and changes the metadata that it names', async () => {
    const desk = await openDesk(
      program(`
        local claims = std.extVar('claims');
        local now = std.extVar('identity');
        local visits = if 'visits' in now.metadata_admin then now.metadata_admin.visits else 0;
        { identity: {
            traits: { email: claims.email, [if 'news' in now.traits then 'news']: !now.traits.news },
            metadata_admin: { visits: visits + 1 },
        } }`),
    )
    const { identity } = await comeBack(desk, ada)
    await desk.admin('PATCH', `/identities/${identity.id}`, [
      { op: 'add', path: '/traits/news', value: true },
      { op: 'add', path: '/metadata_public', value: { plan: 'gold' } },
    ])
    await comeBack(desk, ada)
    expect(await stored(desk, identity.id)).toMatchObject({
      traits: { email, news: false },
      metadata_public: { plan: 'gold' },
      metadata_admin: { visits: 2 },
    })
  })

  test('that does not cope with what it is told lets nobody in', async () => {
    const desk = await openDesk(program("{ identity: { traits: { email: std.extVar('claims').email, age: 'old' } } }"))
    await desk.account(email, {
      credentials: { oidc: { config: { providers: [{ provider: 'corp', subject: ada.sub }] } } },
    })
    expect(await faultsAt(await comeBack(desk, ada))).toEqual([4000001])
  })
})

describe('an account that has the e-mail of somebody who comes with Google', () => {
  const gmail = 'ada@gmail.com'
  const google = { provider: 'google', account_linking_mode: 'automatic' }
  const verified = [{ value: gmail, via: 'email', verified: true, status: 'completed' }]
  const comer = { ...ada, email: gmail }
  const linksOf = async (desk: ProviderDesk, id: string) =>
    (await desk.admin('GET', `/identities/${id}?include_credential=oidc`)).body.credentials.oidc?.identifiers

  test('is theirs, if both sides have verified it', async () => {
    const desk = await openDesk(google)
    const id = await desk.account(gmail, { verifiable_addresses: verified })
    const { back, browser, identity } = await comeBack(desk, comer)
    expect([back.location, identity.id]).toEqual([`${pages}/`, id])
    expect((await browser.whoami()).body.authentication_methods).toMatchObject([{ method: 'oidc', provider: 'corp' }])
    expect(await linksOf(desk, id)).toEqual(['corp:ada-1'])
    expect((await comeBack(desk, comer)).identity.id).toBe(id)
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
    const desk = await openDesk({ ...google, ...given.config })
    const address = given.email ?? gmail
    const addresses = [{ value: address, via: 'email', verified: true, status: 'completed' }]
    const credentials = {
      password: { config: { password: goodPassword } },
      ...(given.link !== undefined && { oidc: { config: { providers: [{ provider: 'corp', subject: given.link }] } } }),
    }
    const id = await desk.account(address, {
      credentials,
      ...(given.account ?? { verifiable_addresses: addresses }),
    })
    const before = await linksOf(desk, id)
    const comes = await comeBack(desk, { ...comer, email: address, ...given.claims })
    expect(await faultsAt(comes)).toEqual([1010016])
    expect(await linksOf(desk, id)).toEqual(before)
  })

  interface Given {
    readonly claims?: Readonly<Record<string, unknown>>
    readonly email?: string
    readonly account?: Readonly<Record<string, unknown>>
    readonly link?: string
    readonly config?: ConfigTree
  }

  test('is linked only after its second factor @renewal-5', async () => {
    const desk = await openDesk(google, {
      selfservice: { methods: { code: { enabled: true, passwordless_enabled: false, mfa_enabled: true } } },
    })
    const id = await desk.account(gmail, { verifiable_addresses: verified })
    const { browser, back } = await comeBack(desk, comer)
    expect(back.location).toContain('aal=aal2')
    expect(await linksOf(desk, id)).toBeUndefined()
    const second = (await browser.ask('/self-service/login/browser?aal=aal2')).body
    expect(buttons(second)).not.toContain('provider=corp')
    expect((await browser.send(second, { method: 'code', code: await desk.codeFor(gmail) })).status).toBe(200)
    expect(await linksOf(desk, id)).toEqual(['corp:ada-1'])
  })
})
