import { totpCode } from '@gatehouse/testing/totp-app'
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

test('people are found, made, changed and switched off; what it cannot search by is not offered, and said', async ({
  desk,
  people,
  gateway,
}) => {
  const ada = newPerson('ada')
  await register(gateway.origin, ada)
  await desk.goto(people)
  await expect(desk.getByText('cannot narrow a list by state or schema')).toBeVisible()
  await expect(desk.getByLabel('State')).toHaveCount(0)
  expect(await desk.getByLabel('In', { exact: true }).locator('option').count()).toBe(2)
  await expectAccessible(desk)
  await expectFits(desk)
  const search = async (words: string) => {
    await desk.getByLabel('Search', { exact: true }).fill(words)
    await desk.getByRole('search').getByRole('button', { name: 'Search' }).click()
  }
  await search(ada.email.slice(0, 10))
  await expect(desk.locator('tbody tr')).toHaveCount(1)
  await search('nobody-is-called-so')
  await expect(desk.getByText('Nobody matches this search')).toBeVisible()

  const grace = newPerson('grace')
  await desk.goto(people)
  await desk.getByRole('link', { name: 'New account' }).click()
  await desk.getByLabel('E-mail').fill(grace.email)
  await desk.getByLabel('First name').fill('Grace')
  await desk.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(notice(desk)).toBeVisible()
  await expect(desk.locator('#activity')).toContainText('does not tell what happened')
  await desk.getByRole('link', { name: 'Edit' }).click()
  await desk.getByLabel('Last name').fill('Hopper')
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Grace Hopper')
  await desk.getByRole('link', { name: 'Switch off' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click()
  await expect(notice(desk)).toContainText('switched off')
  await expectAccessible(desk)
  await expectFits(desk)
})

test('an operator takes a second factor away, ends sessions, and lets somebody in with a code', async ({
  desk,
  people,
  gateway,
  browser,
}) => {
  const ada = newPerson('ada')
  const id = await register(gateway.origin, ada)
  const token = await session(gateway.origin, ada)
  await addAuthenticator(gateway.origin, token)
  await desk.goto(`${people}/${id}`)
  const factor = desk.locator('[data-part="row"]').filter({ hasText: 'Authenticator app' })
  await removeFrom(desk, factor)
  await expect(factor).toHaveCount(0)

  expect(await whoami(gateway.origin, token)).toBe(200)
  await desk.getByRole('link', { name: 'Sign out everywhere' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(notice(desk)).toContainText('signed out everywhere')
  expect(await whoami(gateway.origin, token)).toBe(401)

  const form = desk.locator('#recovery form')
  await form.getByLabel('Reason').fill('called us')
  await form.getByRole('button', { name: 'Make it' }).click()
  const said = await desk.getByTestId('recovered').innerText()
  const other = await browser.newContext({ javaScriptEnabled: false })
  const theirs = await other.newPage()
  await theirs.goto(/https?:\S+/.exec(said)?.[0] ?? '')
  await theirs.locator('input[name="code"]').fill(/\b\d{6}\b/.exec(said)?.[0] ?? '')
  await theirs.locator('button[name="method"][value="code"]').click()
  await theirs.waitForURL(/\/settings/)
  await other.close()
})

test('what an account does not have is neither shown nor offered, and no way that is switched off', async ({
  desk,
  people,
}) => {
  const grace = newPerson('grace')
  await desk.goto(`${people}/new`)
  await desk.getByLabel('E-mail').fill(grace.email)
  await desk.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(notice(desk)).toBeVisible()
  // Kratos keeps placeholders of a password and of security keys with the address.
  const methods = desk.locator('#credentials')
  await expect(methods.locator('[data-part="row"]')).toHaveCount(1)
  await expect(methods.getByRole('link', { name: 'Remove' })).toHaveCount(0)
  // This Kratos has the method `link` switched off.
  await expect(desk.locator('#recovery select option')).toHaveText(['Code, with a page to hand it in'])
  for (const [page, title] of [
    ['configuration', 'Configured where it runs'],
    ['organizations', 'No organizations here'],
  ] as const) {
    await desk.goto(people.replace(/people$/, page))
    await expect(desk.getByRole('heading', { level: 1 })).toHaveText(title)
    await expectAccessible(desk)
    await expectFits(desk)
  }
})

test('messages are listed, and found by their recipient', async ({ desk, people, gateway }) => {
  const ada = newPerson('ada')
  await register(gateway.origin, ada)
  await desk.goto(people.replace(/people$/, 'messages'))
  await desk.getByLabel('Recipient').fill(ada.email)
  await desk.getByRole('search').getByRole('button', { name: 'Search' }).click()
  await desk.getByRole('row').filter({ hasText: ada.email }).first().getByRole('link').click()
  // The list names templates too.
  await expect(desk.getByRole('heading', { level: 1, name: ada.email })).toBeVisible()
  await expect(desk.getByText('verification_code_valid')).toBeVisible()
  await expectAccessible(desk)
  await desk.goto(people.replace(/people$/, 'sessions'))
  const row = desk.getByRole('row').filter({ hasText: ada.email })
  await row.getByRole('button', { name: 'End' }).click()
  await expect(notice(desk)).toBeVisible()
  await expect(row).toHaveCount(0)
})

async function removeFrom(desk: Page, row: Locator): Promise<void> {
  await row.getByRole('link', { name: 'Remove' }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(notice(desk)).toBeVisible()
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

test('the overview counts what it can, and says what this service does not tell', async ({ desk, people, gateway }) => {
  await register(gateway.origin, newPerson())
  const root = people.replace(/\/people$/, '')
  await desk.goto(root)
  const figure = (name: string) => desk.locator(`[data-figure=${name}] dd`)
  for (const name of ['people', 'sessions', 'unsent']) await expect(figure(name)).toHaveText(/^\d+$/)
  for (const name of ['succeeded', 'failed'])
    await expect(figure(name)).toHaveText('The identity service does not tell.')
  await expect(desk.locator('#sign-ins')).toContainText('does not tell who signs in')
  await expectAccessible(desk)
  await expectFits(desk)
  await desk.goto(`${root}/events`)
  await expect(desk.getByText('does not tell what happens to people')).toBeVisible()
  await expect(desk.getByTestId('tail')).toHaveAttribute('data-state', 'live')
  await expectAccessible(desk)
})
