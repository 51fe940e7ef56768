import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../service/account.ts'
import { inEveryWay } from '../ways.ts'

test.use({ setup: 'identifier-first' })

inEveryWay(() => {
  test('the address first, then the password @identifier-first-login-1', async ({ visitor, person, request }) => {
    await createAccount(request, visitor.origin, person)
    const login = loginPage(visitor)
    await login.open()
    await expect(login.field('password')).toHaveCount(0)
    await login.fill({ identifier: person.email })
    await login.send('identifier', 'identifier_first')
    await login.fill({ password: person.password })
    await login.send('password', 'password')
    await accountFrame(visitor).expectWelcome()
  })

  test('the address first, then a code by mail @identifier-first-login-2', async ({ visitor, person, request }) => {
    await createAccount(request, visitor.origin, person)
    await visitor.post.nextCode(person.email)
    const login = loginPage(visitor)
    await login.open()
    await login.fill({ identifier: person.email })
    await login.send('identifier', 'identifier_first')
    await login.press('method', 'code')
    await login.enterCode(await visitor.post.nextCode(person.email))
    await accountFrame(visitor).expectWelcome()
  })
})
