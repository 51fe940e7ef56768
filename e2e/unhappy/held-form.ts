import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'

/** Holds the answer of the first form that script sends to a page. */
export async function holdFirst(page: Page, path: string) {
  const held = Promise.withResolvers<void>()
  let sent = 0
  await page.route(`**${path}.data*`, async (route) => {
    if (route.request().method() === 'POST') {
      sent += 1
      if (sent === 1) await held.promise
    }
    await route.continue()
  })
  return { sent: () => sent, release: () => held.resolve() }
}

/** Hands would wait until nothing is being saved. A second press of the same button counts once. */
export async function pressWhileBusy(button: Locator, byKeyboard: boolean) {
  for (const _ of [1, 2]) {
    if (byKeyboard) await button.press('Enter')
    // Playwright waits for busy controls.
    else await button.click({ force: true })
    await expect(button).toHaveAttribute('aria-busy', 'true')
  }
}
