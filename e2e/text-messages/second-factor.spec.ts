import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../service/account.ts'
import { withPhone } from '../service/people.ts'
import { inWays } from '../ways.ts'

test.use({ setup: 'phone-second' })

inWays(['script'], () => {
  test('after the password, and to confirm the identity, comes a code by text message or by mail @second-factor-3', async ({
    visitor,
    person,
    request,
  }) => {
    const { page, post, origin } = visitor
    const somebody = withPhone(person)
    const { phone, email, password } = somebody
    await createAccount(request, origin, somebody)
    await post.nextCode(phone)
    await post.nextCode(email)
    const login = loginPage(visitor)
    const account = accountFrame(visitor)
    const signInBy = async (address: string) => {
      await login.open()
      await login.signIn(email, password)
      await expect(login.message(1010004)).toBeVisible()
      await login.press('address', address)
      await expect(login.message(1010014)).toBeVisible()
      await login.enterCode(await post.nextCode(address))
      await account.expectWelcome()
      const whoami = await page.request.get(`${origin}/sessions/whoami`)
      expect(await whoami.json()).toMatchObject({ authenticator_assurance_level: 'aal2' })
    }
    await signInBy(phone)
    await account.signOut()
    await signInBy(email)
    await login.open('?aal=aal2&refresh=true')
    await expect(login.message(1010003)).toBeVisible()
    await login.press('address', phone)
    await login.enterCode(await post.nextCode(phone))
    await account.expectWelcome()
  })
})
