import { accountFrame } from '../pages/account-frame.ts'
import { flowPage } from '../pages/flow-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { plugIn, withoutSuggestions } from '../passkey/authenticator.ts'
import { createAccount } from '../service/account.ts'
import { expect, test } from './fixtures.ts'

test('a passkey signs in from above the form, by its button', async ({ visitor, person }) => {
  const { page } = visitor
  await withoutSuggestions(page)
  await plugIn(page, 'built-in')
  await createAccount(page.request, visitor.origin, person)
  await page.goto('/settings')
  const section = flowPage(visitor, '#passkey')
  await section.press('passkey_register_trigger')
  await expect(section.message(1050001)).toBeVisible()
  await page.context().clearCookies()
  const login = loginPage(visitor)
  await login.open()
  const own = page.locator('form', { has: page.locator('[name=passkey_login_trigger]') })
  await expect(own).toHaveCount(1)
  await expect(own.locator('[name=password]')).toHaveCount(0)
  await login.press('passkey_login_trigger')
  await accountFrame(visitor).expectWelcome()
})

test('… and where the browser suggests it in the field for the sign-in name', async ({ visitor, person }) => {
  const { page } = visitor
  await plugIn(page, 'built-in')
  await createAccount(page.request, visitor.origin, person)
  await page.goto('/settings')
  const section = flowPage(visitor, '#passkey')
  await section.press('passkey_register_trigger')
  await expect(section.message(1050001)).toBeVisible()
  await page.context().clearCookies()
  await loginPage(visitor).open()
  await accountFrame(visitor).expectWelcome()
})
