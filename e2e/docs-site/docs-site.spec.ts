import { createSharding } from '@gatehouse/testing/shard'
import { expect } from '@playwright/test'
import { expectAccessible, expectFits } from '../accessibility/looks.ts'
import { test } from './fixtures.ts'

/** TABLE: parts of the site that together have every page, so that no test takes all of the time. */
const parts: Readonly<Record<string, (path: string) => boolean>> = {
  guides: (path) => !path.includes('/'),
  reference: (path) => path.startsWith('reference/'),
  APIs: (path) => path.startsWith('api/'),
  decisions: (path) => path.startsWith('decisions/'),
  'packages and examples': (path) => /^(?:packages|examples)\//.test(path),
}

test('every page belongs to one part', ({ docs }) => {
  const parted = docs.pages.map((path) => Object.values(parts).filter((has) => has(path)).length)
  expect(parted.length).toBeGreaterThan(140)
  expect(new Set(parted)).toEqual(new Set([1]))
})

/** TABLE: a page of every kind. All pages of a kind have the same colours: the dark ones are looked at here. */
const kinds = new Set([
  'index.html',
  'protect.html',
  'reference/performance.html',
  'api/identity/public-logout.html',
  'decisions/index.html',
])

const ofShard = createSharding()

for (const [part, has] of Object.entries(parts)) {
  test(`${part}: every page is accessible, and fits`, async ({ page, docs }) => {
    test.setTimeout(300_000)
    const own = docs.pages.filter(has)
    const looked = new Set(ofShard(own))
    for (const path of own) {
      await test.step(path, async () => {
        await page.goto(`/${path}`)
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
        if (kinds.has(path)) await expectAccessible(page, { in: ['light', 'dark'] })
        else if (looked.has(path)) await expectAccessible(page, { in: ['light'] })
        await expectFits(page)
      })
    }
  })
}

/** TABLE: questions that people type, and the page that answers each. */
const questions = {
  return_to: 'return-to.html',
  'cookie domain': 'protect.html',
  backup: 'operate.html',
  suspend: 'tutorial.html',
  'web hook': 'web-hooks.html',
  auth0: 'migrate.html#auth0',
  firebase: 'migrate.html#firebase',
  clerk: 'migrate.html#clerk',
  cognito: 'migrate.html#amazon-cognito',
  keycloak: 'migrate.html#keycloak',
  supabase: 'migrate.html#supabase',
  'kratos database': 'migrate.html#a-database-of-ory-kratos',
  zeppelin: '',
}

test('the search answers with the right page first, and is used by the keyboard alone @docs-site-1', async ({
  page,
}) => {
  await page.goto('/decisions/index.html')
  const results = page.locator('#search-results')
  for (const [question, answer] of Object.entries(questions)) {
    await page.keyboard.press('/')
    await page.keyboard.type(question)
    if (answer === '') {
      await expect(results).toContainText(`Nothing has “${question}”.`)
      continue
    }
    await expect(results.getByRole('link').first()).toHaveAttribute('href', new RegExp(`^\\.\\./${answer}(?:#|$)`))
    await expect(page.getByRole('status')).toContainText(/result/)
    await page.keyboard.press('Escape')
    await expect(results).toBeHidden()
    await page.getByRole('searchbox').fill('')
    await page.getByRole('searchbox').blur()
  }
  await page.getByRole('searchbox').fill('return_to')
  await expect(results.getByRole('link').first()).toBeVisible()
  await expectAccessible(page, { in: ['dark'] })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/return-to\.html/)
})

test('a narrow window opens the contents, and the chosen look is kept @docs-site-2', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/protect.html')
  const contents = page.getByRole('navigation', { name: 'Documentation' })
  await expect(contents).toBeHidden()
  await page.getByRole('button', { name: 'Contents' }).click()
  await expect(contents.getByRole('link', { name: 'Protect an application' })).toHaveAttribute('aria-current', 'page')
  await expect(contents.getByRole('link', { name: 'Protect an application' })).toBeInViewport()
  await expectAccessible(page, { in: ['light'] })
  await contents.getByRole('link', { name: 'Branding' }).click()
  await page.waitForURL(/\/branding\.html/)
  await page.getByRole('button', { name: 'Appearance: as the system' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('button', { name: 'Appearance: dark' })).toBeVisible()
})

test('pages are read without script @no-js @docs-site-3', async ({ page }) => {
  await page.goto('/reference/performance.html')
  await expect(page.getByRole('img', { name: /^Times as many/ }).first()).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeHidden()
  await page.getByRole('link', { name: 'Protect an application' }).click()
  await expect(page.getByRole('heading', { name: 'Protecting an application' })).toBeVisible()
})
