import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { verificationPage } from '../pages/verification-page.ts'
import { withPhone } from '../service/people.ts'
import { withAndWithoutScript } from '../ways.ts'

test.use({ setup: 'phones' })

withAndWithoutScript(() => {
  test('a phone number is confirmed by text message, and gets the code to sign in with @sign-in-6', async ({
    visitor,
    person,
  }) => {
    const { phone, password } = withPhone(person)
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.fill({ 'traits.phone': phone, password })
    await registration.send('password', 'password')
    await verificationPage(visitor).confirm(phone)
    const account = accountFrame(visitor)
    await account.expectWelcome()
    await account.signOut()

    const login = loginPage(visitor)
    await login.open()
    await login.askForCode(phone)
    await expect(login.message(1010014)).toBeVisible()
    await login.enterCode(await visitor.post.nextCode(phone))
    await account.expectWelcome()

    await login.open('?refresh=true')
    await expect(login.message(1010003)).toBeVisible()
    await login.press('method', 'code')
    await login.enterCode(await visitor.post.nextCode(phone))
    await account.expectWelcome()
  })

  test('a code by text message is all that an account needs @sign-in-7', async ({ visitor, person }) => {
    const { phone } = withPhone(person)
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.fill({ 'traits.phone': phone })
    await registration.press('method', 'code')
    await expect(registration.message(1040005)).toBeVisible()
    await registration.enterCode(await visitor.post.nextCode(phone))
    await accountFrame(visitor).expectWelcome()
  })
})
