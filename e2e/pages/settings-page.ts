import { expect } from '@playwright/test'
import type { Visitor } from '../visitor.ts'
import { flowPage } from './flow-page.ts'

/** The page for changing an account. */
export function settingsPage(visitor: Visitor) {
  const { page } = visitor
  const profile = flowPage(visitor, '#profile')
  const password = flowPage(visitor, '#password')
  return {
    profile,
    password,
    /** The addresses that wait for their confirmation. */
    waiting: page.locator('#address_waits'),
    async open() {
      await page.goto('/settings')
    },
    async changeName(first: string, last: string) {
      await profile.fill({ 'traits.name.first': first, 'traits.name.last': last })
      await profile.send('traits.name.last', 'profile')
      await expect(profile.message(1050001)).toBeVisible()
    },
    /** Ends on the page of the code. */
    async changeAddress(to: string) {
      await profile.fill({ 'traits.email': to })
      await profile.send('traits.email', 'profile')
      await expect(page).toHaveURL(/\/verification\?/)
    },
    async changePassword(to: string) {
      await password.fill({ password: to })
      await password.send('password', 'password')
      await expect(password.message(1050001)).toBeVisible()
    },
  }
}
