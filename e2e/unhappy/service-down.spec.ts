import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../service/account.ts'
import { armFault } from '../service/devtools.ts'
import { withAndWithoutScript } from '../ways.ts'

test.beforeEach(({ complaints }) => complaints.expect(/status of 503/))

withAndWithoutScript(() => {
  test('a form that reaches no service is not lost @service-down-1', async ({ visitor, person, request }) => {
    const { page, origin, scripted } = visitor
    await createAccount(request, origin, person)
    const login = loginPage(visitor)
    await login.open()
    await armFault(origin, 'submit_lost')
    await login.signIn(person.email, person.password)
    if (scripted) {
      await expect(page.getByTestId('notice/unavailable')).toBeFocused()
      await expect(login.field('identifier')).toHaveValue(person.email)
      await login.signIn(person.email, person.password)
    } else {
      expect(await page.content()).not.toContain(person.password)
      await page.locator('[data-testid=resend] [name=password]').fill(person.password)
      await page.locator('[data-testid=resend] button[type=submit]').click()
    }
    await accountFrame(visitor).expectWelcome()
  })

  test('a page that cannot be drawn says when to try again', async ({ visitor }) => {
    const { page, origin, scripted } = visitor
    await armFault(origin, 'identity_down')
    const response = await page.goto('/login')
    expect([response?.status(), response?.headers()['retry-after']]).toEqual([503, '5'])
    await expect(page.getByTestId('retry')).toContainText(/\d/)
    // The page reloads automatically; without script its link works at once.
    if (!scripted) await page.locator('main a[href="/login"]').click()
    await expect(loginPage(visitor).field('identifier')).toBeEnabled({ timeout: 20_000 })
  })
})

test('text typed on the second screen stays on the second screen', async ({ visitor, person, request }) => {
  const { page, origin } = visitor
  await createAccount(request, origin, person)
  const login = loginPage(visitor)
  await login.open()
  await login.askForCode(person.email)
  await armFault(origin, 'submit_lost')
  await login.enterCode('123456')
  await expect(page.getByTestId('notice/unavailable')).toBeVisible()
  await expect(login.field('code')).toHaveValue('123456')
})
