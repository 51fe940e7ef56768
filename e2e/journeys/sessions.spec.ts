import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../service/account.ts'
import { inEveryWay } from '../ways.ts'

inEveryWay(() => {
  test('another device is seen, signed out from here, and stays out @sessions-4', async ({
    visitor,
    person,
    request,
  }) => {
    const { page, hands, origin } = visitor
    // Leaves the device of that request signed in.
    await createAccount(request, origin, person)
    const whoAmI = async () => (await request.get(`${origin}/sessions/whoami`)).status()
    expect(await whoAmI()).toBe(200)

    const login = loginPage(visitor)
    await login.open()
    await login.signIn(person.email, person.password)
    const account = accountFrame(visitor)
    await account.expectWelcome()
    await account.to('/sessions')
    const signOutAll = page.locator('button[name=all]')
    await hands.press(signOutAll)
    await expect(signOutAll).toHaveCount(0)
    await expect(page).toHaveURL(/\/sessions/)

    expect(await whoAmI()).toBe(401)
    await account.to('/')
    await account.expectWelcome()
  })
})
