import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { untilAwake } from '../hands/hands.ts'

/**
 * Opens a page whose script comes late, fills in its fields meanwhile, and checks that all values are still there once
 * script has taken the page over. Returns the number of fields.
 */
export async function typeBeforeScript(page: Page, address: string): Promise<number> {
  const held = Promise.withResolvers<void>()
  const scripts = /\/assets\/[^?]*\.js/
  await page.route(scripts, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The whole document is there; only script follows it.
  await page.waitForFunction(() => document.readyState !== 'loading' || document.querySelector('footer, main') !== null)
  const typed = await page.evaluate(fillIn)
  held.resolve()
  await untilAwake(page, true)
  await page.waitForLoadState()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  const kept = await page.evaluate(valuesOf, Object.keys(typed))
  expect(kept, address).toEqual(typed)
  await page.unroute(scripts)
  return Object.keys(typed).length
}

/** Fills in every field in sight, as a quick person would. Returns each value, by the field's id or name. */
function fillIn(): Record<string, string> {
  const typed: Record<string, string> = {}
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    'main :is(input, textarea, select):not([disabled], [readonly], [type=hidden], [type=file])',
  )
  for (const field of fields) {
    const key = field.id || field.name
    // A search that script follows changes the rows of its table. Script draws questions again.
    if (
      key === '' ||
      key in typed ||
      field.closest('table, dialog') !== null ||
      !field.checkVisibility() ||
      field.closest('[inert]') !== null
    )
      continue
    if (field instanceof HTMLSelectElement) {
      field.selectedIndex = field.options.length - 1
      typed[key] = field.value
    } else if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) {
      field.checked = field.type === 'radio' || !field.checked
      typed[key] = String(field.checked)
    } else if (
      field instanceof HTMLInputElement &&
      !['text', 'email', 'search', 'tel', 'url', 'password'].includes(field.type)
    ) {
      continue
    } else {
      field.value = `${field.value}7`
      typed[key] = field.value
    }
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  return typed
}

function valuesOf(keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    keys.map((key) => {
      const field = document.getElementById(key) ?? document.getElementsByName(key)[0]
      if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type))
        return [key, String(field.checked)]
      return [key, field !== undefined && field !== null && 'value' in field ? String(field.value) : 'is gone']
    }),
  )
}
