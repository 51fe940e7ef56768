import { browserLaunch } from '@gatehouse/testing/browser'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { untilAwake } from '../hands/hands.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { plugIn, withoutSuggestions } from '../passkey/authenticator.ts'
import { createAccount } from '../service/account.ts'
import type { Person } from '../service/people.ts'
import type { Visitor } from '../visitor.ts'
import { inWays } from '../ways.ts'

// The password manager that stores passkeys is around the page, not in it.
test.use({ launchOptions: browserLaunch('whole') })

async function signIn(visitor: Visitor, person: Person) {
  const login = loginPage(visitor)
  await login.open()
  await login.signIn(person.email, person.password)
  await accountFrame(visitor).expectWelcome()
}

/** Records the browser's signals about keys, in the page that sends them. */
async function hearSignals(page: Page) {
  const heard: { name: string; options: Record<string, unknown> }[] = []
  await page.exposeFunction('heard', (name: string, options: Record<string, unknown>) => heard.push({ name, options }))
  await page.addInitScript(() => {
    for (const name of ['signalUnknownCredential', 'signalAllAcceptedCredentials', 'signalCurrentUserDetails']) {
      Object.defineProperty(PublicKeyCredential, name, {
        value: async (options: object) => void Reflect.get(window, 'heard')(name, options),
      })
    }
  })
  return heard
}

/** Makes the browser one that creates passkeys automatically, or one that does not. */
async function upgrades(page: Page, does: boolean) {
  await page.addInitScript((value) => {
    Object.defineProperty(PublicKeyCredential, 'getClientCapabilities', {
      value: async () => ({ conditionalCreate: value }),
    })
  }, does)
}

inWays(['script', 'keyboard'], () => {
  test('after a sign-in with a password a passkey is offered, and made by one press', async ({ visitor, person }) => {
    const { page, hands } = visitor
    await withoutSuggestions(page)
    await upgrades(page, false)
    const device = await plugIn(page, 'built-in')
    await createAccount(page.request, visitor.origin, person)
    await page.context().clearCookies()
    await signIn(visitor, person)
    await hands.press(page.getByTestId('passkey-offer'))
    await expect(page.getByText('A passkey for your account was saved')).toBeVisible()
    expect(await device.count()).toBe(1)
    await page.goto('/settings?section=passkey')
    await expect(page.getByTestId('key')).toHaveCount(1)
    await accountFrame(visitor).signOut()
    await signIn(visitor, person)
    await page.waitForLoadState('networkidle')
    await expect(page.getByTestId('passkey-offer')).toHaveCount(0)
  })
})

test('a person who does not want a passkey is not asked again', async ({ visitor, person }) => {
  const { page } = visitor
  await withoutSuggestions(page)
  await upgrades(page, false)
  await plugIn(page, 'built-in')
  await createAccount(page.request, visitor.origin, person)
  await page.context().clearCookies()
  await signIn(visitor, person)
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByTestId('passkey-offer')).toHaveCount(0)
  await accountFrame(visitor).signOut()
  await signIn(visitor, person)
  await page.waitForLoadState('networkidle')
  await expect(page.getByTestId('passkey-offer')).toHaveCount(0)
})

test('a browser that creates passkeys automatically is asked to, and the page says so', async ({ visitor, person }) => {
  const { page } = visitor
  await withoutSuggestions(page)
  await upgrades(page, true)
  const device = await plugIn(page, 'built-in')
  // The device of this test has no password manager: it takes the same question without the wish to be quiet.
  await page.addInitScript(() => {
    const create = navigator.credentials.create.bind(navigator.credentials)
    navigator.credentials.create = (options = {}) => {
      Reflect.set(window, 'mediation', Reflect.get(options, 'mediation'))
      return create({ ...(options.publicKey && { publicKey: options.publicKey }) })
    }
  })
  await createAccount(page.request, visitor.origin, person)
  await page.context().clearCookies()
  await signIn(visitor, person)
  await expect(page.getByText('A passkey for your account was saved')).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'mediation'))).toBe('conditional')
  expect(await device.count()).toBe(1)
})

test('the device is informed of the valid passkeys, the person’s name, and unknown passkeys @passkey-offer-1', async ({
  visitor,
  person,
}) => {
  const { page, hands } = visitor
  await withoutSuggestions(page)
  const heard = await hearSignals(page)
  await plugIn(page, 'built-in')
  await createAccount(page.request, visitor.origin, person)
  const settings = settingsPage(visitor)
  await settings.open('passkey')
  await untilAwake(page, true)
  const section = settings.whole
  await section.press('passkey_register_trigger')
  await expect(page.getByTestId('key')).toHaveCount(1)
  await expect.poll(() => heard.map(({ name }) => name)).toContain('signalAllAcceptedCredentials')
  const accepted = heard.find(({ name }) => name === 'signalAllAcceptedCredentials')?.options
  expect(accepted?.['allAcceptedCredentialIds']).toHaveLength(1)
  expect(heard.find(({ name }) => name === 'signalCurrentUserDetails')?.options['name']).toBe(person.email)

  heard.length = 0
  await settings.remove()
  await expect(page.getByTestId('key')).toHaveCount(0)
  await expect
    .poll(
      () => heard.findLast(({ name }) => name === 'signalAllAcceptedCredentials')?.options['allAcceptedCredentialIds'],
    )
    .toEqual([])

  heard.length = 0
  await accountFrame(visitor).signOut()
  const login = loginPage(visitor)
  await login.open()
  await hands.press(login.button('passkey_login_trigger'))
  await expect(login.message(4000015)).toBeVisible()
  await expect.poll(() => heard.map(({ name }) => name)).toEqual(['signalUnknownCredential'])
  expect([heard[0]?.options['credentialId']]).toEqual(accepted?.['allAcceptedCredentialIds'])
})
