import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../service/account.ts'
import { newPerson } from '../service/people.ts'
import { secondTab } from '../visitor.ts'
import { withAndWithoutScript } from '../ways.ts'

withAndWithoutScript(() => {
  test('signing in as one person while another is signed in asks who continues @other-person-1', async ({
    visitor,
    person,
    request,
  }) => {
    await createAccount(request, visitor.origin, person)
    const login = loginPage(visitor)
    await login.open()
    const tab = await secondTab(visitor)
    await createAccount(tab.page.request, visitor.origin, newPerson('other'))
    await login.signIn(person.email, person.password)
    await expect(visitor.page.getByRole('heading', { level: 1 })).toContainText('Vera Vale')
    await expect(visitor.page.locator('main a[href="/"]')).toBeVisible()

    await visitor.page.getByTestId('switch-account').click()
    await expect(login.field('identifier')).toBeVisible()
    await login.signIn(person.email, person.password)
    await accountFrame(visitor).expectWelcome()
  })

  test('a link for another person says who is signed in', async ({ visitor, person }) => {
    const { page, origin } = visitor
    await createAccount(page.request, origin, person)
    const response = await page.goto('/login?login_hint=somebody.else%40example.org')
    expect(response?.status()).toBe(409)
    await page.locator('main a[href="/"]').click()
    await accountFrame(visitor).expectWelcome()
    await page.goto(`/login?login_hint=${encodeURIComponent(person.email)}`)
    await accountFrame(visitor).expectWelcome()
  })
})
