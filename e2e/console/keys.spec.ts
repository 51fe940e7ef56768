import { Configuration, ProjectApi, ResponseError } from '@ory/client-fetch'
import { expect, test } from './fixtures.ts'

test('a key made in the console works with the field’s own client until it is revoked, and the log tells of it', async ({
  desk,
  workspace,
  gateway,
  operator,
}) => {
  await desk.goto(`${workspace}/keys`)
  await desk.getByLabel('Name', { exact: true }).fill('Deployments')
  await desk.getByLabel('Expires').selectOption({ label: 'in 30 days' })
  await desk.getByRole('button', { name: 'Create key' }).click()
  const accessToken = await desk.getByLabel('API key').inputValue()
  // Whoever uses a keyboard or a screen reader is taken to it.
  await expect(desk.getByLabel('API key')).toBeFocused()

  const projects = new ProjectApi(new Configuration({ basePath: gateway.consoleOrigin, accessToken }))
  expect(await projects.listProjects()).not.toEqual([])
  await desk.goto(`${workspace}/keys`)
  const row = desk.getByRole('row').filter({ hasText: 'Deployments' })
  await expect(row).not.toContainText('never')
  await expect(desk.getByText(accessToken)).toHaveCount(0)

  await row.getByRole('link', { name: 'Revoke' }).click()
  const dialog = desk.getByRole('alertdialog')
  await expect(dialog).toContainText('Programs that use it are refused')
  await desk.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(row.getByRole('link', { name: 'Revoke' })).toBeFocused()
  await row.getByRole('link', { name: 'Revoke' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(desk.getByTestId('notice')).toContainText('was revoked')
  const refused = await projects.listProjects().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ResponseError)
  expect(refused).toMatchObject({ response: { status: 401 } })

  await desk.getByRole('link', { name: 'Audit log' }).first().click()
  await desk.getByLabel('Who').fill(operator.email)
  await desk.getByLabel('What').selectOption('deleteWorkspaceApiKey')
  await desk.getByRole('button', { name: 'Filter' }).click()
  await expect(desk.getByRole('row')).toHaveCount(2)
  await expect(desk.getByRole('row').nth(1)).toContainText('Deployments')
  const download = desk.waitForEvent('download')
  await desk.getByRole('link', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toBe('audit.csv')
})
