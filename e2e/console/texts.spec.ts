import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Returns the catalogues that a page's script asked for. */
function askedCatalogues(page: Page): readonly string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/locales\/en\/(\w+)\.json$/.exec(request.url()) ?? []
    if (name !== undefined) asked.push(name)
  })
  return asked
}

test('a page has its own texts, and those of the next one come when the operator means it, once @page-texts-2', async ({
  consolePage,
  home,
}) => {
  const document = await consolePage.request.get(`${home.root}/organizations`, { headers: { accept: 'text/html' } })
  const html = await document.text()
  expect(html).toContain('list.no_domain')
  expect(html).not.toContain('connection.issuer')
  expect(html).not.toContain('console_people')
  const asked = askedCatalogues(consolePage)
  await consolePage.goto(`${home.root}/organizations`)
  const people = consolePage.getByRole('link', { name: 'People' })
  await people.hover()
  await expect.poll(() => asked).toContain('console_people')
  await people.click()
  await expect(consolePage.getByRole('heading', { level: 1 })).toHaveText('People')
  await expect(consolePage.getByLabel('Search', { exact: true })).toBeVisible()
  await consolePage.getByRole('link', { name: 'Sessions' }).click()
  await expect(consolePage.getByRole('heading', { level: 1 })).toHaveText('Sessions')
  expect(asked.filter((name) => name === 'console_people')).toHaveLength(1)
})

test('if the texts of the next page cannot be fetched, the browser opens the page itself @page-texts-3', async ({
  consolePage,
  home,
  complaints,
}) => {
  complaints.expect(/net::ERR_FAILED/)
  await consolePage.goto(`${home.root}/organizations`)
  await consolePage.route('**/locales/**', (route) => route.abort())
  const opened = consolePage.waitForRequest((request) => request.isNavigationRequest())
  await consolePage.getByRole('link', { name: 'People' }).click()
  await opened
  await expect(consolePage.getByRole('heading', { level: 1 })).toHaveText('People')
  await expect(consolePage.getByLabel('Search', { exact: true })).toBeVisible()
})
