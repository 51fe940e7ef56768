import type { RelyingParty } from '@gatehouse/testing/providers'
import { expect } from '@playwright/test'
import { loginPage } from '../pages/login-page.ts'
import type { Person } from '../service/people.ts'
import type { Visitor } from '../visitor.ts'

/** Signs in from the application, up to the question for consent. */
export async function signIn(visitor: Visitor, party: RelyingParty, person: Person): Promise<void> {
  await visitor.page.goto((await party.begin()).href)
  await loginPage(visitor).signIn(person.email, person.password)
}

/** Waits until the browser is back at the application. */
export async function backAt({ page }: Visitor, party: RelyingParty): Promise<string> {
  await page.waitForURL((url) => url.href.startsWith(party.callback))
  await expect(page.getByRole('heading')).toHaveText(party.name)
  return page.url()
}
