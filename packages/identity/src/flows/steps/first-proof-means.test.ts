import { totpCode } from '@gatehouse/testing/devices'
import { describe, expect, onTestFinished, test } from 'vitest'

import { createProviderHarness } from '../../strategies/oidc/oidc.fixture.ts'
import { setUpTotp } from '../../strategies/totp/authenticator.fixture.ts'
import { createHarness, goodPassword, service, type Browser } from '../flow-harness.fixture.ts'
import { acme, createOrganizationHarness } from '../organization/organization-harness.fixture.ts'

const ada = 'ada@acme.test'
const owner = { sub: 'ada-1', email: ada, email_verified: true, given_name: 'Ada' }

type Host = Awaited<ReturnType<typeof createHarness>>

/** An account that an attacker signed up with another person's address. */
interface Squat {
  readonly id: string
  readonly maker: Browser
  /** The verification that signing up has begun. */
  readonly verification: string
}

function kept<D extends Pick<Host, 'stop'>>(host: D): D {
  onTestFinished(() => host.stop())
  return host
}

/** Signs up with an address that is not proved: a password, a session, and a begun verification. */
async function squat(host: Pick<Host, 'browser' | 'clock'>, email = ada): Promise<Squat> {
  const maker = host.browser()
  const flow = (await maker.ask('/self-service/registration/browser')).body
  const made = await maker.send(flow, { method: 'password', password: goodPassword, traits: { email } })
  expect(made.status).toBe(200)
  const begun = made.body.continue_with.find(({ action }: { action: string }) => action === 'show_verification_ui')
  host.clock.advance(1_000)
  return { id: (await maker.whoami()).body.identity.id, maker, verification: begun.flow.id }
}

/** Checks that no access of the account's creator is left, and that the address is its owner's. */
async function expectNothingLeft(host: Pick<Host, 'admin' | 'browser'>, { id, maker, verification }: Squat) {
  const stored = (await host.admin('GET', `/identities/${id}?include_credential=oidc`)).body
  expect(stored.verifiable_addresses).toMatchObject([{ value: ada, verified: true }])
  expect(stored.credentials.password?.config ?? {}, 'the password').toEqual({})
  expect(JSON.stringify(stored.credentials)).not.toContain('maker-1')
  expect((await maker.whoami()).status, 'the session').toBe(401)
  expect((await maker.ask('/self-service/settings/browser')).status, 'the settings').toBe(401)
  expect((await host.browser().signIn(ada)).status, 'the password').toBe(400)
  expect((await maker.ask(`/self-service/verification/flows?id=${verification}`)).status, 'the begun flow').toBe(404)
}

/** Links the creator's own account at the provider in the settings. */
async function linkOwn(host: Awaited<ReturnType<typeof createProviderHarness>>, maker: Browser) {
  host.provider.signInAs({ sub: 'maker-1', email: 'maker@example.net', email_verified: true })
  const settings = (await maker.ask('/self-service/settings/browser')).body
  const back = await host.providerDetails(maker, await maker.send(settings, { method: 'oidc', link: 'other' }))
  expect(back.status).toBe(303)
}

const linkFlows = {
  methods: { link: { enabled: true }, totp: { enabled: true } },
  flows: { recovery: { use: 'link' }, verification: { use: 'link' } },
}

describe('an account created beforehand has no access of its creator left after', () => {
  test.each(['recovery', 'verification'] as const)('a %s by link @first-proof-means-1', async (kind) => {
    const host = kept(await createHarness({ selfservice: linkFlows }))
    const squatted = await squat(host)
    const browser = host.browser()
    const flow = (await browser.ask(`/self-service/${kind}/browser`)).body
    await browser.send(flow, { method: 'link', email: ada })
    expect((await browser.go(await newestLink(host))).status).toBe(303)
    await expectNothingLeft(host, squatted)
  })

  test('the link of the sign-up itself, opened in another browser @first-proof-means-2', async () => {
    const host = kept(await createHarness({ selfservice: linkFlows }))
    const squatted = await squat(host)
    const browser = host.browser()
    await browser.go(await newestLink(host))
    const read = await browser.ask(`/self-service/verification/flows?id=${squatted.verification}`)
    expect(read.body.state).toBe('passed_challenge')
    // This flow is the owner's proof; it holds only that.
    await expectNothingLeft(host, { ...squatted, verification: '00000000-0000-4000-8000-000000000000' })
  })

  test('a recovery by link: also a second factor and a remembered device of an older version @first-proof-means-3', async () => {
    const host = kept(await createHarness({ selfservice: linkFlows }, undefined, {}, { rememberDeviceMs: 86_400_000 }))
    const squatted = await squat(host)
    const says = (verified: boolean) =>
      host.admin('PATCH', `/identities/${squatted.id}`, [
        { op: 'replace', path: '/verifiable_addresses/0/verified', value: verified },
      ])
    await says(true)
    const secret = await setUpTotp(squatted.maker, host.clock())
    host.clock.advance(60_000)
    const other = host.browser()
    await other.signIn(ada)
    const second = (await other.ask('/self-service/login/browser?aal=aal2')).body
    const fields = { method: 'totp', totp_code: totpCode(secret, host.clock()), remember_device: 'true' }
    expect((await other.send(second, fields)).status).toBe(200)
    expect(await host.rows('remembered_devices')).toContain(squatted.id)
    await says(false)

    const browser = host.browser()
    await browser.send((await browser.ask('/self-service/recovery/browser')).body, { method: 'link', email: ada })
    await browser.go(await newestLink(host))
    await expectNothingLeft(host, squatted)
    const { credentials } = (await host.admin('GET', `/identities/${squatted.id}`)).body
    expect(Object.keys(credentials)).not.toContain('totp')
    expect(await host.rows('remembered_devices')).toBe('[]')
  })

  test('a sign-in with the provider that an administrator has invited @first-proof-means-4', async () => {
    const host = kept(await createProviderHarness())
    const squatted = await squat(host)
    await linkOwn(host, squatted.maker)
    const providers = [
      { provider: 'other', subject: 'maker-1' },
      { provider: 'corp', subject: 'invited', use_auto_link: true },
    ]
    const body = { schema_id: 'person', state: 'active', traits: { email: ada } }
    const put = { ...body, credentials: { oidc: { config: { providers } } } }
    expect((await host.admin('PUT', `/identities/${squatted.id}`, put)).status).toBe(200)

    host.provider.signInAs(owner)
    const browser = host.browser()
    const start = (await browser.ask('/self-service/login/browser')).body
    await host.providerDetails(browser, await browser.send(start, { provider: 'corp' }))
    expect((await browser.whoami()).body.identity.id).toBe(squatted.id)
    await expectNothingLeft(host, squatted)
  })

  test('a sign-in with a provider that continues with a code of the mailbox @first-proof-means-5', async () => {
    const host = kept(await createProviderHarness())
    const squatted = await squat(host)
    await linkOwn(host, squatted.maker)
    host.provider.signInAs(owner)
    const browser = host.browser()
    const start = (await browser.ask('/self-service/login/browser')).body
    const back = await host.providerDetails(browser, await browser.send(start, { provider: 'corp' }))
    const id = new URL(back.location ?? '').searchParams.get('flow')
    const linking = (await browser.ask(`/self-service/login/flows?id=${id}`)).body
    await browser.send(linking, { method: 'code', identifier: ada })
    await browser.send(linking, { method: 'code', identifier: ada, code: await host.codeFor(ada) })
    const { identity } = (await browser.whoami()).body
    expect(identity.id).toBe(squatted.id)
    const stored = (await host.admin('GET', `/identities/${identity.id}?include_credential=oidc`)).body
    expect(stored.credentials.oidc.config.providers).toMatchObject([{ provider: 'corp', subject: 'ada-1' }])
    await expectNothingLeft(host, squatted)
  })

  test('a sign-in with the connection of the organization that has taken the account @first-proof-means-6', async () => {
    const host = kept(await createOrganizationHarness())
    const squatted = await squat(host, 'maker@home.test')
    const joined = [
      { op: 'replace', path: '/traits/email', value: ada },
      { op: 'add', path: '/organization_id', value: acme },
    ]
    expect((await host.admin('PATCH', `/identities/${squatted.id}`, joined)).status).toBe(200)
    const { browser, isIn } = await host.enter(owner, 'acme-sso', acme)
    expect([isIn, (await browser.whoami()).body.identity.id]).toEqual([true, squatted.id])
    await expectNothingLeft(host, squatted)
  })
})

async function newestLink(host: Host): Promise<string> {
  const [newest] = await host.messagesTo(ada)
  const link = /https?:\/\/\S+token=\S+/.exec(newest?.body ?? '')?.[0]
  if (link === undefined) throw new Error('no link was sent')
  host.clock.advance(1)
  return link.slice(service.length)
}
