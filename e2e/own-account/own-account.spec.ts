import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../service/account.ts'
import { inEveryWay } from '../ways.ts'

inEveryWay(() => {
  test('the history of an account shows the attempt of a stranger, and its own sign-ins', async ({
    visitor,
    person,
    browser,
  }) => {
    const { page, origin } = visitor
    await createAccount(page.request, origin, person)
    const stranger = await browser.newContext({ baseURL: origin })
    const door = await stranger.newPage()
    await door.goto('/login')
    await door.locator('[name=identifier]').fill(person.email)
    await door.locator('[name=password]').fill('not-the-password')
    await door.locator('[name=password]').press('Enter')
    await expect(door.getByTestId('error-summary')).toBeVisible()
    await stranger.close()

    await page.goto('/')
    const account = accountFrame(visitor)
    await account.to('/activity')
    await expect(account.title).toHaveText('Activity')
    await expect(page.getByText('A sign-in failed')).toBeVisible()
    await expect(page.getByText('Was this you?')).toBeVisible()
    await expect(page.getByText('Account created')).toBeVisible()
  })

  test('an account is taken along as a file, and deleted once its address was typed', async ({ visitor, person }) => {
    const { page, hands, origin } = visitor
    await createAccount(page.request, origin, person)
    await page.goto('/')
    await accountFrame(visitor).to('/settings/data')
    const download = page.waitForEvent('download')
    await hands.press(page.getByTestId('export-link'))
    expect((await download).suggestedFilename()).toMatch(/^account-.*\.json$/)

    const confirm = page.locator('[name=confirm]')
    const button = page.locator('button[name=delete]')
    await hands.fill(confirm, 'somebody@example.org')
    await hands.send(confirm, button)
    await expect(page.getByRole('alert')).toContainText('Nothing was deleted.')
    await expect(confirm).toHaveAttribute('aria-invalid', 'true')

    await hands.fill(confirm, person.email)
    await hands.send(confirm, button)
    await expect(page).toHaveURL(`${origin}/goodbye`)
    const login = loginPage(visitor)
    await login.open()
    await login.signIn(person.email, person.password)
    await expect(login.summary).toBeVisible()
  })
})
