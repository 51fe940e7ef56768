import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { flowPage } from '../pages/flow-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { createProvedAccount } from '../service/account.ts'
import { inWays } from '../ways.ts'
import { plugIn } from './authenticator.ts'
import { createAccountWithKey } from './key-of-another-context.ts'

test.use({ setup: 'security-keys' })

inWays(['script', 'keyboard'], () => {
  test('a security key is added with a name, and asked for after the password @security-key-1', async ({
    visitor,
    person,
  }) => {
    const { page } = visitor
    await plugIn(page, 'usb')
    await createProvedAccount(visitor, person)
    await page.goto('/settings?section=webauthn')
    const section = flowPage(visitor, '#webauthn')
    await section.fill({ webauthn_register_displayname: 'Blue key' })
    await section.press('webauthn_register_trigger')
    await expect(section.message(1050001)).toBeVisible()
    await expect(page.getByTestId('key')).toContainText('Blue key')
    const account = accountFrame(visitor)
    await account.signOut()

    const login = loginPage(visitor)
    await login.open()
    await login.signIn(person.email, person.password)
    await expect(login.message(1010004)).toBeVisible()
    await login.press('webauthn_login_trigger')
    await account.expectWelcome()

    await login.open('?aal=aal2&refresh=true')
    await expect(login.message(1010003)).toBeVisible()
    await login.press('webauthn_login_trigger')
    await account.expectWelcome()
  })
})

inWays(['noScript'], () => {
  test('a key that is the second factor takes script, which the page says @security-key-2', async ({
    visitor,
    person,
    browser,
  }) => {
    await createAccountWithKey(browser, visitor, person)
    const login = loginPage(visitor)
    await login.open()
    await login.signIn(person.email, person.password)
    await expect(login.message(1010004)).toBeVisible()
    await expect(visitor.page.getByTestId('needs-script')).toBeVisible()
    await expect(login.button('webauthn_login_trigger')).toBeHidden()
  })
})
