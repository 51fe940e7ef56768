import { expect, test } from '../fixtures.ts'
import { untilAwake } from '../hands/hands.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../service/account.ts'
import type { Person } from '../service/people.ts'
import type { Visitor } from '../visitor.ts'
import { inWays } from '../ways.ts'

/** Signs a person with an account in, and out again. */
async function signInAndOut(visitor: Visitor, person: Person) {
  const login = loginPage(visitor)
  await login.open()
  await login.signIn(person.email, person.password)
  const account = accountFrame(visitor)
  await account.expectWelcome()
  await account.signOut()
}

inWays(['script'], () => {
  test('a person who signed in here chooses an account first the next time, and can take one off the list @sign-in-memory-1', async ({
    visitor,
    person,
  }) => {
    const { page, hands } = visitor
    const login = loginPage(visitor)
    await createAccount(page.request, visitor.origin, person)
    await page.context().clearCookies()
    await login.arrive()
    await expect(login.field('identifier')).toBeVisible()

    await signInAndOut(visitor, person)
    await login.arrive()
    await expect(login.knownAccounts).toHaveCount(1)
    await expect(login.knownAccounts).toContainText(person.email)
    await expect(login.knownAccounts).toContainText('Password · now')
    await hands.press(login.knownAccounts)
    await expect(login.field('identifier')).toHaveValue(person.email)
    await expect(login.field('password')).toBeFocused()
    await login.fill({ password: person.password })
    await login.send('password', 'password')
    const account = accountFrame(visitor)
    await account.expectWelcome()
    await account.signOut()

    await hands.press(page.getByRole('button', { name: `Remove ${person.email} from this list` }))
    await expect(login.field('identifier')).toBeVisible()
    await login.arrive()
    await expect(login.field('identifier')).toHaveValue('')
  })

  test('a deleted account is no longer offered, and the others that signed in here still are', async ({
    visitor,
    person,
  }) => {
    const { page, hands, origin } = visitor
    const other = { ...person, email: `other-${person.email}` }
    for (const one of [other, person]) {
      await createAccount(page.request, origin, one)
      await page.context().clearCookies({ name: /session/ })
      await signInAndOut(visitor, one)
    }
    const login = loginPage(visitor)
    await login.arrive()
    await expect(login.knownAddresses).toHaveText([person.email, other.email])

    await login.signIn(person.email.toUpperCase(), person.password)
    await accountFrame(visitor).expectWelcome()
    await accountFrame(visitor).to('/settings/data')
    const confirm = page.locator('[name=confirm]')
    await hands.fill(confirm, 'somebody@example.org')
    await hands.send(confirm, page.locator('button[name=delete]'))
    await expect(page.getByRole('alert')).toContainText('Nothing was deleted.')
    await hands.fill(confirm, person.email)
    await hands.send(confirm, page.locator('button[name=delete]'))
    await expect(page).toHaveURL(`${origin}/goodbye`)

    await login.arrive()
    await expect(login.knownAddresses).toHaveText([other.email])
  })
})

test('a sign-in that failed is not remembered', async ({ visitor, person }) => {
  const { page } = visitor
  const login = loginPage(visitor)
  await login.open()
  await login.signIn(person.email, 'not-the-password')
  await expect(login.summary).toBeVisible()
  await login.open()
  await untilAwake(page, true)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('gatehouse.sign-in-sent'))).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('gatehouse.sign-ins'))).toBeNull()
})

test('… not even if the script that notes it arrives after the refusal', async ({ visitor, person }) => {
  const { page } = visitor
  const refused = Promise.withResolvers<void>()
  await page.route(/sent-method/, (route) => refused.promise.then(() => route.continue()))
  const login = loginPage(visitor)
  await login.open()
  await login.signIn(person.email, 'not-the-password')
  await expect(login.summary).toBeVisible()
  const script = page.waitForResponse(/sent-method/)
  refused.resolve()
  const address = (await script).url()
  // The script that arrived has to run first: the page has asked for it before this does.
  await page.evaluate(async (module) => void (await import(module)), address)
  await login.open()
  await untilAwake(page, true)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('gatehouse.sign-in-sent'))).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('gatehouse.sign-ins'))).toBeNull()
})

test('the way used last says so and comes first, without moving anything under the pointer', async ({ visitor }) => {
  const { page } = visitor
  const login = loginPage(visitor)
  const remember = (lastMethod: string) =>
    page.evaluate((method) => {
      localStorage.setItem('gatehouse.sign-ins', JSON.stringify({ lastMethod: method }))
    }, lastMethod)
  const ways = () =>
    page
      .locator('main button[type=submit], main button[data-trigger]')
      .evaluateAll((buttons) =>
        buttons.map((button) => `${button.getAttribute('name')}=${button.getAttribute('value')}`.slice(0, 30)),
      )
  await login.open()
  const asServed = await ways()
  expect(asServed.length).toBeGreaterThan(2)
  await remember('code')
  await page.mouse.move(5, 5)
  await page.reload()
  await expect(login.button('method', 'code')).toContainText('Last used')
  const moved = await ways()
  expect(moved.indexOf('method=code')).toBeLessThanOrEqual(asServed.indexOf('method=code'))

  // The script that knows the last method arrives late, when the pointer is over the buttons already.
  const pointed = Promise.withResolvers<void>()
  await page.route(/sign-in-memory/, (route) => pointed.promise.then(() => route.continue()))
  await page.reload()
  await untilAwake(page, true)
  await page.locator('main button[data-trigger]').last().hover()
  pointed.resolve()
  await expect(login.button('method', 'code')).toContainText('Last used')
  expect(await ways()).toEqual(asServed)
})

test('a name with markup is shown as it is @sign-in-memory-2', async ({ visitor }) => {
  const { page } = visitor
  const name = '<img src=x onerror=alert(1)>@example.org'
  const known = [{ id: 'one', name, method: 'password', at: 1 }, { id: 'two', name: 7 }, null]
  await page.context().addCookies([
    {
      name: 'gatehouse_accounts',
      value: Buffer.from(JSON.stringify(known)).toString('base64url'),
      url: visitor.origin,
    },
  ])
  const login = loginPage(visitor)
  await login.arrive()
  await expect(login.knownAccounts).toHaveCount(1)
  await expect(login.knownAccounts).toContainText(name)
})

test('a browser that keeps nothing signs in as always', async ({ visitor, person, complaints }) => {
  // The router tries to store the scroll position of the page.
  complaints.expect(/SecurityError: denied/)
  const { page } = visitor
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw Object.assign(new Error('denied'), { name: 'SecurityError' })
        },
      })
    }
  })
  await createAccount(page.request, visitor.origin, person)
  await page.context().clearCookies()
  const login = loginPage(visitor)
  await login.open()
  await login.signIn(person.email, person.password)
  await accountFrame(visitor).expectWelcome()
})

test('the sign-in method is noted by the form that was sent, even if the script for it comes after the answer', async ({
  visitor,
  person,
  request,
}) => {
  const { page, origin, post } = visitor
  await createAccount(request, origin, person)
  await post.nextCode(person.email)
  const answered = Promise.withResolvers<void>()
  const script = '**/assets/sent-method-*'
  await page.route(script, async (route) => {
    await answered.promise
    await route.continue()
  })
  const login = loginPage(visitor)
  await login.open()
  const arrived = page.waitForResponse(script)
  await login.askForCode(person.email)
  answered.resolve()
  await arrived
  await login.enterCode(await post.nextCode(person.email))
  await accountFrame(visitor).expectWelcome()
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('gatehouse.sign-ins')))
    .toBe(JSON.stringify({ lastMethod: 'code' }))
})
