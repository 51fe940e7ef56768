import { session } from '../console/accounts.ts'
import { expect, test } from '../console/fixtures.ts'
import { newPerson, type Person } from '../service/people.ts'
import type { Post } from '../service/post.ts'
import { needBrowser, type OtherBrowserName, otherBrowsers } from './need-browser.ts'
import type { OtherBrowser } from './other-browser.ts'

for (const name of Object.keys(otherBrowsers) as readonly OtherBrowserName[]) {
  test.describe(name, () => {
    let browser: OtherBrowser
    test.beforeAll(async () => {
      test.setTimeout(180_000)
      needBrowser(name, (reason) => test.skip(true, reason))
      browser = await (await otherBrowsers[name].open()).openBrowser()
    })
    test.afterAll(() => browser?.close())

    test('sign-up with a code, settings, wrong and right password, sign-out, recovery @other-browsers-1', async ({
      gateway: { origin },
      gateways,
      person,
    }) => {
      test.slow()
      const post = gateways.post(origin)
      await signUp(browser, origin, person, post)

      await changeName(browser, origin, 'Nora')
      await signOut(browser, origin)

      await giveSignIn(browser, person.email, 'not the password')
      await sees(browser, '[data-testid="error-summary"]', /Incorrect/)
      await browser.fill('input[name="password"]', person.password)
      await browser.press('button[name="method"][value="password"]')
      await sees(browser, 'h1', /Nora/)
      await signOut(browser, origin)

      await browser.open(`${origin}/recovery`)
      await browser.fill('input[name="email"]', person.email)
      await browser.press('button[name="method"][value="code"]')
      await browser.fill('input[name="code"]', await post.nextCode(person.email))
      await isAt(browser, `${origin}/settings`)
    })

    test('a person is found in the console, and suspended @other-browsers-2', async ({ gateway, operator, home }) => {
      test.slow()
      const person = newPerson('zoe')
      const id = await home.account(person)
      const value = await session(gateway.origin, operator)
      await browser.setCookie({ name: 'gatehouse_operator', value, url: gateway.consoleOrigin })
      await browser.open(`${home.root}/people`)
      await browser.fill('input[name="q"]', person.email.slice(0, 12))
      await sees(browser, 'tbody tr:first-child', new RegExp(person.email))
      await expect.poll(() => browser.count('tbody tr')).toBe(1)
      await browser.press('tbody tr input[type="checkbox"]')
      await browser.press('[aria-label="Bulk actions"] button[value="deactivate"]')
      await browser.fill('[name="reason"]', 'Reported as stolen')
      await browser.press('form:has([name="reason"]) button[type="submit"]')
      await expect
        .poll(async () => (await home.call<{ state: string }>('GET', `/admin/identities/${id}`)).state)
        .toBe('inactive')
    })
  })
}

async function sees(browser: OtherBrowser, selector: string, text: RegExp): Promise<void> {
  await expect.poll(() => browser.text(selector), { message: selector }).toMatch(text)
}

async function isAt(browser: OtherBrowser, address: string): Promise<void> {
  await expect.poll(async () => (await browser.url()).split('?')[0]).toBe(address)
}

async function signUp(browser: OtherBrowser, origin: string, person: Person, post: Post): Promise<void> {
  await browser.open(`${origin}/login`)
  await browser.press('[data-testid="signup-link"]')
  await browser.fill('input[name="traits.email"]', person.email)
  await browser.fill('input[name="traits.name.first"]', 'Vera')
  await browser.fill('input[name="password"]', person.password)
  await browser.press('button[name="method"][value="password"]')
  await isAt(browser, `${origin}/verification`)
  // The form is sent once the code is complete.
  await browser.fill('input[name="code"]', await post.nextCode(person.email))
  await browser.press('[data-testid="node/anchor/continue"]')
  await sees(browser, 'h1', /Vera/)
}

async function changeName(browser: OtherBrowser, origin: string, first: string): Promise<void> {
  await browser.press('nav a[href="/settings?list=profile"]')
  await browser.press('[data-testid="open/profile"]')
  await browser.fill('#profile input[name="traits.name.first"]', first)
  await browser.press('#profile button[name="method"][value="profile"]')
  await sees(browser, '#profile [data-testid="ui/message/1050001"]', /saved/i)
  await browser.open(origin)
  await sees(browser, 'h1', new RegExp(first))
}

async function signOut(browser: OtherBrowser, origin: string): Promise<void> {
  await browser.press('[data-testid="logout-link"]')
  await isAt(browser, `${origin}/login`)
}

/** Signs in, past the accounts that this browser knows. */
async function giveSignIn(browser: OtherBrowser, email: string, password: string): Promise<void> {
  await browser.press('[data-testid="other-account"]')
  await browser.fill('input[name="identifier"]', email)
  await browser.fill('input[name="password"]', password)
  await browser.press('button[name="method"][value="password"]')
}
