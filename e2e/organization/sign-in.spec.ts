import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { withAndWithoutScript } from '../ways.ts'
import { acme } from '../service/organization.ts'
import { expect, test } from './fixtures.ts'

const atAcme = (email: string): string => email.replace(/@.*/, `@${acme.domains[0]}`)

withAndWithoutScript(() => {
  test('an address of an organization leads to its connection @sign-in-4', async ({ visitor, provider, person }) => {
    const email = atAcme(person.email)
    provider.signInAs({ sub: email, email, email_verified: true, given_name: 'Ada' })
    const login = loginPage(visitor)
    await login.open()
    await expect(login.button('provider')).toHaveCount(0)
    await login.fill({ identifier: email })
    await login.send('identifier', 'identifier_first')
    await expect(login.button('provider', 'acme-sso')).toContainText('Acme')
    await expect(login.field('password')).toHaveCount(0)
    await expect(visitor.page.getByText(email)).toBeVisible()
    await login.press('provider', 'acme-sso')
    await accountFrame(visitor).expectWelcome()
    await login.open('?refresh=true')
    await expect(login.message(1010003)).toBeVisible()
    await login.press('provider', 'acme-sso')
    await accountFrame(visitor).expectWelcome()
    await visitor.page.goto('/settings?list=profile')
    await expect(visitor.page.getByTestId('open/profile')).toBeVisible()
    await expect(visitor.page.getByTestId('open/password')).toHaveCount(0)
    await visitor.page.goto('/settings?section=password')
    await expect(visitor.page.locator('input[name=password]')).toHaveCount(0)
  })

  test('so does signing up with one @sign-in-5', async ({ visitor, provider, person }) => {
    const email = atAcme(person.email)
    provider.signInAs({ sub: email, email, email_verified: true, given_name: 'Ada' })
    const registration = registrationPage(visitor)
    await visitor.page.goto('/registration')
    await registration.fill({ 'traits.email': email })
    await registration.send('traits.email', 'profile')
    await expect(registration.message(4000001)).toContainText('Acme')
    await registration.press('provider', 'acme-sso')
    await accountFrame(visitor).expectWelcome()
  })
})

test('a link of the organization begins there', async ({ visitor, provider, person }) => {
  const email = atAcme(person.email)
  provider.signInAs({ sub: email, email, email_verified: true })
  await visitor.page.goto(`/login?organization=${acme.id}`)
  const login = loginPage(visitor)
  await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText(`Sign in with ${acme.label}`)
  await expect(login.field('identifier')).toHaveCount(0)
  await login.press('provider', 'acme-sso')
  await accountFrame(visitor).expectWelcome()
})

test('a person who followed a link of an organization can sign in like anyone else', async ({ visitor }) => {
  await visitor.page.goto(`/login?organization=${acme.id}`)
  await visitor.hands.press(visitor.page.getByTestId('other-sign-in'))
  await expect(loginPage(visitor).field('identifier')).toBeVisible()
})

test('a person who has mistyped can go back to the start', async ({ visitor, person }) => {
  const login = loginPage(visitor)
  await login.open()
  await login.fill({ identifier: atAcme(person.email) })
  await login.send('identifier', 'identifier_first')
  await visitor.hands.press(visitor.page.getByTestId('start-over'))
  await expect(login.field('identifier')).toHaveValue(atAcme(person.email))
})
