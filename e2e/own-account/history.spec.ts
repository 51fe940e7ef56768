import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { createAccount } from '../service/account.ts'
import { inEveryWay } from '../ways.ts'

inEveryWay(() => {
  test('the history of an account shows the attempt of a stranger, who is signed out then @history-1', async ({
    visitor,
    person,
    browser,
  }) => {
    const { page, hands, origin } = visitor
    await createAccount(page.request, origin, person)
    const stranger = await browser.newContext({ baseURL: origin })
    const signInPage = await stranger.newPage()
    await signInPage.goto('/login')
    await signInPage.locator('[name=identifier]').fill(person.email)
    await signInPage.locator('[name=password]').fill('not-the-password')
    await signInPage.locator('[name=password]').press('Enter')
    await expect(signInPage.getByTestId('error-summary')).toBeVisible()
    await signInPage.locator('[name=password]').fill(person.password)
    await signInPage.locator('[name=password]').press('Enter')
    await expect(signInPage).toHaveURL(`${origin}/`)

    await page.goto('/')
    const account = accountFrame(visitor)
    await expect(page.locator('#check-up')).toContainText('Verify your address')
    await expect(page.locator('#sign-ins time').first()).toHaveText('now')
    await expect(page.locator('#sign-ins time').first()).toHaveAttribute('title', /\d{4}/)
    await hands.press(page.getByTestId('not-me').first())
    await expect(page.getByTestId('not-me/password')).toBeVisible()
    await hands.press(page.locator('main button[name=id]'))
    await expect(page).toHaveURL(/\/sessions/)
    await signInPage.reload()
    await expect(signInPage, 'the stranger is signed out').toHaveURL(/\/login/)
    await stranger.close()

    await account.to('/activity')
    await expect(account.title).toHaveText('Activity')
    await expect(page.getByText('Failed sign-in')).toBeVisible()
    await expect(page.getByText('Was this you?')).toBeVisible()
    await expect(page.getByText('Account created')).toBeVisible()
  })
})
