import { expect } from '@playwright/test'
import type { Visitor } from '../visitor.ts'
import { flowPage } from './flow-page.ts'

/** Drives the sign-in page. */
export function loginPage(visitor: Visitor) {
  const form = flowPage(visitor)
  const { page, hands } = visitor
  const otherAccount = page.getByTestId('other-account')
  /** Leaves the account chooser for another account. */
  const passChooser = async () => {
    if (!(await otherAccount.isVisible())) return
    await hands.press(otherAccount)
    await expect(otherAccount).toHaveCount(0)
  }
  const toForm = async () => {
    await expect(otherAccount.or(form.field('identifier')).first()).toBeVisible()
    await passChooser()
  }
  return {
    ...form,
    otherAccount,
    /** Accounts that signed in with this browser before, to choose from. */
    knownAccounts: page.getByTestId('known-account'),
    knownAddresses: page.getByTestId('known-account').locator('bdi').filter({ hasText: '@' }),
    /** The page as it comes, which may ask for an account first. */
    async arrive(query = '') {
      await page.goto(`/login${query}`)
    },
    /** Opens the form, for another account if one has to be chosen. */
    async open(query = '') {
      await page.goto(`/login${query}`)
      await passChooser()
    },
    async signIn(email: string, password: string) {
      await toForm()
      await form.fill({ identifier: email, password })
      await form.send('password', 'password')
    },
    /** Asks for a code by mail. */
    async askForCode(email: string) {
      await toForm()
      await form.fill({ identifier: email })
      await form.press('method', 'code')
      await expect(form.field('code')).toBeVisible()
    },
    /** Shows another second factor than the page does. */
    async anotherWay(group: string) {
      await hands.press(page.locator('[data-part=other-ways] summary'))
      await hands.press(page.getByTestId(`way/${group}`))
    },
    toRegistration: () => hands.press(page.getByTestId('signup-link')),
    async toRecovery() {
      await toForm()
      await hands.press(page.getByTestId('forgot-password-link'))
    },
  }
}
