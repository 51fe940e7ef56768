import { expect } from '@playwright/test'
import type { Visitor } from '../visitor.ts'

/** The pages that the frame links to. */
type Path = '/' | '/settings' | '/sessions' | '/activity' | '/settings/data'

/** Drives the frame of every page for a signed-in person. */
export function accountFrame({ page, hands, origin }: Visitor) {
  const link = (path: Path) => page.locator(`nav a[href="${path}"]`)
  return {
    title: page.getByRole('heading', { level: 1 }),
    /** On the overview, signed in. */
    async expectWelcome() {
      await expect(page).toHaveURL(`${origin}/`)
      await expect(page.getByTestId('logout-link')).toBeVisible()
    },
    /** Asks for a page that may not come, for instance because changes are unsaved. */
    ask: (path: Path) => hands.press(link(path)),
    /** Ends on the page, so that the next act is not done on the page before. */
    async to(path: Path) {
      await hands.press(link(path))
      await expect(link(path).and(page.locator('[aria-current=page]'))).toBeVisible()
    },
    async signOut() {
      await hands.press(page.getByTestId('logout-link'))
      await expect(page).toHaveURL(`${origin}/login`)
    },
  }
}
