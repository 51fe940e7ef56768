import { totpCode } from '@gatehouse/testing/devices'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectFits } from '../accessibility/looks.ts'
import { register, session, whoami } from '../console/accounts.ts'
import { expect, test as base } from '../console/fixtures.ts'
import { newPerson } from '../service/people.ts'
import { type Network, startNetwork } from '../service/network.ts'
import { needEngine } from './need-engine.ts'

/** `test` with a console in front of a real Ory Kratos whose admin API is within reach. */
const test = base.extend<{ readonly people: string }, { readonly network: Network | undefined }>({
  network: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
    async ({}, use) => {
      let missing: string | undefined
      await needEngine('kratos', (reason) => (missing = reason))
      const network = missing === undefined ? await open() : undefined
      await use(network)
      await network?.stop()
    },
    // The first run on a machine may have to build it.
    { scope: 'worker', timeout: 900_000 },
  ],
  gateway: async ({ network }, use, info) => {
    if (network === undefined) info.skip(true, 'Ory Kratos cannot be built here')
    else await use(network.gateway)
  },
  people: ({ home }, use) => use(`${home.root}/people`),
})

const open = () => startNetwork({ engine: 'kratos', hasConsole: true, config: { secondFactors: true } })

const notice = (page: Page) => page.getByTestId('notice')

test('people are found, made, changed and switched off; search by other values is not offered, and the page says so', async ({
  consolePage,
  people,
  gateway,
}) => {
  const ada = newPerson('ada')
  await register(gateway.origin, ada)
  await consolePage.goto(people)
  await expect(consolePage.getByText('cannot filter by state or schema')).toBeVisible()
  // A value that Ory Kratos does not list has no column, and no order that could be chosen; the menu says why.
  await expect(consolePage.getByRole('columnheader', { name: 'Person' })).toBeVisible()
  for (const name of ['Signs in with', 'Second step', 'Last seen'])
    await expect(consolePage.getByRole('columnheader', { name })).toHaveCount(0)
  await expect(consolePage.getByRole('columnheader').getByRole('link')).toHaveCount(0)
  await consolePage.getByTitle('Columns, order and density').click()
  await expect(consolePage.getByRole('checkbox', { name: 'Last seen' })).toBeDisabled()
  await expect(consolePage.getByText('does not list how people sign in').filter({ visible: true })).toBeVisible()
  await consolePage.keyboard.press('Escape')
  await expect(consolePage.locator('summary').filter({ hasText: 'State' })).toHaveCount(0)
  expect(await consolePage.getByLabel('Search in', { exact: true }).locator('option').count()).toBe(2)
  await expectAccessible(consolePage)
  await expectFits(consolePage)
  const search = async (words: string) => {
    await consolePage.getByLabel('Search', { exact: true }).fill(words)
    await consolePage.getByRole('search').getByRole('button', { name: 'Search', exact: true }).click()
  }
  await search(ada.email.slice(0, 10))
  await expect(consolePage.locator('tbody tr')).toHaveCount(1)
  await search('no-one-is-called-so')
  await expect(consolePage.getByText('No people match this search')).toBeVisible()

  const grace = newPerson('grace')
  await consolePage.goto(people)
  await consolePage.getByRole('link', { name: 'Add person' }).click()
  await consolePage.getByRole('textbox', { name: 'Email', exact: true }).fill(grace.email)
  await consolePage.getByLabel('First name').fill('Grace')
  await consolePage.getByRole('button', { name: 'Create account', exact: true }).click()
  await expect(notice(consolePage)).toBeVisible()
  await expect(consolePage.locator('#activity')).toContainText('does not report the activity')
  await consolePage.locator('main header summary').click()
  await consolePage.getByRole('link', { name: 'Edit', exact: true }).click()
  await consolePage.getByRole('textbox', { name: 'Last name' }).fill('Hopper')
  await consolePage.getByRole('button', { name: 'Save' }).click()
  await expect(consolePage.getByRole('heading', { level: 1 })).toHaveText('Grace Hopper')
  await consolePage.locator('main header summary').click()
  await consolePage.getByRole('link', { name: 'Suspend' }).click()
  await consolePage.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click()
  await expect(notice(consolePage)).toContainText('was suspended')
  await expectAccessible(consolePage)
  await expectFits(consolePage)
})

test('an operator takes a second factor away, ends sessions, and lets a person in with a code', async ({
  consolePage,
  people,
  gateway,
  browser,
}) => {
  const ada = newPerson('ada')
  const id = await register(gateway.origin, ada)
  const token = await session(gateway.origin, ada)
  await addAuthenticator(gateway.origin, token)
  await consolePage.goto(`${people}/${id}/sign-in`)
  const factor = consolePage.locator('[data-part="row"]').filter({ hasText: 'Authenticator app' })
  await removeFrom(consolePage, factor)
  await expect(factor).toHaveCount(0)

  expect(await whoami(gateway.origin, token)).toBe(200)
  const parts = consolePage.getByRole('navigation', { name: /^Parts of the account/ })
  await parts.getByRole('link', { name: /^Sessions/ }).click()
  await consolePage.getByRole('link', { name: 'Sign out everywhere' }).click()
  await consolePage.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(notice(consolePage)).toContainText('were ended')
  expect(await whoami(gateway.origin, token)).toBe(401)

  await consolePage.getByRole('link', { name: 'Code or link for recovery' }).click()
  const form = consolePage.getByRole('dialog').locator('form')
  await form.getByLabel('Reason').fill('called us')
  await form.getByRole('button', { name: 'Create' }).click()
  const said = await consolePage.getByTestId('recovered').innerText()
  const other = await browser.newContext({ javaScriptEnabled: false })
  const theirs = await other.newPage()
  await theirs.goto(/https?:\S+/.exec(said)?.[0] ?? '')
  await theirs.locator('input[name="code"]').fill(/\b\d{6}\b/.exec(said)?.[0] ?? '')
  await theirs.locator('button[name="method"][value="code"]').click()
  await theirs.waitForURL(/\/settings/)
  await other.close()
})

test('a page neither shows nor offers values that an account does not have, nor methods that are switched off', async ({
  consolePage,
  people,
}) => {
  const grace = newPerson('grace')
  await consolePage.goto(`${people}/new`)
  await consolePage.getByRole('textbox', { name: 'Email', exact: true }).fill(grace.email)
  await consolePage.getByRole('button', { name: 'Create account', exact: true }).click()
  await expect(notice(consolePage)).toBeVisible()
  await consolePage.getByRole('link', { name: 'Mark as verified' }).click()
  await consolePage.getByRole('alertdialog').getByRole('button', { name: 'Mark as verified' }).click()
  await expect(notice(consolePage)).toContainText('is marked as verified')
  await expect(consolePage.locator('#addresses')).toContainText('Verified')
  await consolePage
    .getByRole('navigation', { name: /^Parts of the account/ })
    .getByRole('link', { name: 'Sign-in' })
    .click()
  // Kratos keeps placeholders of a password and of security keys with the address.
  const methods = consolePage.locator('#credentials')
  await expect(methods.locator('[data-part="row"]')).toHaveCount(1)
  await expect(methods.getByRole('link', { name: 'Remove' })).toHaveCount(0)
  // This Kratos has the method `link` switched off.
  await consolePage.getByRole('link', { name: 'Code or link for recovery' }).click()
  await expect(consolePage.getByRole('dialog').locator('select option')).toHaveText(['Code to enter on a page'])
  for (const [page, title] of [
    ['configuration', 'Configured elsewhere'],
    ['organizations', 'No organizations here'],
  ] as const) {
    await consolePage.goto(people.replace(/people$/, page))
    await expect(consolePage.getByRole('heading', { level: 1 })).toHaveText(title)
    await expectAccessible(consolePage)
    await expectFits(consolePage)
  }
})

test('messages are listed, and found by their recipient', async ({ consolePage, people, gateway }) => {
  const ada = newPerson('ada')
  await register(gateway.origin, ada)
  await consolePage.goto(people.replace(/people$/, 'messages'))
  await consolePage.getByLabel('Recipient').fill(ada.email)
  await consolePage.getByRole('search').getByRole('button', { name: 'Search', exact: true }).click()
  await consolePage.getByRole('row').filter({ hasText: ada.email }).first().getByRole('link').click()
  // The list names templates too.
  await expect(consolePage.getByRole('heading', { level: 1, name: ada.email })).toBeVisible()
  await expect(consolePage.getByText('verification_code_valid')).toBeVisible()
  await expectAccessible(consolePage)
  await consolePage.goto(people.replace(/people$/, 'sessions'))
  const row = consolePage.getByRole('row').filter({ hasText: ada.email })
  // Ory Kratos cannot take the end of a session back, so it is asked for before.
  await row.getByRole('link', { name: 'Sign out', exact: true }).click()
  const question = consolePage.getByRole('alertdialog')
  await expectAccessible(consolePage)
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(notice(consolePage)).toContainText(`The session of ${ada.email} was ended`)
  await expect(notice(consolePage).getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(row).toHaveAttribute('data-look', 'gone')
  await consolePage.goto(people.replace(/people$/, 'sessions'))
  await expect(row).toHaveCount(0)
})

async function removeFrom(consolePage: Page, row: Locator): Promise<void> {
  await row.getByRole('link', { name: 'Remove' }).click()
  await consolePage.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(notice(consolePage)).toBeVisible()
}

async function ask<T>(url: string, token: string, body?: unknown): Promise<T> {
  const headers = { accept: 'application/json', 'content-type': 'application/json', 'x-session-token': token }
  const sent = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(url, sent)
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

interface SettingsFlow {
  readonly id: string
  readonly ui: { readonly nodes: readonly { readonly attributes: { id?: string; text?: { text: string } } }[] }
}

/** Sets up an authenticator app, as the account pages do. */
async function addAuthenticator(origin: string, token: string): Promise<void> {
  const flow = await ask<SettingsFlow>(`${origin}/self-service/settings/api`, token)
  const found = flow.ui.nodes.find(({ attributes }) => attributes.id === 'totp_secret_key')
  const code = totpCode(found?.attributes.text?.text ?? '', Date.now())
  await ask(`${origin}/self-service/settings?flow=${flow.id}`, token, { method: 'totp', totp_code: code })
}

test('the overview counts the values it can, and names those that this service does not report', async ({
  consolePage,
  people,
  gateway,
}) => {
  await register(gateway.origin, newPerson())
  const root = people.replace(/\/people$/, '')
  await consolePage.goto(root)
  const figure = (name: string) => consolePage.locator(`[data-figure=${name}] dd`)
  for (const name of ['people', 'sessions', 'unsent']) await expect(figure(name)).toHaveText(/^\d+$/)
  for (const name of ['succeeded', 'failed'])
    await expect(figure(name)).toHaveText('The identity service does not report this.')
  await expect(consolePage.locator('#sign-ins')).toContainText('does not report sign-ins')
  await expectAccessible(consolePage)
  await expectFits(consolePage)
  await consolePage.goto(`${root}/events`)
  await expect(consolePage.getByText('does not report events of people')).toBeVisible()
  await expect(consolePage.getByTestId('tail')).toHaveAttribute('data-state', 'live')
  await expectAccessible(consolePage)
})
