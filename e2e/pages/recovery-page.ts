import { expect } from '@playwright/test'
import type { Visitor } from '../visitor.ts'
import { flowPage } from './flow-page.ts'

/** Drives the recovery page. */
export function recoveryPage(visitor: Visitor) {
  const form = flowPage(visitor)
  return {
    ...form,
    async open() {
      await visitor.page.goto('/recovery')
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
      await expect(form.message(1060002)).toBeVisible()
      return visitor.post.nextLink(email)
    },
  }
}
