import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { createAccount } from '../service/account.ts'
import type { Visitor } from '../visitor.ts'

/** Records the data of pages that script asked for, by path, in order. */
function askedFor(page: Page): readonly string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && pathname.endsWith('.data')) asked.push(pathname)
  })
  return asked
}

/** Holds back the data of a page until the result is called. */
async function holdBack(page: Page, path: string): Promise<() => void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(`**${path}.data*`, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

async function signIn(visitor: Visitor, person: { readonly email: string; readonly password: string }) {
  const login = loginPage(visitor)
  await login.open()
  await login.signIn(person.email, person.password)
  await accountFrame(visitor).expectWelcome()
  await visitor.page.waitForLoadState('networkidle')
}

const isOf = (path: string) => (answer: { url(): string }) => new URL(answer.url()).pathname === `${path}.data`

test.describe('a link of the navigation', () => {
  test.beforeEach(async ({ visitor, person, request }) => {
    await createAccount(request, visitor.origin, person)
    await signIn(visitor, person)
  })

  test('that is pointed at has its data fetched once, and not again by the press @fetched-ahead-1', async ({
    visitor: { page, origin },
  }) => {
    const asked = askedFor(page)
    const devices = page.locator('nav a[href="/sessions"]')
    const came = page.waitForResponse(isOf('/sessions'))
    await devices.hover()
    await came
    await page.locator('main h1').hover()
    await devices.hover()
    await devices.click()
    await expect(page).toHaveURL(`${origin}/sessions`)
    await expect(devices).toHaveAttribute('aria-current', 'page')
    expect(asked).toEqual(['/sessions.data'])
  })

  test('that is reached by keyboard has its data fetched once, and not again by the press @fetched-ahead-2', async ({
    visitor: { page, origin },
  }) => {
    const asked = askedFor(page)
    const activity = page.locator('nav a[href="/activity"]')
    const came = page.waitForResponse(isOf('/activity'))
    await activity.focus()
    await came
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${origin}/activity`)
    await expect(activity).toHaveAttribute('aria-current', 'page')
    expect(asked).toEqual(['/activity.data'])
  })

  test('that is pressed before its answer came waits for that answer, under a line @fetched-ahead-3', async ({
    visitor: { page, origin },
  }) => {
    const asked = askedFor(page)
    const letGo = await holdBack(page, '/sessions')
    const devices = page.locator('nav a[href="/sessions"]')
    const bar = page.locator('[data-part=progress-bar]')
    const ahead = page.waitForRequest(isOf('/sessions'))
    await devices.hover()
    await ahead
    await expect(bar).toHaveCount(0)
    await devices.click()
    await expect(devices).toHaveAttribute('data-pending', 'true')
    await expect(bar).toHaveCSS('opacity', '1')
    letGo()
    await expect(page).toHaveURL(`${origin}/sessions`)
    await expect(devices).toHaveAttribute('aria-current', 'page')
    await expect(bar).toHaveCount(0)
    expect(asked).toEqual(['/sessions.data'])
  })

  test('that leads to a form has nothing made for it by pointing @fetched-ahead-4', async ({
    visitor: { page, origin },
  }) => {
    const asked = askedFor(page)
    const profile = page.getByTestId('nav/profile')
    const script = page.waitForRequest(/assets\/.*\.js$/)
    await profile.hover()
    await script
    // The answer of this later request shows that none for the profile's data came before it.
    const came = page.waitForResponse(isOf('/sessions'))
    await page.locator('nav a[href="/sessions"]').hover()
    await came
    expect(asked).toEqual(['/sessions.data'])
    await profile.click()
    await expect(profile).toHaveAttribute('aria-current', 'page')
    expect(page.url()).toContain(`${origin}/settings`)
    expect(asked).toEqual(['/sessions.data', '/settings.data'])
  })

  test('shows what a form has changed since it was pointed at @fetched-ahead-5', async ({ visitor }) => {
    const { page } = visitor
    const settings = settingsPage(visitor)
    await settings.choose('profile')
    const activity = page.locator('nav a[href="/activity"]')
    const came = page.waitForResponse(isOf('/activity'))
    await activity.hover()
    await came
    await settings.changeName('Nora', 'Lund')
    await activity.click()
    await expect(page.getByText('Account changed')).toBeVisible()
  })
})
