import { type GatewayProcess, startGateway } from '@gatehouse/testing/processes'
import { newPerson } from '../service/people.ts'
import { inWays } from '../ways.ts'
import { newOperator } from './accounts.ts'
import type { Named } from './control.ts'
import { expect, test } from './fixtures.ts'

/** `test` with an installation of its own: another workspace is none of the journeys that share one. */
const alone = test.extend<object, { readonly installation: GatewayProcess }>({
  installation: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
    async ({}, use) => {
      const gateway = await startGateway()
      await use(gateway)
      await gateway.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  gateway: ({ installation }, use) => use(installation),
})

inWays(['script'], () => {
  alone(
    'an owner who leaves a workspace reads so above those that they still have @console-gone-1',
    async ({ consolePage: page, visitor: { hands }, control, operator, gateway, complaints }) => {
      complaints.expect(/the server responded with a status of 404/)
      const left = await control<Named>('POST', '/workspaces', { name: 'Left Behind' })
      const other = await newOperator(gateway, control)
      for (const { identityId } of [operator, other]) {
        await control('PUT', `/workspaces/${left.id}/members/${identityId}`, { role: 'owner' })
      }
      const members = `${gateway.consoleOrigin}/w/${left.slug}/members`
      const title = page.getByRole('heading', { level: 1 })
      const row = page.getByRole('row').filter({ hasText: operator.email })
      await page.goto(members)
      await hands.press(row.locator('summary'))
      await hands.press(row.getByRole('link', { name: 'Remove' }))
      await hands.press(page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }))
      await expect(title).toHaveText('Choose a project')
      await expect(page.getByTestId('notice')).toContainText('You have left Left Behind.')
      await expect(page.getByRole('heading', { name: 'Left Behind' })).toHaveCount(0)

      await page.goto(members)
      await expect(title).toHaveText('No longer available')
      await hands.press(page.getByRole('link', { name: 'All workspaces and projects' }))
      await expect(title).toHaveText('Choose a project')
      await expect(page.getByTestId('notice')).toHaveCount(0)
    },
  )

  test('an owner who becomes a viewer lands on a page that viewers see @console-gone-2', async ({
    consolePage: page,
    visitor: { hands },
    gateway,
    control,
    operator,
    workspace,
  }) => {
    await newOperator(gateway, control)
    const row = page.getByRole('row').filter({ hasText: operator.email })
    await page.goto(`${workspace}/members?q=${operator.email}`)
    await hands.press(row.locator('summary'))
    await hands.press(row.getByRole('link', { name: 'Change role' }))
    const question = page.getByRole('alertdialog')
    const role = question.locator('select[name=role]')
    await hands.choose(role, (await role.locator('option[value=viewer]').innerText()).trim())
    await hands.press(question.getByRole('button', { name: 'Change role' }))
    await expect(page.getByTestId('notice')).toContainText('was changed')
    await expect(page).toHaveURL(workspace)
    await expect(page.getByRole('link', { name: 'Members' })).toHaveCount(0)
  })

  test('the page of what is deleted meanwhile says so, and leads to what is left @console-gone-3', async ({
    consolePage: page,
    visitor: { hands },
    control,
    workspace,
    newProject,
    complaints,
  }) => {
    complaints.expect(/the server responded with a status of 404/)
    const shop = await newProject('Gone')
    const title = page.getByRole('heading', { level: 1 })
    const person = await shop.account(newPerson('ada'))
    const organization = await shop.call<Named>('POST', '/organizations', { label: 'Acme', domains: ['acme.example'] })
    const stream = await shop.call<Named>('POST', '/eventstreams', {
      type: 'https',
      https_endpoint: 'https://events.example.org/in',
    })
    // Rows: the page's subject, the operation that deletes it, and the link to the rest.
    for (const [path, deleted, wayOn] of [
      [`/people/${person}`, `/admin/identities/${person}`, 'People'],
      [`/organizations/${organization.id}`, `/organizations/${organization.id}`, 'Organizations'],
      [`/streams/${stream.id}`, `/eventstreams/${stream.id}`, 'Event streams'],
    ] as const) {
      await page.goto(shop.root + path)
      await shop.call('DELETE', deleted)
      await page.reload()
      await expect(title).toHaveText('No longer available')
      await hands.press(page.locator('main').getByRole('link', { name: wayOn }))
      await expect(title).toHaveText(wayOn)
    }

    const key = await shop.call<{ id: string; name: string }>('POST', '/tokens', { name: 'Nightly', role: 'viewer' })
    await page.goto(`${shop.root}/keys?ask=revoke.${key.id}`)
    await shop.call('DELETE', `/tokens/${key.id}`)
    await hands.press(page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }))
    await expect(title).toHaveText('No longer available')
    await hands.press(page.locator('main').getByRole('link', { name: 'API keys' }))
    await expect(title).toHaveText('API keys')

    await control('DELETE', `/projects/${shop.id}`)
    await page.goto(shop.root)
    await expect(title).toHaveText('No longer available')
    await hands.press(page.locator('main').getByRole('link', { name: 'Projects' }))
    await expect(page).toHaveURL(workspace)
    await expect(title).not.toHaveText('No longer available')
  })
})
