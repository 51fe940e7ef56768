import { type Browser, expect } from '@playwright/test'
import { pointerHands } from '../hands/pointer.ts'
import { flowPage } from '../pages/flow-page.ts'
import { createProvedAccount } from '../service/account.ts'
import type { Person } from '../service/people.ts'
import type { Visitor } from '../visitor.ts'
import { plugIn } from './authenticator.ts'

/** Makes an account that has a security key, in a browser with script: no other can add one. */
export async function createAccountWithKey(browser: Browser, visitor: Visitor, person: Person): Promise<void> {
  const context = await browser.newContext({ baseURL: visitor.origin, javaScriptEnabled: true })
  const page = await context.newPage()
  await plugIn(page, 'usb')
  await createProvedAccount({ ...visitor, page }, person)
  await page.goto('/settings?section=webauthn')
  const section = flowPage({ ...visitor, page, scripted: true, hands: pointerHands(page, true) }, '#webauthn')
  await section.fill({ webauthn_register_displayname: 'Blue key' })
  await section.press('webauthn_register_trigger')
  await expect(section.message(1050001)).toBeVisible()
  await context.close()
}
