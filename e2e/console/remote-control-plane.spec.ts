import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startGateway, type GatewayProcess } from '@gatehouse/testing/processes'
import { expectAccessible, expectFits } from '../accessibility/looks.ts'
import { controlOf } from './control.ts'
import { expect, test as base } from './fixtures.ts'

/** `test` in front of a console that works at the control plane of another gateway, by URL and workspace key. */
const test = base.extend<object, { readonly pair: { readonly there: GatewayProcess; readonly here: GatewayProcess } }>({
  pair: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
    async ({}, use) => {
      const there = await startGateway({ environment: { GATEHOUSE_BRAND_NAME: 'Northwind' } })
      const here = await startGateway({
        environment: {
          GATEHOUSE_CONTROL_PLANE_URL: there.consoleOrigin,
          GATEHOUSE_CONTROL_PLANE_KEY_FILE: join(there.dataFolder, 'workspace-api-key'),
        },
      })
      await use({ there, here })
      await here.stop()
      await there.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  gateway: ({ pair }, use) => use(pair.here),
})

test('projects of a remote control plane are made and kept from this console', async ({
  consolePage,
  workspace,
  pair,
}) => {
  test.slow()
  const there = await controlOf(pair.there)
  await consolePage.goto(workspace)
  await consolePage.getByRole('button', { name: /Workspace/ }).click()
  await expect(consolePage.getByRole('menu')).toContainText(new URL(pair.there.consoleOrigin).host)
  await expectAccessible(consolePage)
  await consolePage.getByRole('menuitem', { name: 'Workspace', exact: true }).last().click()
  await expect(consolePage.getByRole('main')).toContainText(`Projects at the control plane ${pair.there.consoleOrigin}`)
  await expectAccessible(consolePage)
  await expectFits(consolePage)

  await consolePage.getByRole('link', { name: 'New project' }).click()
  await consolePage.getByLabel('Name', { exact: true }).fill('Corner Shop')
  await consolePage.getByRole('button', { name: 'Create project' }).click()
  await expect(consolePage.getByTestId('notice')).toContainText('Corner Shop is live')
  const projects = await there<readonly { name: string; slug: string; id: string }[]>('GET', '/projects')
  const shop = projects.find(({ name }) => name === 'Corner Shop')
  expect(new URL(consolePage.url()).pathname).toMatch(new RegExp(`/p/${shop?.slug}$`))
  await expect(consolePage.getByTestId('address')).toContainText(`${shop?.slug}.localhost`)
  await expectFits(consolePage)

  await consolePage.getByRole('navigation').getByRole('link', { name: 'Configuration' }).click()
  await consolePage.getByLabel('Session length', { exact: true }).fill('2')
  await consolePage.getByRole('button', { name: 'Review changes' }).click()
  // Not the button that saves the applications, which is there before the answer.
  await consolePage.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(consolePage.getByTestId('notice')).toContainText('configuration is live')
  const { services } = await there<{ services: { identity: { config: { session: { lifespan: string } } } } }>(
    'GET',
    `/projects/${shop?.id}`,
  )
  expect(services.identity.config.session.lifespan).toBe('48h')

  // Changes there are logged here.
  await consolePage.goto(`${workspace}/audit`)
  await expect(consolePage.getByRole('row').nth(1)).toContainText(
    `Corner Shop (${new URL(pair.there.consoleOrigin).host})`,
  )
})

test('a key that was revoked there leads to a page with instructions', async ({
  consolePage,
  workspace,
  pair,
  complaints,
}) => {
  complaints.expect(/status of 502/)
  const key = (await readFile(join(pair.there.dataFolder, 'workspace-api-key'), 'utf8')).trim()
  const there = await controlOf(pair.there)
  const { workspaces } = await there<{ workspaces: readonly { id: string }[] }>('GET', '/workspaces')
  const id = workspaces[0]?.id ?? ''
  const keys = await there<readonly { id: string; last_characters: string }[]>('GET', `/workspaces/${id}/tokens`)
  const mine = keys.find(({ last_characters: end }) => key.endsWith(end))
  await there('DELETE', `/workspaces/${id}/tokens/${mine?.id}`)
  await consolePage.goto(`${new URL(workspace).origin}/w/${id}/keys`)
  await expect(consolePage.getByRole('heading', { level: 1 })).toHaveText('The key of this console was refused')
  await expect(consolePage.getByRole('main')).toContainText('GATEHOUSE_CONTROL_PLANE_KEY')
  await expectAccessible(consolePage)
  await expectFits(consolePage)
  await consolePage.goto(`${new URL(workspace).origin}/switch`)
  await expect(consolePage.getByRole('alert')).toContainText('The projects at')
  await expectAccessible(consolePage)
  await expectFits(consolePage)
  await consolePage.goto(workspace)
  await expect(consolePage.getByRole('heading', { level: 1 })).toHaveText('Gatehouse')
})
