import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { repositoryRoot } from '@gatehouse/testing/processes'
import { expectAccessible, expectFits } from '../accessibility/looks.ts'
import { test } from './fixtures.ts'

// Everything there is, three times over: axe takes its time.
test.setTimeout(240_000)

for (const language of ['en', 'ar']) {
  test(`everything is accessible in light, dark and forced colours, and fits: ${language}`, async ({ page }) => {
    await page.goto(`/?language=${language}`)
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
    await expect(page.getByRole('heading', { name: 'Flows' })).toBeVisible()
    // The layouts in frames are separate pages; the next test visits them.
    await expectAccessible(page, { except: 'iframe' })
    await expectFits(page)
  })
}

for (const layout of ['gate', 'account']) {
  test(`the ${layout} layout is accessible and fits`, async ({ page }) => {
    await page.goto(`/?show=${layout}`)
    await expect(page.getByRole('main')).toBeVisible()
    await expectAccessible(page)
    await expectFits(page)
  })
}

test('a question above a page is accessible and fits', async ({ page }) => {
  await page.goto('/?show=dialog')
  await expect(page.getByRole('dialog', { name: 'Remove “Blue key”?' })).toBeVisible()
  await expectAccessible(page)
  await expectFits(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the switches change colours, direction and width', async ({ page }) => {
  await page.goto('/')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await background()
  await page.getByRole('link', { name: 'dark', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await background()).not.toBe(light)
  await page.getByRole('link', { name: 'Arabic, right to left' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.getByRole('link', { name: '320 pixels' }).click()
  const narrow = page.frameLocator('iframe[title="320 pixels wide"]')
  await expect(narrow.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await narrow.locator('html').evaluate((html) => html.ownerDocument.defaultView?.innerWidth)).toBe(320)
})

test('every recorded flow is on show, and so are nodes that cannot be drawn @gallery-1', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Flows' })).toBeVisible()
  const names = await page.locator('[data-specimen]').evaluateAll((all) => all.map((one) => one.dataset['specimen']))
  const files = readdirSync(join(repositoryRoot, 'packages/flow-form/fixtures'))
  expect(files.length).toBeGreaterThan(30)
  expect(names).toEqual(expect.arrayContaining(files.map((file) => file.replace('.json', '').replaceAll('-', ' '))))
  const unknown = page.locator('[data-specimen="unknown nodes"]')
  await expect(unknown.getByText('This page can’t show one of the fields.')).toBeVisible()
})

test('a control on show with focus looks like one with focus', async ({ page }) => {
  await page.goto('/')
  const shown = page.getByLabel('focus', { exact: true }).first()
  const outline = (locator: typeof shown) => locator.evaluate((element) => getComputedStyle(element).outline)
  const marked = await outline(shown)
  const plain = page.getByLabel('default', { exact: true }).first()
  expect(marked).not.toBe(await outline(plain))
  await page.keyboard.press('Tab')
  await plain.focus()
  expect(await outline(plain)).toBe(marked)
})

test('no field of a flow is squeezed, in a column of any width @gallery-2', async ({ page }) => {
  for (const width of [1280, 700]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Flows' })).toBeVisible()
    await expectFits(page)
  }
})
