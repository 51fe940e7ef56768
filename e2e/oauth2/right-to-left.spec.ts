import { expect, test } from './fixtures.ts'
import { applicationStates } from './states.ts'

test.use({ locale: 'ar', viewport: { width: 1280, height: 800 } })

test('from right to left, an English statement of the service is read from left to right @oauth2-rtl-1', async ({
  visitor,
  notebook,
}) => {
  await applicationStates['circle']?.(visitor, notebook)
  const said = visitor.page.locator('q')
  await expect(said).toContainText('OAuth2 client')
  expect(await said.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
})
