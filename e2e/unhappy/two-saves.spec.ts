import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { verificationPage } from '../pages/verification-page.ts'
import { newPerson } from '../service/people.ts'
import { inWays } from '../ways.ts'
import { holdFirst, pressWhileBusy } from './held-form.ts'

test.use({ setup: 'discreet' })

inWays(['script', 'keyboard'], () => {
  // Whichever is first, the other one waits.
  for (const [first, title] of [
    ['name', 'a press on another form of the settings while one is being saved waits for its answer @two-saves-1'],
    ['address', '… also where the one that waits is the one that was typed into @two-saves-2'],
  ] as const) {
    test(title, async ({ visitor, person }) => {
      const { page, hands } = visitor
      const registration = registrationPage(visitor)
      await registration.open()
      await registration.signUp(person)
      await verificationPage(visitor).confirm(person.email)
      await accountFrame(visitor).expectWelcome()
      const settings = settingsPage(visitor)
      await settings.open()
      await settings.changeAddress(newPerson().email)
      await settings.open('profile')
      await settings.profile.fill({ 'traits.name.last': 'Lovelace-King' })

      const held = await holdFirst(page, '/settings')
      const discard = settings.waiting.getByTestId('discard_address')
      const save = settings.profile.button('method', 'profile')
      const [one, other] = first === 'name' ? [save, discard] : [discard, save]
      await hands.press(one)
      await expect.poll(() => held.sent()).toBe(1)
      await pressWhileBusy(other, hands.keyboard)
      await expect(one).toHaveAttribute('aria-busy', 'true')
      expect(held.sent()).toBe(1)
      held.release()
      await expect.poll(() => held.sent()).toBe(2)
      await expect(settings.waiting).toBeHidden()
      await expect(page.locator('main [aria-busy]')).toHaveCount(0)
      await settings.open('profile')
      await expect(settings.profile.field('traits.name.last')).toHaveValue('Lovelace-King')
      await expect(settings.waiting).toBeHidden()
    })
  }
})
