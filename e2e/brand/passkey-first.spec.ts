import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccountWithPasskey } from '../passkey/account-with-passkey.ts'
import { withoutSuggestions } from '../passkey/authenticator.ts'
import { expect, test } from './fixtures.ts'

test('a passkey signs in from above the form, by its button', async ({ visitor, person }) => {
  const { page } = visitor
  await withoutSuggestions(page)
  await createAccountWithPasskey(visitor, person)
  await page.context().clearCookies()
  const login = loginPage(visitor)
  await login.open()
  const own = page.locator('form', { has: page.locator('[name=passkey_login_trigger]') })
  await expect(own).toHaveCount(1)
  await expect(own.locator('[name=password]')).toHaveCount(0)
  await login.press('passkey_login_trigger')
  await accountFrame(visitor).expectWelcome()
})

test('… and if the browser suggests it in the field for the sign-in name', async ({ visitor, person }) => {
  const { page } = visitor
  await createAccountWithPasskey(visitor, person)
  await page.context().clearCookies()
  await loginPage(visitor).open()
  await accountFrame(visitor).expectWelcome()
})
