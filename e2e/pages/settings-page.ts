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
    async open() {
      await page.goto('/settings')
    },
    async changeName(first: string, last: string) {
      await profile.fill({ 'traits.name.first': first, 'traits.name.last': last })
      await profile.send('traits.name.last', 'profile')
      await expect(profile.message(1050001)).toBeVisible()
    },
    async changePassword(to: string) {
      await password.fill({ password: to })
      await password.send('password', 'password')
      await expect(password.message(1050001)).toBeVisible()
    },
  }
}
