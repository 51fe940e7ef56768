import { readFileSync } from 'node:fs'
import { expect, type Browser, type Page } from '@playwright/test'
import type { Walk } from './walk.ts'

const application = 'http://app.example.localhost:3000/'
const ada = { email: 'ada@example.com', password: 'analytical-engine' }
const grace = { email: 'grace@example.com', password: 'nanosecond-of-wire' }

/** Outside of Playwright's own runner it would wait for ever. */
const polling = { timeout: 30_000 }

/** The acts in a browser of a section of a guide, besides its commands. */
export type Play = (walk: Walk, browser: Browser, page: Page) => Promise<void>

/** Signs in to the application of a guide, and comes back. */
export const signIn: Play = async (walk, _browser, page) => {
  await page.goto(walk.here(application))
  await page.locator('[name=identifier]').fill(ada.email)
  await page.locator('[name=password]').fill(ada.password)
  await page.locator('button[name=method][value=password]').click()
  await page.waitForURL(walk.here(application))
  await page.getByText(/^Hello Ada Lovelace/).waitFor()
}

/** Signs in, and asks as a program does: with a token it is let in, without one not. */
export const signInAndAskWithToken: Play = async (walk, browser, page) => {
  await signIn(walk, browser, page)
  await page.goto(walk.here('http://account.example.localhost:4455/sessions/whoami?tokenize_as=app'))
  const session = JSON.parse(await page.locator('body').innerText()) as { tokenized: string; identity: { id: string } }
  const orders = (token: string) =>
    fetch(walk.here('http://localhost:3000/orders'), { headers: { authorization: `Bearer ${token}` } })
  const [known, unknown] = await Promise.all([orders(session.tokenized), orders('none')])
  const { orders_of: who } = (await known.json()) as { readonly orders_of?: string }
  if (who !== session.identity.id || unknown.status !== 401)
    throw new Error(`/orders answered ${known.status} with the token and ${unknown.status} with none`)
}

/** TABLE: the actions of the reader of docs/tutorial.md, by section. The page is Ada's. */
const plays: Readonly<Record<string, Play>> = {
  '4. Sign in': signIn,
  async '5. Put your name on it'(walk, browser) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await expect(async () => {
      await page.goto(walk.here('http://account.example.localhost:4455/login'))
      await expect(page.getByText('Northwind').first()).toBeVisible({ timeout: 1_000 })
    }).toPass(polling)
    const button = page.locator('button[name=method][value=password]')
    await expect(button).toHaveCSS('background-color', 'rgb(91, 42, 134)')
    await context.close()
  },
  async '6. Send events to your systems'(walk, browser) {
    // A walk has no terminal, so the start says which file has the link.
    const file = /open the link in (\S+)/.exec(walk.said('npx gatehouse start'))?.[1]
    if (file === undefined) throw new Error('npx gatehouse start does not say where the link for the first operator is')
    const link = readFileSync(file, 'utf8').trim()
    const page = await (await browser.newContext()).newPage()
    await page.goto(link)
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(grace.email)
    await page.getByLabel('Password', { exact: true }).fill(grace.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Become the owner' }).click()
    await page.getByRole('navigation').getByRole('link', { name: 'Event streams' }).first().click()
    await page.getByRole('link', { name: 'New event stream' }).click()
    await page.getByLabel('Address').fill(walk.here('http://localhost:3001/'))
    await page.getByRole('button', { name: 'Create event stream' }).click()
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await expect(page.getByTestId('tested')).toContainText('Delivered')
  },
  async '7. Suspend somebody'(walk, browser, adasPage) {
    const [console] = browser
      .contexts()
      .flatMap((context) => context.pages())
      .slice(-1)
    if (console === undefined) throw new Error('nobody is in the console')
    await console.getByRole('navigation').getByRole('link', { name: 'People', exact: true }).first().click()
    await console
      .getByRole('link', { name: /Ada Lovelace/ })
      .first()
      .click()
    await console.locator('main header summary').click()
    await console.getByRole('link', { name: 'Suspend', exact: true }).click()
    await console.getByRole('button', { name: 'Suspend', exact: true }).click()
    await expect(console.getByTestId('notice')).toContainText('The account was suspended.')
    // The browser knows her: she only gives her password again.
    const tryPassword = async () => {
      await expect(async () => {
        await adasPage.goto(walk.here(application))
        await expect(adasPage).toHaveURL(/\/login/, { timeout: 1_000 })
      }).toPass(polling)
      await adasPage.getByText('Ada Lovelace').first().click()
      await adasPage.locator('[name=password]').fill(ada.password)
      await adasPage.locator('button[name=method][value=password]').click()
    }
    await tryPassword()
    await expect(adasPage.getByRole('alert').first()).toContainText(/suspended|disabled|deactivated/)
    await expect(() => {
      expect(walk.said('node receiver.mjs')).toMatch(
        /^IdentityUpdated .*"state":"inactive"[^]*^LoginFailed .*account_inactive/m,
      )
    }).toPass(polling)
    await console
      .getByRole('button', { name: 'Reactivate' })
      .or(console.getByRole('link', { name: 'Reactivate' }))
      .click()
    await expect(console.getByTestId('notice')).toContainText('The account was reactivated.')
    await adasPage.goto(walk.here(application))
    await adasPage.getByText(/^Hello Ada Lovelace/).waitFor()
  },
}

/** The actions of the tutorial's reader in a browser, by section. */
export const tutorialPlays: ReadonlyMap<string, Play> = new Map(Object.entries(plays))
