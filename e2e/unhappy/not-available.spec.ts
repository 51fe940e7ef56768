import { states } from '../accessibility/states.ts'
import { expect, test } from '../fixtures.ts'
import { loginPage } from '../pages/login-page.ts'
import { inWays, withAndWithoutScript } from '../ways.ts'

test.describe('if sign-up is closed', () => {
  test.use({ setup: 'closed' })
  withAndWithoutScript(() => {
    test('the page says so and leads to the sign-in', async ({ visitor }) => {
      const { page } = visitor
      const response = await page.goto('/registration')
      expect(response?.status()).toBe(400)
      await page.locator('main a[href="/login"]').click()
      await expect(loginPage(visitor).field('identifier')).toBeVisible()
    })
  })
})

test.describe('if passkeys are the only sign-in method', () => {
  test.use({ setup: 'passkey-only' })
  withAndWithoutScript(() => {
    test('an account that cannot use them learns why @not-available-1', async ({ visitor }) => {
      const { page, scripted } = visitor
      await page.goto('/login')
      const why = page.getByTestId('needs-script')
      const button = page.locator('[data-needs-script] button').first()
      await expect(why).toBeVisible({ visible: !scripted })
      await expect(button).toBeVisible({ visible: scripted })
    })
  })

  test('a browser without modules is one without script', async ({ visitor, complaints }) => {
    complaints.expect(/ERR_FAILED .*\/assets\//)
    const { page } = visitor
    await page.addInitScript(() => Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule'))
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/login')
    await expect(page.getByTestId('needs-script')).toBeVisible()
    await expect(page.locator('[data-needs-script] button').first()).toBeHidden()
  })
})

inWays(['noScript'], () => {
  for (const name of ['login', 'settings-app', 'settings-codes']) {
    test(`${name} without script shows no control that needs it @needs-script-1-${name}`, async ({ visitor }) => {
      await states[name]?.(visitor)
      for (const control of await visitor.page.locator('[data-needs-script]').all()) await expect(control).toBeHidden()
    })
  }
})
