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

/**
 * Expects the announcements of assistive technology for the faulty fields. The caret is in the first of them, or in
 * `caretIn`.
 */
async function expectAnnounced(
  { page }: Visitor,
  form: FlowPage,
  wrong: readonly (readonly [string, RegExp])[],
  caretIn = wrong[0]?.[0],
) {
  await expect(form.summary).toHaveRole('alert')
  await expect.poll(async () => (await announcedControls(page)).find(({ focused }) => focused)?.name).toBe(caretIn)
  await expect(page).toHaveTitle(/^Error: /)
  const announced = (await announcedControls(page)).filter(({ invalid }) => invalid)
  expect(announced.map(({ name }) => name)).toEqual(wrong.map(([name]) => name))
  for (const [index, [, message]] of wrong.entries()) expect(announced[index]?.description).toMatch(message)
}

/** Expects that the link in the summary leads to the field, and that the summary is still there back at the top. */
async function expectLinked({ page }: Visitor, form: FlowPage, name: string) {
  // A summary whose only error stands under its field is shown while the keyboard is in it.
  await form.summary.getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  await expect(form.field(name)).toBeFocused()
  await page.locator('a[href="#main"]').focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  await expect(form.summary).toBeVisible()
}

withAndWithoutScript(() => {
  test('a refused sign-in names both fields, and has the caret in the password @announced-1', async ({ visitor }) => {
    const login = loginPage(visitor)
    await login.open()
    await login.signIn('somebody@example.org', 'not-the-password')
    const message = /wrong|incorrect|do not match/i
    const both = [
      ['Email', message],
      ['Password', message],
    ] as const
    await expectAnnounced(visitor, login, both, 'Password')
    await login.fill({ password: 'not-that-either' })
    await login.send('password', 'password')
    await expect(login.field('password'), 'emptied, with the caret in it').toHaveValue('')
    await expectAnnounced(visitor, login, both, 'Password')
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
    await settings.open('password')
    await settings.password.fill({ password: 'abc' })
    await settings.password.send('password', 'password')
    await expect(settings.password.summary).toContainText('New password:')
    await expectAnnounced(visitor, settings.password, [['New password', /at least 8 characters/]])
    const app = flowPage(visitor, '#totp')
    await settings.open('totp')
    const secret = await settings.secret()
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

/** TABLE: forms that are sent as they come, and the fields that this leaves empty. */
const leftEmpty: Readonly<
  Record<string, { readonly at: string; readonly button: string; readonly fields: readonly string[] }>
> = {
  'a sign-in': { at: '/login', button: '[name=method][value=password]', fields: ['Email', 'Password'] },
  'a sign-up': { at: '/registration', button: '[name=method][value=password]', fields: ['Email', 'Password'] },
  'a recovery': { at: '/recovery', button: '[name=method]', fields: ['Email'] },
  'a verification': { at: '/verification', button: '[name=method]', fields: ['Email'] },
  'a new password': { at: '/settings?section=password', button: '[name=method]', fields: ['New password'] },
  'an authenticator app': { at: '/settings?section=totp', button: '[name=method]', fields: ['Six-digit code'] },
  'the end of an account': { at: '/settings/data', button: '[name=delete]', fields: ['Type this to confirm:'] },
}

withAndWithoutScript(() => {
  test('empty fields are reported in one way on every page, with the caret in the first field @announced-2', async ({
    visitor,
    person,
  }) => {
    const { page, hands } = visitor
    const form = flowPage(visitor)
    for (const [what, { at, button, fields }] of Object.entries(leftEmpty)) {
      if (at.startsWith('/settings') && !(await signedInAlready(visitor))) await createProvedAccount(visitor, person)
      await page.goto(at)
      await hands.press(page.locator(`main button${button}`))
      await expect(form.summary, what).toBeVisible()
      const wrong = fields.map((name) => [name, /fill this in|type the text/i] as const)
      await expectAnnounced(visitor, form, wrong)
      // The text at the field is the one that is announced with it.
      await expect(page.locator('main [data-part=field] [data-kind=error]'), what).toHaveCount(fields.length)
    }
  })
})

async function signedInAlready({ page }: Visitor): Promise<boolean> {
  return (await page.context().cookies()).some(({ name }) => name.includes('session'))
}

async function expectWrongCode(visitor: Visitor) {
  const form = flowPage(visitor)
  await expect(form.field('code')).toBeVisible()
  await form.enterCode('000000')
  await expectAnnounced(visitor, form, [['Code', /code is incorrect/i]])
  await expectLinked(visitor, form, 'code')
}
