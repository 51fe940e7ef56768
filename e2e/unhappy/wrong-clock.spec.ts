import { expect, test } from '../fixtures.ts'
import { createProvedAccount } from '../service/account.ts'

for (const [name, offMs, warns] of [
  ['a clock that is an hour ahead', 3_600_000, true],
  ['a clock that is an hour behind', -3_600_000, true],
  ['a clock that is right', 0, false],
] as const) {
  test(`${name} matters only while an authenticator app is set up`, async ({ visitor, person }) => {
    const { page } = visitor
    await createProvedAccount(visitor, person)
    await page.addInitScript((off) => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + off
    }, offMs)
    const checked = page.waitForResponse('**/health/alive')
    await page.goto('/settings?section=totp')
    await checked
    await expect(page.getByTestId('clock-warning')).toHaveCount(warns ? 1 : 0)
    if (warns) await expect(page.locator('#totp').getByTestId('clock-warning')).toContainText('60')
    await page.goto('/sessions')
    await expect(page.getByTestId('clock-warning')).toHaveCount(0)
  })
}
