import { expect, type Page } from '@playwright/test'

/** Drives the screens of the published components, by their submitted fields: the texts are theirs. */
export function screenOf(page: Page) {
  const field = (name: string) => page.locator(`input[name="${name}"]`)
  const button = (method: string) => page.locator(`button[name="method"][value="${method}"]`)
  return {
    field,
    button,
    /** Returns a way to sign up, on the screen with the choice. */
    way: (method: string) => page.getByTestId(`ory/form/auth-picker/${method}`),
    async fill(values: Readonly<Record<string, string>>) {
      for (const [name, value] of Object.entries(values)) await field(name).fill(value)
    },
    /** Expects this person to be signed in, on the page on which people arrive. */
    async isSignedIn(email: string) {
      await page.goto('/')
      await expect(page.getByTestId('who')).toHaveText(email)
    },
    async signOut() {
      await page.context().clearCookies()
      await page.goto('/')
      await expect(page.getByTestId('who')).toHaveText('signed out')
    },
  }
}
