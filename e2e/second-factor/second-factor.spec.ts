import { totpCode } from '@gatehouse/testing/devices'
import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { flowPage, type FlowPage } from '../pages/flow-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { createProvedAccount } from '../service/account.ts'
import type { Visitor } from '../visitor.ts'
import { inEveryWay } from '../ways.ts'

/** Enters a code, which sends itself once it is complete and script runs. */
async function enter(visitor: Visitor, form: FlowPage, code: string) {
  await visitor.hands.fill(form.field('totp_code'), code)
  if (!visitor.scripted) await form.send('totp_code', 'totp')
}

inEveryWay(() => {
  test('an authenticator app and backup codes are set up, asked for, and taken away @second-factor-1', async ({
    visitor,
    person,
  }) => {
    test.slow()
    const { page } = visitor
    await createProvedAccount(visitor, person)
    await page.goto('/settings')
    const app = flowPage(visitor, '#totp')
    const secret = (await page.getByTestId('node/text/totp_secret_key/text').innerText()).trim()
    await expect(page.getByTestId('node/image/totp_qr')).toBeVisible()
    await enter(visitor, app, totpCode(secret, Date.now()))
    await expect(app.message(1050001)).toBeVisible()

    const backup = flowPage(visitor, '#lookup_secret')
    await backup.press('lookup_secret_regenerate')
    const codes = page.getByTestId('node/text/lookup_secret_codes/lookup_secret')
    await expect(codes).toHaveCount(12)
    const [code = '', another = ''] = await codes.allInnerTexts()
    const file = await page.request.get(String(await page.getByTestId('codes-download').getAttribute('href')))
    expect(file.headers()['content-disposition']).toContain('attachment')
    expect(await file.text()).toContain(code)
    await backup.press('lookup_secret_confirm')
    await expect(backup.button('lookup_secret_reveal'), 'nothing counts before it was kept').toBeHidden()
    await page.locator('#codes-kept').focus()
    await page.keyboard.press('Space')
    await backup.press('lookup_secret_confirm')
    await expect(backup.button('lookup_secret_reveal')).toBeVisible()

    const account = accountFrame(visitor)
    const login = loginPage(visitor)
    await account.signOut()
    await login.open()
    await login.signIn(person.email, person.password)
    await expect(login.message(1010004)).toBeVisible()
    // The code of this moment may be used up; the next one counts already.
    await enter(visitor, login, totpCode(secret, Date.now(), 1))
    await account.expectWelcome()

    await account.signOut()
    await login.open()
    await login.signIn(person.email, person.password)
    await expect(login.field('lookup_secret')).toBeVisible()
    await login.fill({ lookup_secret: code })
    await login.press('method', 'lookup_secret')
    await account.expectWelcome()

    await login.open('?aal=aal2&refresh=true')
    await expect(login.message(1010003)).toBeVisible()
    await login.fill({ lookup_secret: another })
    await login.press('method', 'lookup_secret')
    await account.expectWelcome()

    await account.to('/settings')
    await backup.press('lookup_secret_reveal')
    await expect(codes.first()).not.toHaveText(code)
    await backup.press('lookup_secret_disable')
    await expect(backup.message(1050001)).toBeVisible()
    await app.press('totp_unlink')
    await expect(app.field('totp_code')).toBeVisible()
    await account.signOut()
    await login.open()
    await login.signIn(person.email, person.password)
    await account.expectWelcome()
  })

  test('an authenticator app confirms who somebody is @second-factor-2', async ({ visitor, person }) => {
    const { page } = visitor
    await createProvedAccount(visitor, person)
    await page.goto('/settings')
    const app = flowPage(visitor, '#totp')
    const secret = (await page.getByTestId('node/text/totp_secret_key/text').innerText()).trim()
    await enter(visitor, app, totpCode(secret, Date.now()))
    await expect(app.message(1050001)).toBeVisible()
    const login = loginPage(visitor)
    await login.open('?aal=aal2&refresh=true')
    await expect(login.message(1010003)).toBeVisible()
    await enter(visitor, login, totpCode(secret, Date.now(), 1))
    await accountFrame(visitor).expectWelcome()
  })
})
