import { expect, test } from '../fixtures.ts'
import { loginPage } from '../pages/login-page.ts'
import { recoveryPage } from '../pages/recovery-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { createAccount, createProvedAccount } from '../service/account.ts'
import { inEveryWay } from '../ways.ts'

test('the first stop of the keyboard leads past the header', { tag: '@keyboard' }, async ({ visitor: { page } }) => {
  await page.goto('/registration')
  await page.keyboard.press('Tab')
  await expect(page.locator('a[href="#main"]')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
})

test('a shown password is hidden again, and the button says which', async ({ visitor }) => {
  const { page, hands } = visitor
  const login = loginPage(visitor)
  await login.open()
  await login.fill({ password: 'a secret' })
  await hands.press(page.getByRole('button', { name: 'Show password' }))
  await expect(login.field('password')).toHaveAttribute('type', 'text')
  await hands.press(page.getByRole('button', { name: 'Hide password' }))
  await expect(login.field('password')).toHaveAttribute('type', 'password')
  await expect(login.field('password')).toHaveValue('a secret')
})

inEveryWay(() => {
  test('dark and light can be chosen, and stay chosen @focus-1', async ({ visitor }) => {
    const { page, hands } = visitor
    const login = loginPage(visitor)
    const theme = page.locator('footer button[name=theme]')
    await login.open()
    await login.fill({ identifier: 'ada@example.org' })
    await expect(theme).toHaveAccessibleName('Appearance: Automatic')
    const kept = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/theme'))
    await hands.press(theme)
    await (await kept).response()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(theme).toHaveAccessibleName('Appearance: Dark')
    if (visitor.scripted) await expect(login.field('identifier'), 'nothing is loaded').toHaveValue('ada@example.org')
    await page.goto('/registration')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})

inEveryWay(() => {
  test('a page that asks for a code has the caret in its field, also after a refusal @focus-2', async ({
    visitor,
    person,
  }) => {
    await createAccount(visitor.page.request, visitor.origin, person)
    await visitor.page.context().clearCookies({ name: /session/ })
    const login = loginPage(visitor)
    await login.open()
    await expect(login.field('identifier')).toBeFocused()
    await login.askForCode(person.email)
    await expect(login.field('code')).toBeFocused()
    await login.enterCode('000000')
    await expect(login.summary).toBeVisible()
    await expect(login.field('code')).toBeFocused()

    const recovery = recoveryPage(visitor)
    await recovery.open()
    await recovery.askForCode(person.email)
    await expect(recovery.field('code')).toBeFocused()
  })
})

test('new recovery codes come into view, and the focus is on their part', async ({ visitor, person }) => {
  const { page, hands } = visitor
  await createProvedAccount(visitor, person)
  await settingsPage(visitor).open('lookup_secret')
  await hands.press(page.locator('button[name=lookup_secret_regenerate]'))
  await expect(page.locator('#lookup_secret')).toBeFocused()
  await expect(page.getByTestId('codes-download')).toBeInViewport()
})
