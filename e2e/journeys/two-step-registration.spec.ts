import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { verificationPage } from '../pages/verification-page.ts'
import { plugIn, withoutSuggestions } from '../passkey/authenticator.ts'
import { inEveryWay, inWays } from '../ways.ts'

test.use({ setup: 'two-step' })

inEveryWay(() => {
  test('details first, then a password @two-step-registration-1', async ({ visitor, person }) => {
    const registration = registrationPage(visitor)
    await registration.open()
    await expect(registration.field('password')).toHaveCount(0)
    await registration.giveDetails(person.email)
    await expect(registration.message(1040009)).toBeVisible()
    await registration.choosePassword(person.password)
    await verificationPage(visitor).confirm(person.email)
    await accountFrame(visitor).expectWelcome()
  })

  test('back to the details, which are still there @two-step-registration-2', async ({ visitor, person }) => {
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.giveDetails(person.email)
    await registration.press('screen', 'previous')
    await expect(registration.field('traits.email')).toHaveValue(person.email)
    await expect(registration.field('traits.name.first')).toHaveValue('Vera')
    await registration.giveDetails(person.email)
    await expect(registration.field('password')).toBeVisible()
  })

  test('details first, then a code by mail instead of a password @two-step-registration-3', async ({
    visitor,
    person,
  }) => {
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.giveDetails(person.email)
    await registration.press('method', 'code')
    await expect(registration.message(1040005)).toBeVisible()
    await registration.enterCode(await visitor.post.nextCode(person.email))
    await accountFrame(visitor).expectWelcome()
  })
})

inWays(['script', 'keyboard'], () => {
  test('details first, then a passkey instead of a password @two-step-registration-4', async ({ visitor, person }) => {
    const { page } = visitor
    await withoutSuggestions(page)
    await plugIn(page, 'built-in')
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.giveDetails(person.email)
    await registration.press('passkey_register_trigger')
    await verificationPage(visitor).confirm(person.email)
    await accountFrame(visitor).expectWelcome()
  })

  test('details first, then a security key instead of a password @two-step-registration-5', async ({
    visitor,
    person,
  }) => {
    const { page } = visitor
    await withoutSuggestions(page)
    await plugIn(page, 'usb')
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.giveDetails(person.email)
    await registration.fill({ webauthn_register_displayname: 'First key' })
    await registration.press('webauthn_register_trigger')
    await verificationPage(visitor).confirm(person.email)
    await accountFrame(visitor).expectWelcome()
  })
})
