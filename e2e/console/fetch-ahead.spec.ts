import { untilAwake } from '../hands/hands.ts'
import { expect, test } from './fixtures.ts'

test('a page that is pointed at is fetched once, and not again when it is pressed @console-ahead-1', async ({
  consolePage,
  newProject,
}) => {
  const shop = await newProject('Ahead')
  await consolePage.goto(shop.root)
  await untilAwake(consolePage, true)
  // An answer from the browser's cache was not transferred.
  const fetched = () =>
    consolePage.evaluate(
      () =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.includes('/organizations.data'))
          .filter((entry) => entry instanceof PerformanceResourceTiming && entry.transferSize > 0).length,
    )
  const link = consolePage.getByRole('navigation').getByRole('link', { name: 'Organizations', exact: true })
  const answered = consolePage.waitForResponse(/\/organizations\.data/)
  await link.hover()
  await (await answered).finished()
  await expect.poll(fetched).toBe(1)
  await link.click()
  await expect(consolePage.getByRole('heading', { level: 1 })).toHaveText('Organizations')
  expect(await fetched(), 'what was fetched ahead is what is shown').toBe(1)
})

test('a link that is pressed says so before the page has come @console-ahead-2', async ({
  consolePage,
  newProject,
}) => {
  const shop = await newProject('Pressed')
  await consolePage.goto(shop.root)
  await untilAwake(consolePage, true)
  const held = Promise.withResolvers<void>()
  await consolePage.route(/\/organizations\.data/, async (route) => {
    await held.promise
    await route.continue()
  })
  const link = consolePage.getByRole('navigation').getByRole('link', { name: 'Organizations', exact: true })
  await link.click()
  await expect(link.locator('[data-pending]')).toBeVisible()
  await expect(consolePage.locator('[data-part=progress-bar]')).toHaveCount(1)
  await expect(consolePage.getByRole('heading', { level: 1 })).not.toHaveText('Organizations')
  held.resolve()
  await expect(consolePage.getByRole('heading', { level: 1 })).toHaveText('Organizations')
  await expect(link.locator('[data-pending]')).toHaveCount(0)
})
