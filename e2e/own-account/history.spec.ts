import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { createAccount } from '../service/account.ts'
import { inEveryWay } from '../ways.ts'

inEveryWay(() => {
  test('the history of an account shows the attempt of a stranger, and its own sign-ins @history-1', async ({
    visitor,
    person,
    browser,
  }) => {
    const { page, origin } = visitor
    await createAccount(page.request, origin, person)
    const stranger = await browser.newContext({ baseURL: origin })
    const signInPage = await stranger.newPage()
    await signInPage.goto('/login')
    await signInPage.locator('[name=identifier]').fill(person.email)
    await signInPage.locator('[name=password]').fill('not-the-password')
    await signInPage.locator('[name=password]').press('Enter')
    await expect(signInPage.getByTestId('error-summary')).toBeVisible()
    await stranger.close()

    await page.goto('/')
    const account = accountFrame(visitor)
    await account.to('/activity')
    await expect(account.title).toHaveText('Activity')
    await expect(page.getByText('A sign-in failed')).toBeVisible()
    await expect(page.getByText('Was this you?')).toBeVisible()
    await expect(page.getByText('Account created')).toBeVisible()
  })
})
