import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { flowPage } from '../pages/flow-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { createAccount } from '../service/account.ts'
import type { Visitor } from '../visitor.ts'
import { inWays } from '../ways.ts'
import { plugIn } from './authenticator.ts'
import { createAccountWithKey } from './key-of-another-context.ts'

test.use({ setup: 'keys-alone' })

/** Signs in with a key: the address first, which tells the service whose keys to ask for. */
async function signInWithKey(visitor: Visitor, email: string): Promise<void> {
  const login = loginPage(visitor)
  await login.open()
  await login.fill({ identifier: email })
  await login.press('method', 'webauthn')
  await expect(login.button('webauthn_login_trigger')).toBeVisible()
  await login.press('webauthn_login_trigger')
  await accountFrame(visitor).expectWelcome()
}

inWays(['script', 'keyboard'], () => {
  test('a security key is added, signs in without a password, and is removed @key-alone-1', async ({
    visitor,
    person,
  }) => {
    const { page } = visitor
    await plugIn(page, 'usb')
    await createAccount(page.request, visitor.origin, person)
    const settings = settingsPage(visitor)
    await settings.open('webauthn')
    const section = flowPage(visitor, '#webauthn')
    await section.fill({ webauthn_register_displayname: 'Blue key' })
    await section.press('webauthn_register_trigger')
    await expect(section.message(1050001)).toBeVisible()
    const account = accountFrame(visitor)
    await account.signOut()
    await signInWithKey(visitor, person.email)

    const login = loginPage(visitor)
    await login.open('?refresh=true')
    await expect(login.message(1010003)).toBeVisible()
    await login.press('webauthn_login_trigger')
    await account.expectWelcome()

    await settings.open('webauthn')
    await expect(page.getByTestId('key')).toContainText('Blue key')
    await settings.remove()
    await expect(page.getByTestId('key')).toHaveCount(0)
  })

  test('a new person signs up with a security key, and in with it @key-alone-2', async ({ visitor, person }) => {
    const { page } = visitor
    await plugIn(page, 'usb')
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.fill({ 'traits.email': person.email, webauthn_register_displayname: 'First key' })
    await registration.press('webauthn_register_trigger')
    await expect(page).toHaveURL(/\/verification/)
    const whoami = await page.request.get(`${visitor.origin}/sessions/whoami`)
    expect(await whoami.json()).toMatchObject({ authentication_methods: [{ method: 'webauthn', aal: 'aal1' }] })
    await page.goto('/')
    await accountFrame(visitor).signOut()
    await signInWithKey(visitor, person.email)
  })
})

inWays(['noScript'], () => {
  test('a key takes script, which every page that could ask for one says @key-alone-3', async ({
    visitor,
    person,
    browser,
  }) => {
    const { page } = visitor
    await createAccountWithKey(browser, visitor, person)
    const registration = registrationPage(visitor)
    await registration.open()
    await expect(registration.button('method', 'password')).toBeVisible()
    await expect(registration.button('webauthn_register_trigger')).toBeHidden()
    const login = loginPage(visitor)
    await login.open()
    await login.fill({ identifier: person.email })
    await login.press('method', 'webauthn')
    await expect(page.getByTestId('needs-script')).toBeVisible()
    await expect(login.button('webauthn_login_trigger')).toBeHidden()
    await login.open()
    await login.signIn(person.email, person.password)
    await accountFrame(visitor).expectWelcome()
    await page.goto('/settings?section=webauthn')
    await expect(page.locator('#webauthn').getByTestId('needs-script')).toBeVisible()
  })
})
