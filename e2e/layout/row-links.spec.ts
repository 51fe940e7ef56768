import { expect, test } from '../fixtures.ts'
import { createProvedAccount } from '../service/account.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { inWays } from '../ways.ts'

inWays(['script'], () => {
  test('on a phone a row of the settings is one link as a whole, and has a button in a wide window @row-links-1', async ({
    visitor,
    person,
  }) => {
    const { page } = visitor
    await createProvedAccount(visitor, person)
    const settings = settingsPage(visitor)
    const row = settings.row('password')
    const link = page.getByRole('link', { name: 'Change: Password' })
    await page.setViewportSize({ width: 360, height: 740 })
    await settings.open()
    await expect(link).toHaveCount(1)
    const { x, y, height } = (await row.boundingBox()) ?? { x: 0, y: 0, height: 0 }
    expect(height, 'no line for a button').toBeLessThan(96)
    await page.mouse.click(x + 12, y + height - 8)
    await expect(page).toHaveURL(/[?&]section=password/)

    await page.setViewportSize({ width: 1280, height: 740 })
    await settings.open()
    await expect(link.getByText('Change')).toBeVisible()
    const wide = (await row.boundingBox()) ?? { x: 0, y: 0, height: 0 }
    await page.mouse.click(wide.x + 12, wide.y + wide.height - 8)
    await expect(page).not.toHaveURL(/section=/)
  })
})
