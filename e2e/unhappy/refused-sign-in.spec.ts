import { expect, test } from '../fixtures.ts'
import { nextAnswer } from '../pages/flow-page.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../service/account.ts'
import { withAndWithoutScript } from '../ways.ts'

withAndWithoutScript(() => {
  test('a wrong password: said aloud, address kept, password gone, second try works', async ({
    visitor,
    person,
    request,
  }) => {
    await createAccount(request, visitor.origin, person)
    const login = loginPage(visitor)
    await login.open()
    const answer = nextAnswer(visitor)
    await login.signIn(person.email, 'not-the-password')
    expect((await answer).status()).toBe(400)

    await expect(login.summary).toHaveAttribute('role', 'alert')
    await expect(login.field('password')).toBeFocused()
    await expect(login.message(4000006)).toBeVisible()
    await expect(visitor.page).toHaveTitle(/^Error: /)
    await expect(login.field('identifier')).toHaveValue(person.email)
    await expect(login.field('password')).toHaveValue('')
    expect(await visitor.page.content()).not.toContain('not-the-password')

    await login.fill({ password: person.password })
    await login.send('password', 'password')
    await accountFrame(visitor).expectWelcome()
  })
})
