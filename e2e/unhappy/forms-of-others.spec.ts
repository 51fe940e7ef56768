import { expect, test } from '../fixtures.ts'
import { nextAnswer } from '../pages/flow-page.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../service/account.ts'
import { flowIdOf } from '../service/flows.ts'
import { serveForeignForm } from '../service/foreign-site.ts'
import { withAndWithoutScript } from '../ways.ts'

withAndWithoutScript(() => {
  test('a sign-in form on another site is refused', async ({ visitor, person, request }) => {
    await createAccount(request, visitor.origin, person)
    const login = loginPage(visitor)
    await login.open()
    const action = `${visitor.origin}/login?flow=${await flowIdOf(visitor)}`
    const csrf = await visitor.page.locator('main input[name=csrf_token]').first().inputValue()
    const fields = { csrf_token: csrf, identifier: person.email, password: person.password, method: 'password' }
    await using site = await serveForeignForm(action, fields)

    await visitor.page.goto(site.url)
    const answer = nextAnswer(visitor)
    await visitor.page.getByRole('button').click()
    expect((await answer).status()).toBe(403)
    await visitor.page.goto('/')
    await expect(visitor.page).toHaveURL(/\/login/)
  })

  test('another site cannot sign a person out @forms-of-others-1', async ({ visitor, person }) => {
    await createAccount(visitor.page.request, visitor.origin, person)
    await using site = await serveForeignForm(`${visitor.origin}/logout`, {})
    await visitor.page.goto(site.url)
    const answer = nextAnswer(visitor)
    await visitor.page.getByRole('button').click()
    expect((await answer).status()).toBe(403)
    await visitor.page.goto('/')
    await accountFrame(visitor).expectWelcome()
  })

  test('without its cookie a form is refused, and the fresh one works', async ({ visitor, person, request }) => {
    await createAccount(request, visitor.origin, person)
    const login = loginPage(visitor)
    await login.open()
    await login.fill({ identifier: person.email, password: person.password })
    await visitor.page.context().clearCookies()
    const answer = nextAnswer(visitor)
    await login.send('password', 'password')
    expect((await answer).status()).toBe(403)
    await expect(visitor.page.getByTestId('notice/cookies_blocked')).toBeFocused()
    await expect(login.field('identifier')).toHaveValue(person.email)

    await login.fill({ password: person.password })
    await login.send('password', 'password')
    await accountFrame(visitor).expectWelcome()
  })
})
