import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type GatewayProcess, startGateway } from '@gatehouse/testing/processes'
import { expectAccessible, expectFits } from '../accessibility/looks.ts'
import { untilAwake } from '../hands/hands.ts'
import { withAndWithoutScript } from '../ways.ts'
import { controlOf, workspaceAddress } from './control.ts'
import { expect, test as base } from './fixtures.ts'
import { askProject } from './project-address.ts'
import { makeProject } from './project.ts'

interface Halted {
  readonly gateway: GatewayProcess
  readonly slug: string
}

/** `test` with an installation whose second project could not be opened when it started. */
const test = base.extend<object, { readonly installation: Halted }>({
  installation: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
    async ({}, use) => {
      const dataFolder = await mkdtemp(join(tmpdir(), 'gatehouse-halted-'))
      const first = await startGateway({ dataFolder })
      const control = await controlOf(first)
      const around = { gateway: first, control, workspace: await workspaceAddress(first, control) }
      const { id, slug } = await makeProject(around, 'Corner Shop')
      await first.stop()
      // As after an update whose new version refuses data that the one before took.
      const database = new DatabaseSync(join(dataFolder, 'control-plane.sqlite'))
      database
        .prepare(`UPDATE projects SET settings = json_set(settings, '$.identityConfig.soon', 'none') WHERE id = ?`)
        .run(id)
      database.close()
      const gateway = await startGateway({ dataFolder })
      await use({ gateway, slug })
      await gateway.stop()
      await rm(dataFolder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  gateway: ({ installation }, use) => use(installation.gateway),
})

withAndWithoutScript(() => {
  test('a project that could not be opened says so, why, and runs again once it is corrected @halted-1', async ({
    consolePage,
    workspace,
    installation,
    javaScriptEnabled,
  }) => {
    const { slug, gateway } = installation
    const origin = gateway.origin.replace('://', `://${slug}.`)
    const isRunning = async () => (await askProject(`${origin}/self-service/registration/api`)).status === 200
    await consolePage.goto(`${workspace}/p/${slug}`)
    await untilAwake(consolePage, javaScriptEnabled)
    const alert = consolePage.getByTestId('halted')
    await expect(alert).toContainText('This project is not running')
    await expect(alert).toContainText('soon')
    await expect(consolePage.getByRole('heading', { name: 'What to do next' })).toHaveCount(0)
    if (javaScriptEnabled) {
      await expectAccessible(consolePage)
      await expectFits(consolePage)
    }
    expect(await isRunning()).toBe(false)

    await alert.getByRole('link', { name: 'Configuration' }).click()
    await consolePage.getByRole('link', { name: 'Edit as text' }).click()
    const text = consolePage.getByLabel('Configuration', { exact: true })
    const whole = await text.inputValue()
    await text.fill(whole.replace(/^.*soon.*$/m, ''))
    await consolePage.getByRole('button', { name: 'Review changes' }).click()
    await consolePage.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(consolePage.getByTestId('notice')).toContainText('configuration is live')
    await consolePage.goto(`${workspace}/p/${slug}`)
    await expect(consolePage.getByRole('heading', { level: 1 })).toHaveText('Corner Shop')
    await expect(alert).toHaveCount(0)
    expect(await isRunning()).toBe(true)
  })
})
