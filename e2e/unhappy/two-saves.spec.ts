import { expect, test } from '../fixtures.ts'
import { untilAwake } from '../hands/hands.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { flowPage } from '../pages/flow-page.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { verificationPage } from '../pages/verification-page.ts'
import { newPerson, type Person } from '../service/people.ts'
import type { Visitor } from '../visitor.ts'
import { inWays } from '../ways.ts'
import { holdFirst, pressWhileBusy } from './held-form.ts'

test.use({ setup: 'discreet' })

async function signUp(visitor: Visitor, person: Person) {
  const registration = registrationPage(visitor)
  await registration.open()
  await registration.signUp(person)
  await verificationPage(visitor).confirm(person.email)
  await accountFrame(visitor).expectWelcome()
}

inWays(['script', 'keyboard'], () => {
  // Whichever is first, the other one waits.
  for (const [first, title] of [
    ['name', 'a press on another form of the settings while one is being saved waits for its answer @two-saves-1'],
    ['address', '… also where the one that waits is the one that was typed into @two-saves-2'],
  ] as const) {
    test(title, async ({ visitor, person }) => {
      const { page, hands } = visitor
      await signUp(visitor, person)
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

inWays(['script', 'keyboard'], () => {
  for (const [password, title] of [
    [
      'another-Horse-battery-7',
      'a link that is pressed while a form is being saved is followed once it is @two-saves-5',
    ],
    ['password', '… and where the form is refused, the page that says so stays @two-saves-6'],
  ] as const) {
    test(title, async ({ visitor, person }) => {
      const { page, hands } = visitor
      await signUp(visitor, person)
      const settings = settingsPage(visitor)
      await settings.open('password')
      const part = flowPage(visitor, '#password')
      await part.fill({ password })
      const held = await holdFirst(page, '/settings')
      await hands.press(part.button('method', 'password'))
      await expect.poll(() => held.sent()).toBe(1)
      const link = page.locator('nav a[href="/activity"]')
      if (hands.keyboard) await link.press('Enter')
      else await link.click()
      await expect(link).toHaveAttribute('data-pending', 'true')
      await expect(part.button('method', 'password')).toHaveAttribute('aria-busy', 'true')
      held.release()
      if (password === 'password') {
        await expect(part.field('password')).toHaveAttribute('aria-invalid', 'true')
        await expect(link).not.toHaveAttribute('data-pending')
        await expect(page).toHaveURL(/\/settings\?/)
        return
      }
      await expect(page).toHaveURL(/\/activity$/)
      await expect(page.getByText('Account changed')).toBeVisible()
    })
  }

  test('two accounts that are taken off the list one right after the other both are @two-saves-4', async ({
    visitor,
  }) => {
    const { page, hands, origin } = visitor
    const known = ['vera', 'ada', 'eve'].map((id) => ({ id, name: `${id}@example.org`, method: 'password', at: 1 }))
    const value = Buffer.from(JSON.stringify(known)).toString('base64url')
    await page.context().addCookies([{ name: 'gatehouse_accounts', value, url: origin }])
    await page.goto('/login')
    await untilAwake(page, true)
    const buttons = page.locator('button[name=forget_account]')
    await expect(buttons).toHaveCount(3)
    const held = await holdFirst(page, '/login')
    await hands.press(buttons.first())
    await expect.poll(() => held.sent()).toBe(1)
    await pressWhileBusy(buttons.last(), hands.keyboard)
    expect(held.sent()).toBe(1)
    held.release()
    await expect.poll(() => held.sent()).toBe(2)
    await expect(buttons).toHaveCount(1)
    await expect(page.getByTestId('known-account')).toContainText('ada@example.org')
    const undo = page.locator('button[name=restore_account]')
    await expect(page.getByTestId('account-removed')).toContainText('eve@example.org')
    await hands.press(undo)
    await expect(buttons, 'the last one comes back').toHaveCount(2)
    await expect(undo).toHaveCount(0)
    await expect(page.locator('[data-part=account-chooser]')).toBeFocused()
  })
})
