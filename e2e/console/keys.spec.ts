import { Configuration, ProjectApi, ResponseError } from '@ory/client-fetch'
import { expect, test } from './fixtures.ts'

test('a key made in the console works with the field’s own client until it is revoked, and the log tells of it', async ({
  consolePage,
  workspace,
  gateway,
  operator,
}) => {
  await consolePage.goto(`${workspace}/keys`)
  await consolePage.getByLabel('Name', { exact: true }).fill('Deployments')
  await consolePage.getByLabel('Expires').selectOption({ label: 'in 30 days' })
  await consolePage.getByRole('button', { name: 'Create key' }).click()
  const accessToken = await consolePage.getByLabel('API key').inputValue()
  // Users of a keyboard or a screen reader are taken to it.
  await expect(consolePage.getByLabel('API key')).toBeFocused()

  const projects = new ProjectApi(new Configuration({ basePath: gateway.consoleOrigin, accessToken }))
  expect(await projects.listProjects()).not.toEqual([])
  await consolePage.goto(`${workspace}/keys`)
  const row = consolePage.getByRole('row').filter({ hasText: 'Deployments' })
  await expect(row).not.toContainText('never')
  await expect(consolePage.getByText(accessToken)).toHaveCount(0)

  await row.getByRole('link', { name: 'Revoke' }).click()
  const dialog = consolePage.getByRole('alertdialog')
  await expect(dialog).toContainText('Requests with this key are refused')
  await consolePage.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(row.getByRole('link', { name: 'Revoke' })).toBeFocused()
  await row.getByRole('link', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(consolePage.getByTestId('notice')).toContainText('was revoked')
  const refused = await projects.listProjects().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ResponseError)
  expect(refused).toMatchObject({ response: { status: 401 } })

  await consolePage.getByRole('link', { name: 'Audit log' }).first().click()
  await consolePage.locator('summary').filter({ hasText: /^What/ }).click()
  await consolePage.getByRole('link', { name: 'deleteWorkspaceApiKey', exact: true }).click()
  await expect(consolePage.getByRole('link', { name: 'Remove filter What: deleteWorkspaceApiKey' })).toBeVisible()
  await consolePage.getByLabel('Who').fill(operator.email)
  await consolePage.getByRole('search').getByRole('button', { name: 'Search', exact: true }).click()
  await expect(consolePage.getByRole('row')).toHaveCount(2)
  await expect(consolePage.getByRole('row').nth(1)).toContainText('Deployments')
  const download = consolePage.waitForEvent('download')
  await consolePage.getByRole('link', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toBe('audit.csv')
})
