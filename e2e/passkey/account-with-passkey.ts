import { expect } from '@playwright/test'
import { flowPage } from '../pages/flow-page.ts'
import { createAccount } from '../service/account.ts'
import type { Person } from '../service/people.ts'
import type { Visitor } from '../visitor.ts'
import { plugIn } from './authenticator.ts'

/** Makes an account whose owner adds a passkey of the device in the settings, and stays signed in. */
export async function createAccountWithPasskey(visitor: Visitor, person: Person): Promise<void> {
  const { page, origin } = visitor
  await plugIn(page, 'built-in')
  await createAccount(page.request, origin, person)
  await page.goto('/settings?section=passkey')
  const section = flowPage(visitor)
  await section.press('passkey_register_trigger')
  await expect(section.message(1050001)).toBeVisible()
}
