import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { flowPage } from '../pages/flow-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { plugIn, withoutSuggestions } from '../passkey/authenticator.ts'
import { createAccount } from '../service/account.ts'

test.use({ setup: 'passkeys' })

test('a passkey is added in the settings, signs in with its button, and is removed', async ({ visitor, person }) => {
  const { page } = visitor
  await withoutSuggestions(page)
  const device = await plugIn(page, 'built-in')
  await createAccount(page.request, visitor.origin, person)
  await page.goto('/settings')
  const section = flowPage(visitor, '#passkey')
  await section.press('passkey_register_trigger')
  await expect(section.message(1050001)).toBeVisible()
  expect(await device.count()).toBe(1)

  const account = accountFrame(visitor)
  await account.signOut()
  const login = loginPage(visitor)
  await login.open()
  await login.press('passkey_login_trigger')
  await account.expectWelcome()
  await page.goto('/settings')
  await section.press('passkey_remove')
  await expect(section.message(1050001)).toBeVisible()
  await expect(section.button('passkey_remove')).toHaveCount(0)
})

test('a new person signs up with a passkey and never has a password', async ({ visitor, person }) => {
  const { page, origin } = visitor
  const device = await plugIn(page, 'built-in')
  const registration = registrationPage(visitor)
  await registration.open()
  await registration.fill({ 'traits.email': person.email })
  await registration.press('passkey_register_trigger')
  await expect(page).toHaveURL(/\/verification/)
  expect(await device.count()).toBe(1)
  const whoami = await page.request.get(`${origin}/sessions/whoami`)
  expect(await whoami.json()).toMatchObject({ authentication_methods: [{ method: 'passkey' }] })
})
