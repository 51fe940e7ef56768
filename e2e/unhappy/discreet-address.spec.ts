import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { verificationPage } from '../pages/verification-page.ts'
import { newPerson } from '../service/people.ts'
import { withAndWithoutScript } from '../ways.ts'

test.use({ setup: 'discreet' })

withAndWithoutScript(() => {
  test.beforeEach(async ({ visitor, person }) => {
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.signUp(person)
    await verificationPage(visitor).confirm(person.email)
    await accountFrame(visitor).expectWelcome()
  })

  test('a new address waits in the settings until it is confirmed', async ({ visitor, person }) => {
    const { page, hands } = visitor
    const settings = settingsPage(visitor)
    const { email } = newPerson()
    await settings.open()
    await settings.changeAddress(email)
    await expect(verificationPage(visitor).field('code')).toBeVisible()
    await visitor.post.nextCode(email)

    await settings.open()
    await expect(settings.profile.field('traits.email')).toHaveValue(person.email)
    await expect(settings.waiting).toContainText(email)
    await hands.press(settings.waiting.getByTestId('resend_address'))
    await verificationPage(visitor).confirm(email)
    await expect(page).toHaveURL(/\/settings/)
    await expect(settings.profile.field('traits.email')).toHaveValue(email)
    await expect(settings.waiting).toBeHidden()
  })

  test('a new address is given up in the settings', async ({ visitor, person }) => {
    const { hands } = visitor
    const settings = settingsPage(visitor)
    await settings.open()
    await settings.changeAddress(newPerson().email)
    await expect(verificationPage(visitor).field('code')).toBeVisible()
    await settings.open()
    await hands.press(settings.waiting.getByTestId('discard_address'))
    await expect(settings.waiting).toBeHidden()
    await expect(settings.profile.field('traits.email')).toHaveValue(person.email)
  })
})
