import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../service/account.ts'
import { inEveryWay } from '../ways.ts'
import { accountJourney } from './account-journey.ts'

inEveryWay(() => {
  test('an account from sign-up over settings to recovery @account-1', async ({ visitor, person }) => {
    test.slow()
    await accountJourney(visitor, person)
  })

  test('sign in with a code by mail @account-2', async ({ visitor, person, request }) => {
    await createAccount(request, visitor.origin, person)
    await visitor.post.nextCode(person.email)
    const login = loginPage(visitor)
    await login.open()
    await login.askForCode(person.email)
    await expect(login.message(1010014)).toBeVisible()
    await login.enterCode(await visitor.post.nextCode(person.email))
    await accountFrame(visitor).expectWelcome()
    await accountFrame(visitor).signOut()
  })
})
