import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startGateway, type GatewayProcess } from '@gatehouse/testing/gateway-process'
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

test('projects of a control plane elsewhere are made and kept from this console', async ({ desk, workspace, pair }) => {
  test.slow()
  const there = await controlOf(pair.there)
  await desk.goto(workspace)
  await desk.getByRole('button', { name: /Workspace/ }).click()
  await expect(desk.getByRole('menu')).toContainText(new URL(pair.there.consoleOrigin).host)
  await expectAccessible(desk)
  await desk.getByRole('menuitem', { name: 'Workspace', exact: true }).last().click()
  await expect(desk.getByRole('main')).toContainText(`Projects at the control plane ${pair.there.consoleOrigin}`)
  await expectAccessible(desk)
  await expectFits(desk)

  await desk.getByRole('link', { name: 'New project' }).click()
  await desk.getByLabel('Name', { exact: true }).fill('Corner Shop')
  await desk.getByRole('button', { name: 'Create project' }).click()
  await expect(desk.getByTestId('notice')).toContainText('Corner Shop is on the air')
  const projects = await there<readonly { name: string; slug: string; id: string }[]>('GET', '/projects')
  const shop = projects.find(({ name }) => name === 'Corner Shop')
  expect(new URL(desk.url()).pathname).toMatch(new RegExp(`/p/${shop?.slug}$`))
  await expect(desk.getByTestId('address')).toContainText(`${shop?.slug}.localhost`)
  await expectFits(desk)

  await desk.getByRole('navigation').getByRole('link', { name: 'Configuration' }).click()
  await desk.getByLabel('A session').fill('48h')
  await desk.locator('[data-intent=lifespans]').getByRole('button').click()
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByTestId('notice')).toContainText('counts from now on')
  const { services } = await there<{ services: { identity: { config: { session: { lifespan: string } } } } }>(
    'GET',
    `/projects/${shop?.id}`,
  )
  expect(services.identity.config.session.lifespan).toBe('48h')

  // What was done there is written down here.
  await desk.goto(`${workspace}/audit`)
  await expect(desk.getByRole('row').nth(1)).toContainText(`Corner Shop (${new URL(pair.there.consoleOrigin).host})`)
})

test('a key that was revoked there is a page that says what to do', async ({ desk, workspace, pair, complaints }) => {
  complaints.expect(/status of 502/)
  const key = (await readFile(join(pair.there.dataFolder, 'workspace-api-key'), 'utf8')).trim()
  const there = await controlOf(pair.there)
  const { workspaces } = await there<{ workspaces: readonly { id: string }[] }>('GET', '/workspaces')
  const id = workspaces[0]?.id ?? ''
  const keys = await there<readonly { id: string; last_characters: string }[]>('GET', `/workspaces/${id}/tokens`)
  const mine = keys.find(({ last_characters: end }) => key.endsWith(end))
  await there('DELETE', `/workspaces/${id}/tokens/${mine?.id}`)
  await desk.goto(`${new URL(workspace).origin}/w/${id}/keys`)
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('The key of this console is refused')
  await expect(desk.getByRole('main')).toContainText('GATEHOUSE_CONTROL_PLANE_KEY')
  await expectAccessible(desk)
  await expectFits(desk)
  await desk.goto(`${new URL(workspace).origin}/places`)
  await expect(desk.getByRole('alert')).toContainText('Nothing is known of the projects')
  await expectAccessible(desk)
  await expectFits(desk)
  await desk.goto(workspace)
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Gatehouse')
})
