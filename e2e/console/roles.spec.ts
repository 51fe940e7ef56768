import type { Browser, Page } from '@playwright/test'
import { newPerson, type Person } from '../service/people.ts'
import { makeMember, session } from './accounts.ts'
import { expect, test } from './fixtures.ts'

/** Opens a browser for another operator, and signs them in to the console. */
async function otherConsolePage(browser: Browser, console: string, person: Person): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${console}/sign-in`)
  await page.locator('input[name="identifier"]').fill(person.email)
  await page.locator('input[name="password"]').fill(person.password)
  await page.locator('button[name="method"][value="password"]').click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
  return page
}

/** Sends a form by hand from a page of the console; returns the status of the answer. */
async function send(page: Page, path: string, fields: Readonly<Record<string, string>>, enctype = ''): Promise<number> {
  const answer = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.evaluate(
    ([action, encoding, entries]) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', action, ...(encoding !== '' && { enctype: encoding }) })
      for (const [name, value] of entries) form.append(Object.assign(document.createElement('input'), { name, value }))
      document.body.append(form)
      form.submit()
    },
    [path, enctype, Object.entries(fields)] as const,
  )
  const status = (await answer).status()
  await page.waitForLoadState()
  return status
}

async function expectReason(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No access')
  await expect(page.getByText('Your role does not include this')).toBeVisible()
}

test('a viewer is offered no change of people, and refused each one by a page that says why @roles-1', async ({
  control,
  gateway,
  home,
  browser,
}) => {
  const [vera, ada] = [newPerson('vera'), newPerson('ada')]
  await makeMember(control, await home.account(vera), 'viewer')
  const id = await home.account(ada)
  await session(home.origin, ada)
  const page = await otherConsolePage(browser, gateway.consoleOrigin, vera)
  const { root } = home
  // Copying changes nothing.
  const buttons = () =>
    page
      .locator('main')
      .getByRole('button', { name: /^(?!Copy )/ })
      .allInnerTexts()

  await page.goto(`${root}/people`)
  await expect(page.getByRole('link', { name: 'Import' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Add person' })).toHaveCount(0)
  expect(await buttons()).toEqual(['Search'])
  for (const part of ['', '/sign-in', '/sessions', '/activity']) {
    await page.goto(`${root}/people/${id}${part}`)
    expect(await buttons()).toEqual([])
    await expect(
      page.locator('main').getByRole('link', { name: /Edit|Remove|Delete|Suspend|Sign out|Mark/ }),
    ).toHaveCount(0)
  }
  await page.goto(`${root}/sessions`)
  expect(await buttons()).toEqual(['Search'])
  await page.goto(`${root}/settings`)
  expect(await buttons()).toEqual([])
  await expect(page.getByRole('navigation').getByRole('link', { name: /Messages|API keys|Audit/ })).toHaveCount(0)
  for (const path of [
    'people/import',
    'people/export',
    'people/new',
    `people/${id}/edit`,
    'messages',
    'keys',
    'audit',
  ]) {
    expect([path, (await page.goto(`${root}/${path}`))?.status()]).toEqual([path, 403])
    await expectReason(page)
  }

  const tries: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['people/new', { intent: 'create', 'traits.email': 'eve@example.org' }],
    ['people/bulk', { action: 'delete', ids: id }],
    ['people/bulk', { intent: 'run', action: 'deactivate', ids: id }],
    [`people/${id}/edit`, { intent: 'save', state: 'inactive' }],
    [`people/${id}`, { intent: 'deactivate' }],
    [`people/${id}`, { intent: 'edit', field: 'metadata_admin', metadata_admin: '{}' }],
    [`people/${id}`, { intent: 'revoke_all' }],
    [`people/${id}`, { intent: 'remove_credential', type: 'password' }],
    [`people/${id}`, { intent: 'recover', method: 'code', reason: 'curious' }],
    [`people/${id}`, { intent: 'delete', typed: 'x', name: 'x' }],
    ['settings', { intent: 'rename', name: 'Mine', revision: '00000000-0000-4000-8000-000000000000' }],
    ['keys', { intent: 'create', name: 'mine', role: 'owner', days: '0' }],
  ]
  for (const [path, fields] of tries) {
    await page.goto(root)
    const status = await send(page, `${root}/${path}`, fields)
    expect([path, fields['intent'], status]).toEqual([path, fields['intent'], 403])
    await expectReason(page)
  }
  await page.goto(root)
  await send(page, `${root}/people/export/file`, { format: 'csv' })
  await expectReason(page)
  await page.goto(root)
  const form = { text: JSON.stringify({ create: { traits: { email: 'eve@example.org' } } }) }
  expect(await send(page, `${root}/people/import`, form, 'multipart/form-data')).toBe(403)
  await expectReason(page)
  expect(await home.call('GET', `/admin/identities/${id}`)).toMatchObject({ state: 'active' })
})

test('a second operator is invited as a developer, and works on projects but not on the operators’ sign-in', async ({
  consolePage: owner,
  gateway,
  home,
  workspace,
  browser,
}) => {
  const dev = newPerson('dev')
  const verified = { value: dev.email, via: 'email', verified: true, status: 'completed' }
  await home.account(dev, { verifiable_addresses: [verified] })
  await owner.goto(`${workspace}/members`)
  await owner.locator('#invite').getByLabel('Email').fill(dev.email)
  await owner.locator('#invite select[name=role]').selectOption('developer')
  await owner.getByRole('button', { name: 'Send invitation' }).click()
  const page = await otherConsolePage(browser, gateway.consoleOrigin, dev)
  await page.goto(await owner.getByLabel('Invitation link').inputValue())
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(page).toHaveURL(new RegExp('/w/'))

  // An operator who may change accounts at the operators' own sign-in could become any of them.
  await page.goto(`${home.root}/people`)
  await expect(page.getByRole('link', { name: 'Add person' })).toHaveCount(0)
  expect(await send(page, `${home.root}/people/new`, { intent: 'create' })).toBe(403)
  await expectReason(page)

  await page.goto(workspace)
  await page.getByRole('link', { name: 'New project' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Corner Shop')
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Corner Shop')
  const shop = page.url()
  await page.getByRole('navigation').getByRole('link', { name: 'People' }).click()
  await page.getByRole('link', { name: 'Add person' }).click()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(newPerson('ada').email)
  await page.getByRole('button', { name: 'Create account', exact: true }).click()
  await expect(page.getByTestId('notice')).toBeVisible()
  // Keys and members are the owners' alone.
  await page.goto(`${shop}/keys`)
  await expect(page.locator('main').getByRole('button')).toHaveCount(0)
  expect(await send(page, `${shop}/keys`, { intent: 'create', name: 'mine', role: 'owner', days: '0' })).toBe(403)
  await expectReason(page)
})

test('the acts of a member stand behind one button beside the name, and the figures of a project have no heading to see @members-table-1', async ({
  consolePage,
  home,
  workspace,
  operator,
}) => {
  const row = consolePage.getByRole('row').filter({ hasText: operator.email })
  for (const width of [1440, 320]) {
    await consolePage.setViewportSize({ width, height: 900 })
    await consolePage.goto(`${workspace}/members`)
    const acts = row.locator('summary')
    const [around, button] = await Promise.all([row.boundingBox(), acts.boundingBox()])
    // Name, address and role are three lines of text.
    expect.soft(around?.height, `a member at ${width}`).toBeLessThan(90)
    expect.soft((button?.y ?? 0) - (around?.y ?? 0), `the button at ${width}`).toBeLessThan(20)
    await expect(acts).toHaveAccessibleName(/^Actions: ./)
    await expect(row.getByRole('link')).toHaveCount(0)
    await acts.click()
    await expect(row.getByRole('link')).toHaveText(['Change role', 'Remove'])
  }
  await consolePage.goto(home.root)
  const heading = consolePage.getByRole('heading', { name: 'Key figures' })
  expect(await heading.evaluate((one) => getComputedStyle(one).clipPath)).toBe('inset(50%)')
})
