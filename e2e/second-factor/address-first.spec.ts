import { expect, test } from '../fixtures.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { verificationPage } from '../pages/verification-page.ts'
import { createAccount } from '../service/account.ts'
import { inEveryWay } from '../ways.ts'

inEveryWay(() => {
  test('an address is proved from the settings, which then offer second factors @address-first-1', async ({
    visitor,
    person,
  }) => {
    const { page, hands, origin, post } = visitor
    await createAccount(page.request, origin, person)
    // The code of the sign-up is not asked for.
    await post.nextCode(person.email)
    await settingsPage(visitor).open()
    await expect(page.getByTestId('open/totp')).toHaveCount(0)
    await hands.press(page.getByTestId('confirm-address'))
    await verificationPage(visitor).confirm(person.email)
    await expect(page).toHaveURL(`${origin}/settings`)
    await expect(page.getByTestId('open/totp')).toBeVisible()
    await expect(page.getByTestId('confirm-address')).toHaveCount(0)
  })
})
