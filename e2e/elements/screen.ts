import { expect, type Page } from '@playwright/test'

/** The screens of the published components, by what is submitted: texts are theirs. */
export function screenOf(page: Page) {
  const field = (name: string) => page.locator(`input[name="${name}"]`)
  const button = (method: string) => page.locator(`button[name="method"][value="${method}"]`)
  return {
    field,
    button,
    /** A way to sign up, on the screen where one chooses. */
    way: (method: string) => page.getByTestId(`ory/form/auth-picker/${method}`),
    async fill(values: Readonly<Record<string, string>>) {
      for (const [name, value] of Object.entries(values)) await field(name).fill(value)
    },
    /** Who is signed in, on the page where people arrive. */
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
