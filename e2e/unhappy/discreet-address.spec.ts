import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { verificationPage } from '../pages/verification-page.ts'
import { newPerson } from '../service/people.ts'
import { inboxOf } from '../service/post.ts'
import { inWays } from '../ways.ts'

test.use({ setup: 'discreet' })

inWays(['script'], () => {
  test.beforeEach(async ({ visitor, person }) => {
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.signUp(person)
    await verificationPage(visitor).confirm(person.email)
    await accountFrame(visitor).expectWelcome()
  })

  test('a new address waits in the settings, which ask for its code, until it is confirmed @discreet-address-1', async ({
    visitor,
    person,
  }) => {
    const { page, hands, origin } = visitor
    const settings = settingsPage(visitor)
    const { email } = newPerson()
    await settings.open()
    await settings.changeAddress(email)
    await expect(settings.waiting).toContainText('your current one stays in use')
    await expect(settings.waiting).toContainText('We sent a code')
    await expect(settings.profile.field('traits.email'), 'the old address stays').toHaveValue(person.email)
    const notices = async () => (await inboxOf(origin, person.email)).map(({ template }) => template)
    await expect.poll(notices, 'the old address hears of it').toContain('address_change_requested')
    await visitor.post.nextCode(email)

    await settings.open('profile')
    await expect(settings.profile.field('traits.email')).toHaveValue(person.email)
    await expect(settings.waiting).toContainText(email)
    await hands.press(settings.waiting.getByTestId('resend_address'))
    await expect(settings.whole.field('code')).toBeVisible()
    await settings.whole.enterCode('000000')
    await expect(settings.whole.summary, 'a wrong code is answered where it was typed').toHaveAttribute('role', 'alert')
    await expect(visitor.page).toHaveURL(/\/settings\?/)
    await expect(visitor.page).toHaveTitle(/^Error: /)
    await expect(settings.whole.field('code')).toBeFocused()
    await expect(settings.whole.field('code')).toHaveAccessibleDescription(/incorrect/)
    await expect(settings.waiting).toContainText(email)
    await verificationPage(visitor).confirm(email)
    await expect(page).toHaveURL(/\/settings/)
    await settings.choose('profile')
    await expect(settings.profile.field('traits.email')).toHaveValue(email)
    await expect(settings.waiting).toBeHidden()
  })

  test('a new address is given up in the settings', async ({ visitor, person }) => {
    const { hands } = visitor
    const settings = settingsPage(visitor)
    await settings.open()
    await settings.changeAddress(newPerson().email)
    await hands.press(settings.waiting.getByTestId('discard_address'))
    await expect(settings.waiting).toBeHidden()
    await settings.choose('profile')
    await expect(settings.profile.field('traits.email')).toHaveValue(person.email)
  })
})
