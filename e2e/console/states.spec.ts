import { consoleAddresses } from '@gatehouse/console/addresses'
import type { GatewayProcess } from '@gatehouse/testing/processes'
import { createSharding } from '@gatehouse/testing/shard'
import type { Page } from '@playwright/test'
import { expectAccessible, expectFits, expectFitsMirrored } from '../accessibility/looks.ts'
import type { Control } from './control.ts'
import { everyPage, type Group, groups, inhabit, inhabitOnce, pathsOf } from './every-page.ts'
import { expect, test } from './fixtures.ts'
import type { ConsoleProject } from './project.ts'

test('every address of the console is in the table of pages, which says why one is left out', () => {
  const patterns = consoleAddresses.map(({ pattern }) => pattern)
  expect(Object.keys(everyPage).toSorted(byLetters)).toEqual(patterns.toSorted(byLetters))
})

const byLetters = (one: string, other: string) => one.localeCompare(other)

interface Walk {
  readonly consolePage: Page
  readonly gateway: GatewayProcess
  readonly control: Control
  readonly newProject: (name: string) => Promise<ConsoleProject>
}

/** Opens a page in the document that is there, as a link does: axe, which costs more to load than to run, stays. */
async function follow(page: Page, address: string): Promise<void> {
  const { pathname, search } = new URL(address)
  const isThere = await page.evaluate(async (path) => {
    const router: unknown = Reflect.get(window, '__reactRouterDataRouter')
    if (typeof router !== 'object' || router === null || !('navigate' in router)) return false
    if (typeof router.navigate !== 'function') return false
    await router.navigate(path)
    return true
  }, pathname + search)
  if (!isThere) await page.goto(address)
  await expect(page).toHaveURL(address)
}

/** Opens the pages of a group that this shard looks at, one after the other. */
async function lookAt(
  { consolePage, gateway, control, newProject }: Walk,
  group: Group,
  look: () => Promise<void>,
): Promise<void> {
  const paths = pathsOf(group, await inhabitOnce(gateway, control, newProject))
  const isOutside = group === 'outside'
  if (isOutside) await consolePage.context().clearCookies({ name: 'gatehouse_operator' })
  for (const path of createSharding()(paths)) {
    await test.step(path, async () => {
      const address = `${gateway.consoleOrigin}${path}`
      // Links of invitations keep their key in a cookie, and lead to another address.
      await (isOutside ? consolePage.goto(address) : follow(consolePage, address))
      await expect(consolePage.getByRole('heading', { level: 1 })).toBeVisible()
      await look()
    })
  }
}

// The browser complains of the scripts that the harness itself puts into every frame; pages there have no script.
test.beforeEach(({ complaints }) => complaints.expect(/Blocked script execution in/))

for (const group of groups) {
  test(`pages are accessible, in every look, and fit a phone in both directions: ${group}`, async ({
    consolePage,
    gateway,
    control,
    newProject,
  }) => {
    test.setTimeout(240_000)
    await lookAt({ consolePage, gateway, control, newProject }, group, async () => {
      await expectAccessible(consolePage, { except: 'iframe' })
      await expectFitsMirrored(consolePage)
    })
  })
}

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })
  test('pages read from right to left, and fit', async ({ consolePage, gateway, control, newProject }) => {
    test.setTimeout(240_000)
    await lookAt({ consolePage, gateway, control, newProject }, 'workspace', async () => {
      await expect(consolePage.locator('html')).toHaveAttribute('dir', 'rtl')
      await expectAccessible(consolePage, { except: 'iframe', in: ['light'] })
      await expectFits(consolePage)
    })
  })
})

// Without script other controls are drawn: native ones, and pages instead of dialogs. axe itself is script.
for (const group of ['people', 'project'] as const) {
  test(`pages whose script never comes are accessible, and fit: ${group} @console-no-script-1`, async ({
    consolePage,
    gateway,
    control,
    newProject,
    complaints,
  }) => {
    test.setTimeout(240_000)
    complaints.expect(/ERR_FAILED .*\/assets\//)
    await consolePage.route(/\/assets\/[^?]*\.js/, (route) => route.abort())
    await lookAt({ consolePage, gateway, control, newProject }, group, async () => {
      await expectAccessible(consolePage, { except: 'iframe', in: ['light'] })
      await expectFits(consolePage)
    })
  })
}

test('an address that is no page keeps the navigation of its scope', async ({ consolePage, workspace, home }) => {
  const navigation = consolePage.getByRole('navigation')
  for (const [within, page] of [
    [workspace, 'Members'],
    [home.root, 'Sessions'],
  ] as const) {
    const answer = await consolePage.goto(`${within}/nowhere`)
    expect(answer?.status()).toBe(404)
    await navigation.getByRole('link', { name: page, exact: true }).click()
    await expect(consolePage).toHaveURL(`${within}/${page.toLowerCase()}`)
    await expect(consolePage.getByRole('heading', { level: 1 })).toHaveText(page)
  }
})

test('handing in people is accessible in every state, and fits a phone', async ({ consolePage, home }) => {
  test.slow()
  const looks = async () => {
    await expectAccessible(consolePage)
    await expectFits(consolePage)
  }
  for (const page of ['people/export?q=ada', 'jobs']) {
    await consolePage.goto(`${home.root}/${page}`)
    await looks()
  }
  await consolePage.goto(`${home.root}/people/import`)
  await looks()
  const look = () => consolePage.getByRole('button', { name: 'Review' }).click()
  await look()
  await consolePage.getByTestId('error-summary').waitFor()
  await looks()
  const column = 'a-heading-that-is-longer-than-any-heading-has-to-be'
  await consolePage.getByLabel('Or paste text').fill(`email,${column}\nstates@example.org,1\nnobody,2`)
  await look()
  await consolePage.getByLabel(column).waitFor()
  await looks()
  await consolePage.getByRole('button', { name: 'Create 1 account' }).click()
  await expect(consolePage.getByTestId('job-state')).toHaveAttribute('data-state', 'done')
  await looks()
  await consolePage.getByRole('link', { name: 'All jobs' }).click()
  await consolePage
    .getByRole('row', { name: /Importing people/ })
    .first()
    .waitFor()
  await looks()
})

test('the answers of an onboarding link are accessible, in every look, and fit a phone', async ({
  consolePage,
  gateway,
  control,
  newProject,
}) => {
  test.slow()
  const { onboarding } = await inhabit(control, newProject)
  const look = async () => {
    await expect(consolePage.getByRole('alert')).toBeVisible()
    await expectAccessible(consolePage)
    await expectFits(consolePage)
  }
  await consolePage.goto(`${gateway.consoleOrigin}/onboarding/${onboarding}`)
  await consolePage.getByRole('button', { name: 'Check again' }).click()
  await look()
})

test('a connection that cannot be checked is accessible, in every look, and fits a phone', async ({
  consolePage,
  gateway,
  newProject,
}) => {
  test.slow()
  const shop = await newProject('Shop')
  const acme = await shop.call<{ id: string }>('POST', '/organizations', { label: 'Acme', domains: ['acme.example'] })
  const made = { enable_sso: true, enable_scim: false }
  const link = await shop.call<{ value: string }>('POST', `/organizations/${acme.id}/onboarding-portal-links`, made)
  await consolePage.goto(`${gateway.consoleOrigin}/onboarding/${link.value}`)
  await expectAccessible(consolePage)
  await expectFits(consolePage)
  await consolePage.getByText('Google Workspace').click()
  await consolePage.getByLabel('Issuer', { exact: true }).fill(gateway.origin)
  await consolePage.getByLabel('Client id', { exact: true }).fill('shop')
  await consolePage.getByLabel('Client secret', { exact: true }).fill('hush')
  await consolePage.getByRole('button', { name: 'Check and save' }).click()
  await expect(consolePage.getByRole('alert')).toBeVisible()
  await expectAccessible(consolePage)
  await expectFits(consolePage)
})

test('menus and dialogs are accessible too', async ({ consolePage, workspace, operator }) => {
  await consolePage.goto(`${workspace}/members`)
  await consolePage.getByRole('button', { name: /Workspace/ }).click()
  await expect(consolePage.getByRole('menu')).toBeVisible()
  await expectAccessible(consolePage)
  await consolePage.keyboard.press('Escape')
  const row = consolePage.getByRole('row').filter({ hasText: operator.email })
  await row.locator('summary').click()
  await expectAccessible(consolePage)
  await row.getByRole('link', { name: 'Change role' }).click()
  await expect(consolePage.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(consolePage)
  await expectFits(consolePage)
})

test('the project is changed by the keyboard', async ({ consolePage, workspace, newProject }) => {
  await newProject('Corner Shop')
  await consolePage.goto(workspace)
  const button = consolePage.getByRole('button', { name: /Workspace/ })
  await button.focus()
  await consolePage.keyboard.press('ArrowDown')
  await consolePage
    .getByRole('menuitem', { name: /Corner Shop/ })
    .first()
    .waitFor()
  await consolePage.keyboard.type('Corner')
  await consolePage.keyboard.press('Enter')
  await expect(consolePage).toHaveURL(/\/p\/corner-shop-/)
  await expect(consolePage.getByRole('heading', { level: 1 })).toHaveText('Corner Shop')
})

for (const name of [
  'Corner Shop',
  'The very longest name that anybody would give to a project of theirs, and then some',
]) {
  test(`the kind of scope can be read in full beside “${name}”`, async ({ consolePage, newProject }) => {
    const { root } = await newProject(name)
    await consolePage.goto(root)
    const here = consolePage.getByRole('button', { name: new RegExp(name) })
    const kind = await here.getByText('Development').boundingBox()
    const arrow = await here.locator('svg').boundingBox()
    const frame = await here.boundingBox()
    expect((kind?.x ?? 0) + (kind?.width ?? 0)).toBeLessThanOrEqual(arrow?.x ?? 0)
    expect(kind?.x).toBeGreaterThanOrEqual(frame?.x ?? 0)
    expect((kind?.y ?? 0) + (kind?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0))
  })
}
