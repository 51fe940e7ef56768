import { expect } from '@playwright/test'
import type { Visitor } from '../visitor.ts'
import { flowPage } from './flow-page.ts'

/** A part of the settings, by the group of the wire that it is for. */
export type SettingsPart = 'profile' | 'passkey' | 'password' | 'oidc' | 'totp' | 'webauthn' | 'lookup_secret'

/** Drives the pages for changing an account: two lists of its parts, each of which opens. */
export function settingsPage(visitor: Visitor) {
  const { page, hands } = visitor
  const profile = flowPage(visitor, '#profile')
  const password = flowPage(visitor, '#password')
  const whole = flowPage(visitor)
  const isOpen = (part: SettingsPart) => new URL(page.url()).searchParams.get('section') === part
  const settings = {
    profile,
    password,
    /** The whole page, with any part open. */
    whole,
    /** The addresses that wait for their confirmation. */
    waiting: page.locator('#address_waits'),
    /** The question whether something is to be removed. */
    question: page.getByRole('dialog'),
    /** The row of a part on the list. */
    row: (part: SettingsPart) => page.locator('[data-part=row]', { has: page.getByTestId(`open/${part}`) }),
    /** The secret of an authenticator app that is being set up. */
    secret: async () => (await page.getByTestId('node/text/totp_secret_key/text').innerText()).trim(),
    /** By its address. */
    async open(part?: SettingsPart) {
      await page.goto(part === undefined ? '/settings' : `/settings?section=${part}`)
    },
    /** The name and the addresses, by their address. */
    async openProfile() {
      await page.goto('/settings?list=profile')
    },
    /** Opens a part by the list, from any part of the settings. */
    async choose(part: SettingsPart) {
      const row = page.getByTestId(`open/${part}`)
      const back = page.getByTestId('all-settings')
      const list = page.getByTestId(part === 'profile' ? 'nav/profile' : 'nav/settings')
      await expect(list).toBeVisible()
      if (isOpen(part) && (await back.isVisible())) return
      if (!(await row.isVisible())) await hands.press(list)
      await hands.press(row)
      await expect(back).toBeVisible()
    },
    async changeName(first: string, last: string) {
      await settings.choose('profile')
      await profile.fill({ 'traits.name.first': first, 'traits.name.last': last })
      await profile.send('traits.name.last', 'profile')
      await expect(profile.message(1050001)).toBeVisible()
    },
    /** Changes the address, up to the question for the code of the new one. */
    async changeAddress(to: string) {
      await settings.choose('profile')
      await profile.fill({ 'traits.email': to })
      await profile.send('traits.email', 'profile')
      await expect(settings.waiting).toContainText(to)
      await expect(whole.field('code')).toBeVisible()
    },
    /** Ends on the list. */
    async changePassword(to: string) {
      if (!(await password.field('password').isVisible())) await settings.choose('password')
      await password.fill({ password: to })
      await password.send('password', 'password')
      await expect(whole.message(1050001)).toBeVisible()
      await expect(page.getByTestId('open/password')).toBeVisible()
    },
    /** Presses "remove", and answers the question. `id`: the only one. */
    async remove(id?: string) {
      await hands.press(page.locator(id === undefined ? 'a[data-testid^="remove/"]' : `a[data-testid="remove/${id}"]`))
      await expect(settings.question).toBeVisible()
      await hands.press(settings.question.locator('button[type=submit]'))
      await expect(settings.question).toHaveCount(0)
      await expect(whole.message(1050001)).toBeVisible()
    },
  }
  return settings
}
