import { expect, test } from '../fixtures.ts'
import { nextAnswer } from '../pages/flow-page.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { recoveryPage } from '../pages/recovery-page.ts'
import { createAccount } from '../service/account.ts'
import { inWays } from '../ways.ts'

inWays(['script'], () => {
  test.beforeEach(async ({ visitor, person, request }) => {
    await createAccount(request, visitor.origin, person)
    await visitor.post.nextCode(person.email)
  })

  test('a code works once', async ({ visitor, person }) => {
    const login = loginPage(visitor)
    await login.open()
    await login.askForCode(person.email)
    const code = await visitor.post.nextCode(person.email)
    await login.enterCode(code)
    await accountFrame(visitor).expectWelcome()
    await accountFrame(visitor).signOut()

    await login.askForCode(person.email)
    const second = await visitor.post.nextCode(person.email)
    const answer = nextAnswer(visitor)
    await login.enterCode(code)
    expect((await answer).status()).toBe(400)
    await expect(login.message(4010008)).toBeVisible()
    await expect(login.field('code')).toBeFocused()

    await login.enterCode(second)
    await accountFrame(visitor).expectWelcome()
  })

  test('Enter in the code field sends the code, never for another one', async ({ visitor, person }) => {
    const login = loginPage(visitor)
    await login.open()
    await login.askForCode(person.email)
    const code = await visitor.post.nextCode(person.email)
    const answer = nextAnswer(visitor)
    await visitor.hands.fill(login.field('code'), '12345')
    await login.field('code').press('Enter')
    expect((await answer).status()).toBe(400)
    await expect(login.message(4010008)).toBeVisible()
    await login.enterCode(code)
    await accountFrame(visitor).expectWelcome()
  })

  test('a code that was sent again replaces the one before', async ({ visitor, person }) => {
    const recovery = recoveryPage(visitor)
    await recovery.open()
    await recovery.askForCode(person.email)
    const first = await visitor.post.nextCode(person.email)
    await recovery.open()
    await recovery.askForCode(person.email)
    const second = await visitor.post.nextCode(person.email)

    const answer = nextAnswer(visitor)
    await recovery.enterCode(first)
    expect((await answer).status()).toBe(400)
    await expect(recovery.message(4060006)).toBeVisible()
    await recovery.enterCode(second)
    await expect(visitor.page).toHaveURL(/\/settings/)
  })

  test('recovery says the same for an unknown address', async ({ visitor }) => {
    const recovery = recoveryPage(visitor)
    await recovery.open()
    await recovery.askForCode('nobody-at-all@example.org')
    await expect(recovery.message(1060003)).toBeVisible()
    await expect(recovery.field('code')).toBeVisible()
  })
})
