import { expect, test } from '../fixtures.ts'
import { loginPage } from '../pages/login-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { createProvedAccount } from '../service/account.ts'
import { inEveryWay } from '../ways.ts'

test('the first stop of the keyboard leads past the header', { tag: '@keyboard' }, async ({ visitor: { page } }) => {
  await page.goto('/login')
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
  test('dark and light can be chosen, and stay chosen @focus-1', async ({ visitor: { page, hands } }) => {
    await page.goto('/login')
    await hands.press(page.locator('button[name=theme][value=dark]'))
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.goto('/registration')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })
})

test('new backup codes come into view where they were asked for, and so does the focus', async ({
  visitor,
  person,
}) => {
  const { page, hands } = visitor
  await createProvedAccount(visitor, person)
  await settingsPage(visitor).open()
  await hands.press(page.locator('button[name=lookup_secret_regenerate]'))
  await expect(page.locator('#lookup_secret')).toBeFocused()
  await expect(page.getByTestId('codes-download')).toBeInViewport()
})
