import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../service/account.ts'
import { inEveryWay } from '../ways.ts'

inEveryWay(() => {
  test('a code by mail confirms a person’s identity @refresh-1', async ({ visitor, person }) => {
    const { page, post, origin } = visitor
    await createAccount(page.request, origin, person)
    await post.nextCode(person.email)
    const login = loginPage(visitor)
    await login.open('?refresh=true')
    await expect(login.message(1010003)).toBeVisible()
    await login.press('method', 'code')
    await expect(login.message(1010014)).toBeVisible()
    await login.enterCode(await post.nextCode(person.email))
    await accountFrame(visitor).expectWelcome()
    const whoami = await page.request.get(`${origin}/sessions/whoami`)
    expect(await whoami.json()).toMatchObject({ authentication_methods: [{ method: 'password' }, { method: 'code' }] })
  })
})
