import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../service/account.ts'
import { moveClock, resetClock } from '../service/devtools.ts'
import { inEveryWay } from '../ways.ts'

test.use({ setup: 'administered' })

inEveryWay(() => {
  test('an account is taken along as a file, and deleted once its address was typed @data-1', async ({
    visitor,
    person,
  }) => {
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

test('after a while the export asks for a confirmation, as the page says, and leads back @own-data-1', async ({
  visitor,
  person,
}) => {
  const { page, origin } = visitor
  await createAccount(page.request, origin, person)
  await page.goto('/settings/data')
  await expect(page.locator('#export')).toContainText('we first ask you to confirm it’s you')
  try {
    await moveClock(origin, '2h')
    await page.getByTestId('export-link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confirm it’s you')
    const login = loginPage(visitor)
    await login.fill({ password: person.password })
    await login.send('password', 'password')
    await expect(page).toHaveURL(`${origin}/settings/data`)
    const download = page.waitForEvent('download')
    await page.getByTestId('export-link').click()
    expect((await download).suggestedFilename()).toMatch(/^account-.*\.json$/)
  } finally {
    await resetClock(origin)
  }
})
