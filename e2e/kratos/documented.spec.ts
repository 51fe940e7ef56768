import { browserLaunch } from '@gatehouse/testing/browser'
import { expect, test } from '../fixtures.ts'
import { recover, signIn } from '../journeys/account-journey.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { verificationPage } from '../pages/verification-page.ts'
import { createAccountWithPasskey } from '../passkey/account-with-passkey.ts'
import { withoutSuggestions } from '../passkey/authenticator.ts'
import { createAccount } from '../service/account.ts'
import { inWays, withAndWithoutScript } from '../ways.ts'

// Behind the gateway runs Ory Kratos with the kratos.yml that docs/kratos.md shows.
test.use({ setup: 'documented', launchOptions: browserLaunch('whole') })

withAndWithoutScript(() => {
  test('with the documented kratos.yml an account lives from sign-up over settings to recovery', async ({
    visitor,
    person,
  }) => {
    test.slow()
    const account = accountFrame(visitor)
    const settings = settingsPage(visitor)
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.giveDetails(person.email)
    await registration.choosePassword(person.password)
    await verificationPage(visitor).confirm(person.email)
    await account.expectWelcome()
    await account.signOut()

    await signIn(visitor, person)
    await account.to('/settings')
    await settings.changeName('Nora', 'Night')
    const second = `${person.password}-second`
    await settings.changePassword(second)
    await account.to('/')
    await expect(account.title).toContainText('Nora Night')
    await account.signOut()

    const third = `${person.password}-third`
    await recover(visitor, person.email, third)
    await account.signOut()
    await signIn(visitor, { ...person, password: third })
  })
})

inWays(['script'], () => {
  test('with the documented kratos.yml a passkey is added, and signs in', async ({ visitor, person }) => {
    await withoutSuggestions(visitor.page)
    await createAccountWithPasskey(visitor, person)
    await accountFrame(visitor).signOut()
    const login = loginPage(visitor)
    await login.open()
    await login.press('passkey_login_trigger')
    await accountFrame(visitor).expectWelcome()
  })
})

interface Flow {
  readonly id: string
  readonly return_to?: string
  readonly ui: {
    readonly action: string
    readonly nodes: readonly { readonly attributes: { readonly name?: string; readonly value?: string } }[]
  }
}

const json = { accept: 'application/json' }

test('with the documented kratos.yml everything is made from the public origin', async ({ visitor }) => {
  const { page, origin } = visitor
  const answer = await page.request.get(`${origin}/self-service/login/browser`, { headers: json })
  const flow = (await answer.json()) as Flow
  expect(flow.ui.action).toBe(`${origin}/self-service/login?flow=${flow.id}`)
  expect(answer.headers()['access-control-allow-origin'], 'no CORS').toBeUndefined()
  const cookie = answer.headers()['set-cookie'] ?? ''
  expect(cookie).toContain('HttpOnly')
  expect(cookie, 'without --dev').toContain('Secure')
  expect(cookie, 'cookies are for the public host alone').not.toMatch(/domain=/i)

  const csrf = flow.ui.nodes.find(({ attributes }) => attributes.name === 'csrf_token')?.attributes.value
  const data = { method: 'oidc', provider: 'github', csrf_token: csrf }
  const on = await page.request.post(flow.ui.action, { headers: json, data })
  expect(on.status()).toBe(422)
  const { redirect_browser_to: provider } = (await on.json()) as { readonly redirect_browser_to: string }
  expect(new URL(provider).searchParams.get('redirect_uri'), 'what is entered at the provider').toBe(
    `${origin}/self-service/methods/oidc/callback/github`,
  )
})

test('the mark of a provider is drawn from the file of marks', async ({ visitor }) => {
  const { page, origin } = visitor
  await page.goto(`${origin}/login`)
  const mark = page.getByRole('button', { name: /github/i }).locator('use')
  await expect(mark).toHaveAttribute('href', /\.svg#github$/)
  // Nothing is as wide as nothing.
  await expect.poll(() => mark.evaluate((use: SVGUseElement) => use.getBBox().width)).toBeGreaterThan(20)
})

test('with the documented kratos.yml applications are returned to, and no others', async ({ visitor }) => {
  const { page, origin } = visitor
  const begin = (target: string) =>
    page.request.get(`${origin}/self-service/login/browser?return_to=${encodeURIComponent(target)}`, { headers: json })
  const allowed = await begin('https://app.example.org/inbox?folder=1')
  expect((await allowed.json()) as Flow).toMatchObject({ return_to: 'https://app.example.org/inbox?folder=1' })
  expect((await begin('https://app.example.net/')).status()).toBe(400)
})

test.describe('a visitor who claims another address', () => {
  test.use({ extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.9', 'true-client-ip': '203.0.113.9' } })

  test('with the documented kratos.yml a session has the address of its visitor', async ({ visitor, person }) => {
    const { page, origin } = visitor
    await createAccount(page.request, origin, person)
    const whoami = await page.request.get(`${origin}/sessions/whoami`, { headers: json })
    const { devices } = (await whoami.json()) as { readonly devices: readonly { readonly ip_address: string }[] }
    expect(devices).toHaveLength(1)
    expect(devices[0]?.ip_address).toMatch(/^(127\.0\.0\.1|\[?::1\]?)(:\d+)?$/)
  })
})

test('before a real Kratos the admin API brings the console and one’s own data; the rest is not offered', async ({
  visitor,
  person,
  gateway,
}) => {
  const { page, origin } = visitor
  await createAccount(page.request, origin, person)
  expect((await page.goto('/settings/data'))?.status()).toBe(200)
  await expect(page.getByRole('main')).toContainText(person.email)
  const consoleAnswer = await page.request.get(`${gateway.consoleOrigin}/`, { headers: { accept: 'text/html' } })
  expect(consoleAnswer.status()).toBe(200)
  for (const path of ['/activity', '/self-service/fed-cm/parameters', '/self-service/gatehouse/features'])
    expect((await page.request.get(`${origin}${path}`)).status(), path).toBe(404)
  expect((await page.request.get(`${origin}/admin/identities`)).status(), 'the admin API stays inside').toBe(404)
})

test('before a real Kratos development mode brings the developer tools, and touches nothing in Kratos', async ({
  visitor,
  person,
}) => {
  const { page, origin } = visitor
  await createAccount(page.request, origin, person)
  const ask = (path: string) => page.request.get(`${origin}${path}`, { headers: json })
  for (const path of ['/dev', '/dev/faults', '/dev/preview.json']) expect((await ask(path)).status(), path).toBe(200)
  for (const path of ['/dev/clock', '/dev/flow.json?id=x']) expect((await ask(path)).status(), path).toBe(404)
  const inbox = await ask(`/dev/inbox.json?to=${person.email}`)
  expect(await inbox.json(), 'Kratos shows texts of messages with its own --dev alone').toMatchObject([
    { to: person.email, code: null, link: null },
  ])
  const { error } = (await (await ask('/sessions/whoami')).json()) as { readonly error?: unknown }
  expect(error, 'a sign-up signs in').toBeUndefined()
})
