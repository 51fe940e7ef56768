import { expect, test } from '../fixtures.ts'
import { nextAnswer } from '../pages/flow-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { armFault } from '../service/devtools.ts'
import { withAndWithoutScript } from '../ways.ts'

withAndWithoutScript(() => {
  test('after too many tries the form says how long to wait, and opens again', async ({ visitor, person }) => {
    const { page, origin, scripted } = visitor
    const login = loginPage(visitor)
    await login.open()
    await armFault(origin, 'submit_too_many')
    const answer = nextAnswer(visitor)
    await login.signIn(person.email, person.password)
    const response = await answer
    expect([response.status(), response.headers()['retry-after']]).toEqual([429, '20'])
    await expect(page.getByTestId('notice/too_often')).toBeFocused()
    await expect(page.getByTestId('wait')).toContainText(/\d+/)
    await expect(login.field('identifier')).toHaveValue(person.email)
    const button = login.button('method', 'password')
    // The other ways in are open.
    await expect(login.button('method', 'code')).not.toHaveAttribute('aria-disabled', 'true')
    if (scripted) {
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      await expect(button).not.toHaveAttribute('aria-disabled', 'true', { timeout: 30_000 })
    }
    await login.signIn(person.email, person.password)
    await expect(login.message(4000006)).toBeVisible()
  })
})

test('the embedded service counts failures itself', async ({ visitor, person }) => {
  const login = loginPage(visitor)
  await login.open()
  for (let count = 0; count < 10; count += 1) {
    const answer = nextAnswer(visitor)
    await login.signIn(person.email, `wrong-${count}`)
    expect((await answer).status()).toBe(400)
    await expect(login.message(4000006)).toBeVisible()
  }
  await login.signIn(person.email, 'wrong-again')
  await expect(visitor.page.getByTestId('notice/too_often')).toBeVisible()
})
