import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { createAccount } from '../service/account.ts'
import { withAndWithoutScript } from '../ways.ts'
import { expect, test } from './fixtures.ts'

withAndWithoutScript(() => {
  test('signing in with an account at a provider makes an account here @provider-1', async ({
    visitor,
    provider,
    person,
  }) => {
    provider.signInAs({ sub: person.email, email: person.email, email_verified: true, given_name: 'Ada' })
    const login = loginPage(visitor)
    await login.open()
    await expect(login.button('provider', 'corp')).toContainText('Corp')
    await login.press('provider', 'corp')
    await accountFrame(visitor).expectWelcome()
  })

  test('what the provider does not tell is asked for @provider-2', async ({ visitor, provider, person }) => {
    provider.signInAs({ sub: person.email, given_name: 'Bob' })
    const registration = registrationPage(visitor)
    await visitor.page.goto('/registration')
    await registration.press('provider', 'corp')
    await expect(registration.field('traits.email')).toBeVisible()
    await registration.fill({ 'traits.email': person.email })
    await registration.press('provider', 'corp')
    await accountFrame(visitor).expectWelcome()
  })

  test('a taken e-mail links after signing in to its account', async ({ visitor, provider, person, request }) => {
    await createAccount(request, visitor.origin, person)
    provider.signInAs({ sub: person.email, email: person.email, email_verified: true })
    const login = loginPage(visitor)
    await login.open()
    await login.press('provider', 'corp')
    await expect(login.message(1010016)).toBeVisible()
    await login.fill({ password: person.password })
    await login.send('password', 'password')
    await accountFrame(visitor).expectWelcome()
    await settingsPage(visitor).open('oidc')
    await expect(visitor.page.getByTestId('remove/corp')).toBeVisible()
  })

  test('a provider’s account is connected, confirms an identity, and is removed again @provider-3', async ({
    visitor,
    provider,
    person,
  }) => {
    const { page, origin } = visitor
    await createAccount(page.request, origin, person)
    provider.signInAs({ sub: person.email, email: person.email, email_verified: true })
    const settings = settingsPage(visitor)
    await settings.open()
    await settings.choose('oidc')
    await settings.whole.press('link', 'corp')
    await expect(page.getByTestId('ui/message/1050001')).toBeVisible()
    await expect(page.getByTestId('remove/corp')).toBeVisible()

    const login = loginPage(visitor)
    await login.open('?refresh=true')
    await expect(login.message(1010003)).toBeVisible()
    await login.press('provider', 'corp')
    await accountFrame(visitor).expectWelcome()

    await settings.open('oidc')
    await settings.remove('corp')
    await expect(settings.whole.button('link', 'corp')).toBeVisible()
  })

  test('a provider that refuses leads back to the form', async ({ visitor, provider }) => {
    provider.refuseWith('access_denied', 'not today')
    const login = loginPage(visitor)
    await login.open()
    await login.press('provider', 'corp')
    await expect(login.message(4000001)).toContainText('access_denied')
    await expect(login.field('password')).toBeVisible()
  })
})
