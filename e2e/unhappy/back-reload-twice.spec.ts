import type { APIRequestContext } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { verificationPage } from '../pages/verification-page.ts'
import { createAccount } from '../service/account.ts'
import { flowIdOf } from '../service/flows.ts'
import type { Person } from '../service/people.ts'
import type { Visitor } from '../visitor.ts'
import { withAndWithoutScript } from '../ways.ts'

withAndWithoutScript(() => {
  test('back after signing in is no dead end', async ({ visitor, person, request }) => {
    await createAccount(request, visitor.origin, person)
    const login = loginPage(visitor)
    await login.open()
    await login.signIn(person.email, person.password)
    await accountFrame(visitor).expectWelcome()
    await visitor.page.goBack()
    await accountFrame(visitor).expectWelcome()
  })

  test('back and reload after a refusal give a form that works', async ({ visitor, person, request }) => {
    const login = await refusedOnce(visitor, person, request)
    await visitor.page.reload()
    await expect(login.field('identifier')).toBeEnabled()
    const flow = await flowIdOf(visitor)
    await visitor.page.goBack()
    await expect.poll(() => flowIdOf(visitor), 'the form before, made anew').not.toBe(flow)
    await login.signIn(person.email, person.password)
    await accountFrame(visitor).expectWelcome()
  })

  test('back after signing out shows nothing of the account', async ({ visitor, person }) => {
    await createAccount(visitor.page.request, visitor.origin, person)
    await visitor.page.goto('/')
    await accountFrame(visitor).signOut()
    await visitor.page.goBack()
    await expect(visitor.page).toHaveURL(/\/login/)
    await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText('Choose an account')
    await expect(visitor.page.getByTestId('logout-link')).toHaveCount(0)
    await expect(visitor.page.getByText('Security check-up')).toHaveCount(0)
  })

  test('a double click signs in once', async ({ visitor, person, request }) => {
    await createAccount(request, visitor.origin, person)
    const login = loginPage(visitor)
    await login.open()
    await login.fill({ identifier: person.email, password: person.password })
    await login.button('method', 'password').dblclick()
    await accountFrame(visitor).expectWelcome()
  })

  test('a double click signs up once', async ({ visitor, person }) => {
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.fill({ 'traits.email': person.email, password: person.password })
    await registration.button('method', 'password').dblclick()
    await verificationPage(visitor).confirm(person.email)
    await accountFrame(visitor).expectWelcome()
  })
})

test('back before script has come shows the page of the address all the same', async ({ visitor, person, request }) => {
  const { page } = visitor
  const login = await refusedOnce(visitor, person, request)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  // The scripts that are held keep the page from being loaded.
  await page.reload({ waitUntil: 'domcontentloaded' })
  const flow = await flowIdOf(visitor)
  await page.goBack({ waitUntil: 'domcontentloaded' })
  release()
  await expect.poll(() => flowIdOf(visitor)).not.toBe(flow)
  await login.signIn(person.email, person.password)
  await accountFrame(visitor).expectWelcome()
})

test('… so does back while script takes the page over', async ({ visitor, person, request }) => {
  const { page } = visitor
  const login = await refusedOnce(visitor, person, request)
  const flow = await flowIdOf(visitor)
  await page.addInitScript(() => {
    const begins = document.addEventListener.bind(document)
    // The first thing React does with a page is to listen to it. The router does so later.
    document.addEventListener = (...listener: Parameters<typeof begins>) => {
      document.addEventListener = begins
      begins(...listener)
      if (location.search !== '') history.back()
    }
  })
  await page.reload()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(() => flowIdOf(visitor)).not.toBe(flow)
  await login.signIn(person.email, person.password)
  await accountFrame(visitor).expectWelcome()
})

/** Brings a person with an account to the form that has refused a wrong password. */
async function refusedOnce(visitor: Visitor, person: Person, request: APIRequestContext) {
  await createAccount(request, visitor.origin, person)
  const login = loginPage(visitor)
  await login.open()
  await login.signIn(person.email, 'not-the-password')
  await expect(login.message(4000006)).toBeVisible()
  return login
}
