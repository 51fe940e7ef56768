import { totpCode } from '@gatehouse/testing/devices'
import { expectAccessible, expectFits } from '../accessibility/looks.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { flowPage } from '../pages/flow-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { createProvedAccount } from '../service/account.ts'
import { inEveryWay } from '../ways.ts'
import { expect, test } from './fixtures.ts'

inEveryWay(() => {
  test('a device that is remembered is asked no more, until its owner wants it asked again @remembered-device-1', async ({
    visitor,
    person,
  }) => {
    const { page, hands, scripted } = visitor
    await createProvedAccount(visitor, person)
    await page.goto('/settings?section=totp')
    const app = flowPage(visitor, '#totp')
    const secret = (await page.getByTestId('node/text/totp_secret_key/text').innerText()).trim()
    await hands.fill(app.field('totp_code'), totpCode(secret, Date.now()))
    if (!scripted) await app.send('totp_code', 'totp')
    await expect(flowPage(visitor).message(1050001)).toBeVisible()

    const account = accountFrame(visitor)
    const login = loginPage(visitor)
    await account.signOut()
    await login.open()
    await login.signIn(person.email, person.password)
    await page.locator('[name=remember_device]').focus()
    await page.keyboard.press('Space')
    // The code of this moment is used up; the next one counts already.
    await hands.fill(login.field('totp_code'), totpCode(secret, Date.now(), 1))
    if (!scripted) await login.send('totp_code', 'totp')
    await account.expectWelcome()

    await account.signOut()
    await login.open()
    await login.signIn(person.email, person.password)
    await account.expectWelcome()

    await account.ask('/settings')
    await expect(login.message(1010004), 'a change of the account needs it all the same').toBeVisible()
    await page.goto('/sessions')
    await expect(page.getByRole('heading', { name: 'Trusted devices' })).toBeVisible()
    await hands.press(page.locator('button[name=ask_again]'))
    await expect(page.getByText('The second step is required again.')).toBeVisible()
    await account.signOut()
    await login.open()
    await login.signIn(person.email, person.password)
    await expect(login.message(1010004)).toBeVisible()
  })
})

for (const locale of ['en', 'ar']) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale })
    test('the second step with its tick, and the list of trusted devices, are accessible and fit', async ({
      visitor,
      person,
    }) => {
      const { page, hands } = visitor
      await createProvedAccount(visitor, person)
      await page.goto('/settings?section=totp')
      const secret = (await page.getByTestId('node/text/totp_secret_key/text').innerText()).trim()
      const app = flowPage(visitor, '#totp')
      await hands.fill(app.field('totp_code'), totpCode(secret, Date.now()))
      await expect(flowPage(visitor).message(1050001)).toBeVisible()
      const login = loginPage(visitor)
      await accountFrame(visitor).signOut()
      await login.open()
      await login.signIn(person.email, person.password)
      await expect(page.locator('[name=remember_device]')).toBeVisible()
      await expectAccessible(page)
      await expectFits(page)
      await page.locator('[name=remember_device]').check()
      await hands.fill(login.field('totp_code'), totpCode(secret, Date.now(), 1))
      await accountFrame(visitor).expectWelcome()
      await page.goto('/sessions')
      await expect(page.locator('#trusted')).toBeVisible()
      await expectAccessible(page)
      await expectFits(page)
    })
  })
}
