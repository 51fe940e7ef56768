import { expect } from '@playwright/test'
import type { Visitor } from '../visitor.ts'

/** Drives the frame of every page for a signed-in person. */
export function accountFrame({ page, hands, origin }: Visitor) {
  return {
    title: page.getByRole('heading', { level: 1 }),
    /** On the overview, signed in. */
    async expectWelcome() {
      await expect(page).toHaveURL(`${origin}/`)
      await expect(page.getByTestId('logout-link')).toBeVisible()
    },
    to: (path: '/' | '/settings' | '/sessions' | '/activity' | '/settings/data') =>
      hands.press(page.locator(`nav a[href="${path}"]`)),
    async signOut() {
      await hands.press(page.getByTestId('logout-link'))
      await expect(page).toHaveURL(`${origin}/login`)
    },
  }
}
