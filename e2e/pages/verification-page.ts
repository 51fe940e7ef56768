import { expect } from '@playwright/test'
import type { Visitor } from '../visitor.ts'
import { flowPage } from './flow-page.ts'

/** Drives the page for confirming an address. */
export function verificationPage(visitor: Visitor) {
  const form = flowPage(visitor)
  const { page, hands, post } = visitor
  const goOn = page.getByTestId('node/anchor/continue')
  return {
    ...form,
    goOn,
    async open() {
      await page.goto('/verification')
    },
    async askForCode(email: string) {
      await form.fill({ email })
      await form.send('email', 'code')
      await expect(form.field('code')).toBeVisible()
    },
    /** Asks for a link by mail, and returns it. */
    async askForLink(email: string) {
      await form.fill({ email })
      await form.send('email', 'link')
      await expect(form.message(1080001)).toBeVisible()
      return post.nextLink(email)
    },
    /** Enters the code from the mail that is on its way, and continues. */
    async confirm(email: string) {
      // The settings ask for the code of a new address themselves.
      await expect(page).toHaveURL(/\/verification\?|&proof=/)
      await form.enterCode(await post.nextCode(email))
      await expect(form.message(1080002).or(form.message(1080005))).toBeVisible()
      await hands.press(goOn)
    },
  }
}
