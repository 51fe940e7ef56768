import { expect } from '@playwright/test'
import { expectAccessible, expectFits } from '../accessibility/looks.ts'
import { test } from './fixtures.ts'

/** TABLE: a page of every kind. */
const kinds = {
  'the start, with a picture': '/index.html',
  'a guide, with code': '/protect.html',
  'a plot': '/reference/performance.html',
  'calls of an API': '/api/identity/public-logout.html',
  decisions: '/decisions/index.html',
}

for (const [kind, path] of Object.entries(kinds)) {
  test(`${kind}: accessible in every look, and fits`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page, { in: ['light', 'dark'] })
    await expectFits(page)
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
