import { expect, test } from '../fixtures.ts'
import { nextAnswer } from '../pages/flow-page.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../service/account.ts'
import { expiryOf, flowIdOf } from '../service/flows.ts'
import { withAndWithoutScript } from '../ways.ts'

test.use({ setup: 'short-lived' })

withAndWithoutScript(() => {
  test('a form that was open for too long comes back fresh, with the address still in it', async ({
    visitor,
    person,
    request,
  }) => {
    await createAccount(request, visitor.origin, person)
    const login = loginPage(visitor)
    await login.open()
    const lost = await flowIdOf(visitor)
    const expiry = await expiryOf(visitor, 'login', lost)
    await login.fill({ identifier: person.email, password: person.password })
    await expect.poll(() => Date.now(), { intervals: [100] }).toBeGreaterThan(expiry)

    const answer = nextAnswer(visitor)
    await login.send('password', 'password')
    expect((await answer).status()).toBe(410)
    await expect(visitor.page.getByRole('alert')).toBeFocused()
    await expect(login.field('identifier')).toHaveValue(person.email)
    await expect(login.field('password')).toHaveValue('')
    expect(await flowIdOf(visitor)).not.toBe(lost)

    await login.fill({ password: person.password })
    await login.send('password', 'password')
    await accountFrame(visitor).expectWelcome()
  })

  test('the address of a form that has expired opens a fresh one', async ({ visitor }) => {
    const login = loginPage(visitor)
    await login.open()
    const lost = await flowIdOf(visitor)
    const expiry = await expiryOf(visitor, 'login', lost)
    await expect.poll(() => Date.now(), { intervals: [100] }).toBeGreaterThan(expiry)
    const response = await visitor.page.goto(`/login?flow=${lost}`)
    expect(response?.status()).toBe(200)
    expect(await flowIdOf(visitor)).not.toBe(lost)
    await expect(login.field('identifier')).toBeEnabled()
  })
})
