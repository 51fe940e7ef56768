import { expect, makeProject, test } from './fixtures.ts'

test('an operator makes an organization, names its domains, and is told whose a domain is', async ({
  desk,
  workspace,
  control,
  gateway,
}) => {
  const shop = await makeProject(control, gateway, 'Shop')
  const place = `/projects/${shop.id}/organizations`
  await control('POST', place, { label: 'Blue', domains: ['blue.example'] })
  const root = `${workspace}/p/${shop.slug}/organizations`
  await desk.goto(root)
  await desk.getByRole('link', { name: 'New organization' }).click()
  await desk.getByLabel('Name').fill('Acme')
  await desk.getByLabel('Domains').fill('acme.example\nnot a domain')
  await desk.getByRole('button', { name: 'Create organization' }).click()
  await expect(desk.getByRole('alert')).toContainText('“not” is no domain')
  await desk.getByLabel('Domains').fill('@Acme.example\nblue.example')
  await desk.getByRole('button', { name: 'Create organization' }).click()
  await expect(desk.getByRole('alert')).toContainText('The domain blue.example belongs to Blue')
  await desk.getByLabel('Domains').fill('@Acme.example\nbücher.example')
  await desk.getByRole('button', { name: 'Create organization' }).click()
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Acme')
  await expect(desk.getByTestId('notice')).toContainText('Acme is there')
  await expect(desk.getByText('acme.example, xn--bcher-kva.example')).toBeVisible()

  await desk.goto(`${root}?domain=someone@acme.example`)
  await expect(desk.getByRole('row')).toHaveCount(2)
  await desk.goto(`${root}?domain=nowhere.example`)
  await expect(desk.getByText('No organization has the domain nowhere.example.')).toBeVisible()
})
