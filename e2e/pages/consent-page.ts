import { expect } from '@playwright/test'
import type { Visitor } from '../visitor.ts'

/** Drives the page that asks for a person's consent to an application's request. */
export function consentPage({ page, hands }: Visitor) {
  const allow = page.getByTestId('consent-allow')
  return {
    allow,
    client: page.getByTestId('client'),
    remember: page.locator('[name=remember]'),
    async expectOpen() {
      await expect(allow).toBeVisible()
      await expect(page).toHaveURL(/\/consent\?consent_challenge=/)
    },
    press: () => hands.press(allow),
    refuse: () => hands.press(page.getByTestId('consent-deny')),
  }
}
