import type { RelyingParty } from '@gatehouse/testing/providers'
import { expect } from '@playwright/test'
import { consentPage } from '../pages/consent-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../service/account.ts'
import { newPerson } from '../service/people.ts'
import type { Visitor } from '../visitor.ts'
import { backAt, signIn } from './application.ts'

/** Leads a visitor to one state of a page that an application sends people to. */
export type ReachByApplication = (visitor: Visitor, party: RelyingParty) => Promise<void>

/** Every page of this kind in every state a person may meet it in. */
export const applicationStates: Readonly<Record<string, ReachByApplication>> = {
  consent: async (visitor, party) => {
    await atConsent(visitor, party)
  },
  'consent-other-person': async (visitor, party) => {
    const { page } = visitor
    await atConsent(visitor, party)
    await page.context().clearCookies({ name: /session|csrf/ })
    await createAccount(page.request, visitor.origin, newPerson('nora'))
    await page.reload()
    await expect(page.getByTestId('error-reference')).toBeVisible()
  },
  circle: async (visitor, party) => {
    await atConsent(visitor, party)
    await consentPage(visitor).remember.check()
    await consentPage(visitor).press()
    for (let rounds = 0; rounds < 4; rounds += 1) {
      await backAt(visitor, party)
      await visitor.page.goto((await party.begin()).href)
    }
    await expect(visitor.page.getByTestId('error-reference')).toBeVisible()
  },
  'logout-application': async (visitor, party) => {
    await atConsent(visitor, party)
    await consentPage(visitor).press()
    const { idToken } = await party.finish(await backAt(visitor, party))
    await visitor.page.goto(party.signOut(idToken).href)
    await expect(visitor.page.getByTestId('logout-confirm')).toBeVisible()
  },
  'login-again': async (visitor, party) => {
    await createAccount(visitor.page.request, visitor.origin, newPerson('vera'))
    await visitor.page.goto((await party.begin({ prompt: 'login' })).href)
    await expect(loginPage(visitor).field('password')).toBeVisible()
  },
  'login-over': async ({ page }) => void (await page.goto('/login?login_challenge=nonsense')),
  device: async ({ page }) => void (await page.goto('/device?device_challenge=a&user_code=WDJB-MJHT')),
  'device-error': async (visitor) => {
    const { page } = visitor
    await page.goto('/device?device_challenge=a')
    await page.locator('[name=user_code]').fill('NO-SUCH-CODE')
    await visitor.hands.press(page.locator('main button[type=submit]'))
    await expect(page.getByTestId('error-summary')).toBeVisible()
  },
  'device-done': async ({ page }) => void (await page.goto('/device/done')),
}

async function atConsent(visitor: Visitor, party: RelyingParty): Promise<void> {
  const person = newPerson('vera')
  await createAccount(visitor.page.request, visitor.origin, person)
  await visitor.page.context().clearCookies({ name: /session|csrf/ })
  await signIn(visitor, party, person)
  await consentPage(visitor).expectOpen()
}
