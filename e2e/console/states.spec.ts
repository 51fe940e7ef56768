import { expectAccessible, expectFits } from '../accessibility/looks.ts'
import { expect, test } from './fixtures.ts'
import { furnish, type Screens } from './screens.ts'

const inside = [
  '',
  '/members',
  '/members?q=nobody',
  '/keys',
  '/audit',
  '/audit?actor=nobody',
  '/settings',
  '/nowhere',
] as const
const outside = ['/sign-in', '/sign-up', '/account', '/switch', '/set-up/gsu_gone', '/w/nowhere'] as const

test('every page is accessible, in every look, and fits a phone', async ({
  consolePage,
  workspace,
  gateway,
  context,
}) => {
  test.slow()
  for (const page of inside) {
    await consolePage.goto(`${workspace}${page}`)
    await expectAccessible(consolePage)
    await expectFits(consolePage)
  }
  await context.clearCookies({ name: 'gatehouse_operator' })
  for (const page of outside) {
    await consolePage.goto(`${gateway.consoleOrigin}${page}`)
    await expectAccessible(consolePage)
    await expectFits(consolePage)
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

test('organizations and the page of an onboarding link are accessible, in every look, and fit a phone', async ({
  consolePage,
  gateway,
  newProject,
}) => {
  test.slow()
  const shop = await newProject('Shop')
  const root = `${shop.root}/organizations`
  const look = async () => {
    await expectAccessible(consolePage)
    await expectFits(consolePage)
  }
  await consolePage.goto(root)
  await look()
  const acme = await shop.call<{ id: string }>('POST', '/organizations', { label: 'Acme', domains: ['acme.example'] })
  const made = { enable_sso: true, enable_scim: false }
  const link = await shop.call<{ value: string }>('POST', `/organizations/${acme.id}/onboarding-portal-links`, made)
  const own = `${root}/${acme.id}`
  const onboarding = `${gateway.consoleOrigin}/onboarding/${link.value}`
  const pages = [root, `${root}?q=nowhere.example`, `${root}/new`, own, `${own}/connections/new`, onboarding]
  for (const page of pages) {
    await consolePage.goto(page)
    await look()
  }
  await consolePage.getByText('Google Workspace').click()
  await consolePage.getByLabel('Issuer', { exact: true }).fill(gateway.origin)
  await consolePage.getByLabel('Client id', { exact: true }).fill('shop')
  await consolePage.getByLabel('Client secret', { exact: true }).fill('hush')
  await consolePage.getByRole('button', { name: 'Check and save' }).click()
  await expect(consolePage.getByRole('alert')).toBeVisible()
  await look()

  // With a connection, which no provider answers for.
  const connection = {
    id: 'acme-sso',
    label: 'Acme',
    provider: 'generic',
    organization_id: acme.id,
    client_id: 'shop',
    client_secret: 'hush',
    issuer_url: 'https://login.acme.example',
  }
  const value = { enabled: true, config: { providers: [connection] } }
  const path = '/services/identity/config/selfservice/methods/oidc'
  await shop.call('PATCH', '', [{ op: 'add', path, value }])
  for (const page of [own, `${own}/connections/acme-sso`, `${own}?ask=delete`, onboarding]) {
    await consolePage.goto(page)
    await look()
  }
  await consolePage.getByRole('button', { name: 'Check again' }).click()
  await expect(consolePage.getByRole('alert')).toBeVisible()
  await look()
  await consolePage.goto(`${gateway.consoleOrigin}/onboarding/gol_gone`)
  await look()
})

for (const part of ['people', 'project', 'empty'] as const satisfies readonly (keyof Screens)[]) {
  test(`screens of a project are accessible, in every look, and fit a phone: ${part}`, async ({
    consolePage,
    home,
    newProject,
  }) => {
    test.setTimeout(240_000)
    for (const page of (await furnish(home, newProject))[part]) {
      await test.step(page, async () => {
        await consolePage.goto(page)
        await expect(consolePage.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(consolePage)
        await expectFits(consolePage)
      })
    }
  })
}

test('menus and dialogs are accessible too', async ({ consolePage, workspace, operator }) => {
  await consolePage.goto(`${workspace}/members`)
  await consolePage.getByRole('button', { name: /Workspace/ }).click()
  await expect(consolePage.getByRole('menu')).toBeVisible()
  await expectAccessible(consolePage)
  await consolePage.keyboard.press('Escape')
  await consolePage
    .getByRole('row')
    .filter({ hasText: operator.email })
    .getByRole('link', { name: 'Change role' })
    .click()
  await expect(consolePage.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(consolePage)
  await expectFits(consolePage)
})

test.describe('in Arabic', () => {
  test.use({ locale: 'ar' })
  test('pages read from right to left, and fit', async ({ consolePage, workspace }) => {
    for (const page of inside) {
      await consolePage.goto(`${workspace}${page}`)
      await expect(consolePage.locator('html')).toHaveAttribute('dir', 'rtl')
      await expectAccessible(consolePage)
      await expectFits(consolePage)
    }
  })

  test('screens of a project do too', async ({ consolePage, home, newProject }) => {
    test.setTimeout(240_000)
    const { people, project, empty } = await furnish(home, newProject)
    for (const page of [...people, ...project, ...empty]) {
      await test.step(page, async () => {
        await consolePage.goto(page)
        await expect(consolePage.locator('html')).toHaveAttribute('dir', 'rtl')
        await expectFits(consolePage)
      })
    }
  })
})

/** Pages about what happens in a project; `{stream}` is the id of an event stream. */
const happenings = [
  '',
  '/events',
  '/events?type=ProjectDeleted&identity=nobody',
  '/streams',
  '/streams/new?type=sns',
  '/streams/{stream}?since=2020-01-01T00:00',
  '/streams/{stream}?ask=rotate',
  '/streams/{stream}/edit',
  '/streams/{stream}/deliveries',
  '/streams/{stream}/deliveries?state=dead',
] as const

for (const locale of ['en-US', 'ar']) {
  test.describe(`what happens in a project, in ${locale}`, () => {
    test.use({ locale })
    test('is accessible on every page, in every look, and fits a phone', async ({ consolePage, newProject }) => {
      test.slow()
      const project = await newProject('States')
      const destination = { type: 'https', https_endpoint: 'https://events.example.org/in' }
      const stream = await project.call<{ id: string }>('POST', '/eventstreams', destination)
      await project.call('POST', `/eventstreams/${stream.id}/pause`)
      for (const page of happenings) {
        await consolePage.goto(`${project.root}${page.replace('{stream}', stream.id)}`)
        await expectAccessible(consolePage)
        await expectFits(consolePage)
      }
    })
  })
}

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
  test(`what kind of scope it is can be read in full beside “${name}”`, async ({ consolePage, newProject }) => {
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
