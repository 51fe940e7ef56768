import { inWays } from '../ways.ts'
import { expect, test } from './fixtures.ts'

inWays(['script'], () => {
  test('a code that no device shows is refused, and can be typed again @device-2', async ({ visitor }) => {
    const { page, hands } = visitor
    await page.goto('/device?device_challenge=a')
    const code = page.locator('[name=user_code]')
    const button = page.locator('main button[type=submit]')
    for (const wrong of ['NO-SUCH-CODE', 'NOR-THIS-ONE']) {
      await hands.fill(code, wrong)
      await hands.send(code, button)
      await expect(page.getByTestId('error-summary')).toBeVisible()
      await expect(code).toHaveValue(wrong)
      await expect(code).toHaveAttribute('aria-invalid', 'true')
    }
  })
})
