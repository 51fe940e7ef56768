import { expect } from '@playwright/test'
import type { Visitor } from '../visitor.ts'
import { flowPage } from './flow-page.ts'

/** The page for signing in. */
export function loginPage(visitor: Visitor) {
  const form = flowPage(visitor)
  const { page, hands } = visitor
  return {
    ...form,
    async open(query = '') {
      await page.goto(`/login${query}`)
    },
    async signIn(email: string, password: string) {
      await form.fill({ identifier: email, password })
      await form.send('password', 'password')
    },
    /** Asks for a code by mail. */
    async askForCode(email: string) {
      await form.fill({ identifier: email })
      await form.press('method', 'code')
      await expect(form.field('code')).toBeVisible()
    },
    toRegistration: () => hands.press(page.getByTestId('signup-link')),
    toRecovery: () => hands.press(page.getByTestId('forgot-password-link')),
  }
}
