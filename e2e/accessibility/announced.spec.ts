import { totpCode } from '@gatehouse/testing/devices'
import { expect, test } from '../fixtures.ts'
import { type FlowPage, flowPage } from '../pages/flow-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { createAccount, createProvedAccount } from '../service/account.ts'
import { withAndWithoutScript } from '../ways.ts'
import type { Visitor } from '../visitor.ts'
import { announcedControls } from './announced.ts'
import { states } from './states.ts'

/** What assistive technology announces of the fields that are wrong, and what has the focus meanwhile. */
async function expectAnnounced({ page }: Visitor, form: FlowPage, wrong: readonly (readonly [string, RegExp])[]) {
  await expect(form.summary).toBeFocused()
  await expect(form.summary).toHaveRole('alert')
  const announced = (await announcedControls(page)).filter(({ invalid }) => invalid)
  expect(announced.map(({ name }) => name)).toEqual(wrong.map(([name]) => name))
  for (const [index, [, message]] of wrong.entries()) expect(announced[index]?.description).toMatch(message)
}

/** The link in the summary leads to the field, and back to the top it is as it was. */
async function expectLinked({ page, hands }: Visitor, form: FlowPage, name: string) {
  await hands.press(form.summary.getByRole('link').first())
  await expect(form.field(name)).toBeFocused()
  await page.locator('a[href="#main"]').focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  await expect(form.summary).toBeVisible()
}

withAndWithoutScript(() => {
  test('a refused sign-in names both fields', async ({ visitor }) => {
    const login = loginPage(visitor)
    await login.open()
    await login.signIn('somebody@example.org', 'not-the-password')
    const message = /wrong|incorrect|do not match/i
    await expectAnnounced(visitor, login, [
      ['E-mail', message],
      ['Password', message],
    ])
    await expectLinked(visitor, login, 'identifier')
  })

  test('a sign-up says which field is wrong, and how', async ({ visitor }) => {
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.signUp({ email: 'somebody@example.org', password: 'abc' })
    await expectAnnounced(visitor, registration, [['Password', /at least 8 characters/]])
    await expectLinked(visitor, registration, 'password')
    await expect(registration.field('traits.email')).toHaveValue('somebody@example.org')
  })

  test('so do the settings', async ({ visitor, person }) => {
    await createProvedAccount(visitor, person)
    const settings = settingsPage(visitor)
    await settings.open()
    await settings.password.fill({ password: 'abc' })
    await settings.password.send('password', 'password')
    await expectAnnounced(visitor, settings.password, [['Password', /at least 8 characters/]])
    const app = flowPage(visitor, '#totp')
    await settings.open()
    const secret = (await visitor.page.getByTestId('node/text/totp_secret_key/text').innerText()).trim()
    const wrong = totpCode(secret, Date.now() - 3_600_000)
    await visitor.hands.fill(app.field('totp_code'), wrong)
    if (!visitor.scripted) await app.send('totp_code', 'totp')
    await expectAnnounced(visitor, app, [['Six-digit code', /code/]])
    await expectLinked(visitor, app, 'totp_code')
  })

  test('so does every step that asks for a code', async ({ visitor, person, request }) => {
    await createAccount(request, visitor.origin, person)
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.fill({ 'traits.email': `new-${person.email}`, 'traits.name.first': 'Vera' })
    await registration.press('method', 'code')
    await expectWrongCode(visitor)
    for (const name of ['login-code', 'verification-code', 'recovery-code'] as const) {
      await visitor.page.context().clearCookies()
      await states[name]?.(visitor)
      await expectWrongCode(visitor)
    }
  })
})

async function expectWrongCode(visitor: Visitor) {
  const form = flowPage(visitor)
  await expect(form.field('code')).toBeVisible()
  await form.enterCode('000000')
  await expectAnnounced(visitor, form, [['Code', /code is incorrect/i]])
  await expectLinked(visitor, form, 'code')
}
