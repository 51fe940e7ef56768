import { browserLaunch } from '@gatehouse/testing/browser'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../service/account.ts'
import { withAndWithoutScript } from '../ways.ts'
import { expect, test } from './fixtures.ts'

// The chooser is the browser's own.
test.use({ launchOptions: browserLaunch('whole') })

test('an account is chosen in the browser, beside the form @chooser-1', async ({
  visitor,
  chooser,
  member,
  provider,
}) => {
  await loginPage(visitor).open()
  expect(await chooser.opened()).toEqual([member.id])
  await expect(loginPage(visitor).button('provider', 'chooser')).toBeVisible()
  await chooser.choose(member.id)
  await accountFrame(visitor).expectWelcome()
  expect(provider.assertions.at(-1)).toMatchObject({ client_id: 'journeys', account_id: member.id })
  await visitor.page.goto('/sessions')
  await expect(visitor.page.locator('main')).toBeVisible()
})

test('signing up works the same way, and the account is known the next time @chooser-2', async ({
  visitor,
  chooser,
  member,
}) => {
  await visitor.page.goto('/registration')
  await chooser.opened()
  await chooser.choose(member.id)
  const frame = accountFrame(visitor)
  await frame.expectWelcome()
  await frame.signOut()
  // A person who has signed out is asked again; no sign-in happens without an action.
  await expect.poll(() => chooser.count()).toBe(2)
  await chooser.choose(member.id)
  await frame.expectWelcome()
})

test('the way back is kept', async ({ visitor, chooser, member }) => {
  await visitor.page.goto('/login?return_to=/sessions')
  await chooser.opened()
  await chooser.choose(member.id)
  await expect(visitor.page).toHaveURL(`${visitor.origin}/sessions`)
})

test('a taken e-mail links after signing in to its account', async ({ visitor, chooser, member, person, request }) => {
  await createAccount(request, visitor.origin, person)
  const login = loginPage(visitor)
  await login.open()
  await chooser.opened()
  await chooser.choose(member.id)
  await expect(login.message(1010016)).toBeVisible()
  await login.fill({ password: person.password })
  await login.send('password', 'password')
  await accountFrame(visitor).expectWelcome()
  await visitor.page.goto('/settings?section=oidc')
  await expect(visitor.page.getByTestId('remove/chooser')).toBeVisible()
})

test('closing it leaves the form as it is', async ({ visitor, chooser, member, person, request, complaints }) => {
  complaints.expect(/FedCM|retrieving a token|Prompt dismissed/)
  await createAccount(request, visitor.origin, person)
  const login = loginPage(visitor)
  await login.open()
  expect(await chooser.opened()).toEqual([member.id])
  await chooser.close()
  await login.fill({ identifier: person.email, password: person.password })
  await login.send('password', 'password')
  await accountFrame(visitor).expectWelcome()
})

test('a session is not confirmed by it: the chooser stays closed @chooser-4', async ({ visitor, chooser, member }) => {
  await loginPage(visitor).open()
  await chooser.opened()
  await chooser.choose(member.id)
  await accountFrame(visitor).expectWelcome()
  await visitor.page.goto('/login?refresh=true')
  await expect(loginPage(visitor).button('provider', 'chooser')).toBeVisible()
  await visitor.page.waitForLoadState('networkidle')
  expect(chooser.count()).toBe(1)
})

withAndWithoutScript(() => {
  test('a person who is not signed in there, or has no such browser, gets the form @chooser-3', async ({
    visitor,
    complaints,
  }) => {
    // Chromium notes that the provider has no signed-in account there.
    complaints.expect(/accounts endpoint, a 401/)
    complaints.expect(/FedCM|retrieving a token|accounts list fetch/)
    const login = loginPage(visitor)
    await login.open()
    await expect(login.button('provider', 'chooser')).toBeEnabled()
    await expect(login.field('password')).toBeEnabled()
  })
})

test.describe('a page without such a provider', () => {
  test.use({ gateway: ({ gateways, setup }, use) => gateways.visit(setup).then(use) })
  test('loads nothing of it', async ({ visitor }) => {
    const asked: string[] = []
    visitor.page.on('request', (request) => asked.push(request.url()))
    await loginPage(visitor).open()
    await visitor.page.waitForLoadState('networkidle')
    expect(asked.length).toBeGreaterThan(1)
    expect(asked.filter((url) => /account-chooser|fed-cm/.test(url))).toEqual([])
  })
})
