import { browserLaunch } from '@gatehouse/testing/browser'
import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { flowPage } from '../pages/flow-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { createAccount, setUpAuthenticator } from '../service/account.ts'
import type { Visitor } from '../visitor.ts'
import { inWays } from '../ways.ts'
import { plugIn, withoutSuggestions } from './authenticator.ts'

// The browser's passkey suggestions are around the page, not in it.
test.use({ setup: 'passkeys', launchOptions: browserLaunch('whole') })

/** Adds a passkey in the settings. */
async function addPasskey(visitor: Visitor): Promise<void> {
  await settingsPage(visitor).open('passkey')
  const section = flowPage(visitor)
  await section.press('passkey_register_trigger')
  await expect(section.message(1050001)).toBeVisible()
  await expect(visitor.page.getByTestId('key')).toHaveCount(1)
}

inWays(['script', 'keyboard'], () => {
  test('a passkey is added in the settings, signs in with its button, and is removed @passkey-1', async ({
    visitor,
    person,
    engine,
  }) => {
    const { page } = visitor
    await withoutSuggestions(page)
    const device = await plugIn(page, 'built-in')
    await createAccount(page.request, visitor.origin, person)
    await addPasskey(visitor)
    expect(await device.count()).toBe(1)
    const account = accountFrame(visitor)
    await account.signOut()

    const login = loginPage(visitor)
    await login.open()
    await expect(login.field('identifier')).toHaveAttribute('autocomplete', 'username webauthn')
    await expect(login.button('passkey_login_trigger')).toBeVisible()
    await login.press('passkey_login_trigger')
    await account.expectWelcome()

    const settings = settingsPage(visitor)
    await settings.open()
    await settings.choose('passkey')
    const key = page.getByTestId('key')
    if (engine !== 'kratos') {
      await expect(key.locator('dl'), 'it was used just now').not.toContainText('Never')
      await visitor.hands.press(key.getByRole('link', { name: 'Rename' }))
      await visitor.hands.fill(key.locator('[name=name]'), ' ')
      await visitor.hands.press(key.getByRole('button', { name: 'Save' }))
      await expect(key.locator('[name=name]')).toHaveAccessibleDescription('Give it a short name.')
      await visitor.hands.fill(key.locator('[name=name]'), 'Laptop at home')
      await visitor.hands.press(key.getByRole('button', { name: 'Save' }))
      await expect(key.getByRole('heading')).toHaveText('Laptop at home')
    }
    await visitor.hands.press(key.getByRole('link', { name: /^Remove/ }))
    if (engine !== 'kratos') {
      await expect(settings.question).toContainText('Remove “Laptop at home”?')
      await expect(settings.question.getByTestId('left')).toContainText('Password')
    }
    await visitor.hands.press(settings.question.getByTestId('keep'))
    await expect(settings.question).toHaveCount(0)
    await settings.remove()
    await expect(key).toHaveCount(0)
    if (engine !== 'kratos') await expect(settings.whole.message(1050001)).toHaveText('Laptop at home: removed.')
  })

  test('a passkey confirms a person’s identity @passkey-2', async ({ visitor, person }) => {
    const { page } = visitor
    await withoutSuggestions(page)
    await plugIn(page, 'built-in')
    await createAccount(page.request, visitor.origin, person)
    await addPasskey(visitor)
    const login = loginPage(visitor)
    await login.open('?refresh=true')
    await expect(login.message(1010003)).toBeVisible()
    await login.press('passkey_login_trigger')
    await accountFrame(visitor).expectWelcome()
  })

  test('a passkey whose device verified the person is both steps, and a password the first one @both-steps-4', async ({
    visitor,
    person,
  }) => {
    const { page } = visitor
    await withoutSuggestions(page)
    await plugIn(page, 'built-in')
    await createAccount(page.request, visitor.origin, person)
    await addPasskey(visitor)
    await setUpAuthenticator(visitor)
    const account = accountFrame(visitor)
    await page.goto('/')
    await account.signOut()
    const login = loginPage(visitor)
    await login.open()
    await login.signIn(person.email, person.password)
    await expect(login.field('totp_code')).toBeVisible()
    await page.context().clearCookies({ name: /session/ })
    await login.open()
    await login.press('passkey_login_trigger')
    await account.expectWelcome()
    await account.to('/settings')
    await expect(page.getByTestId('open/totp'), 'nor do the settings ask').toBeVisible()
  })

  test('a new person signs up with a passkey and never has a password @passkey-3', async ({ visitor, person }) => {
    const { page } = visitor
    const device = await plugIn(page, 'built-in')
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.press('passkey_register_trigger')
    expect(await device.count(), 'nothing is kept for a form that lacks its address').toBe(0)
    await registration.fill({ 'traits.email': person.email })
    await registration.press('passkey_register_trigger')
    await expect(page).toHaveURL(/\/verification/)
    expect(await device.count()).toBe(1)
    const whoami = await page.request.get(`${visitor.origin}/sessions/whoami`)
    expect(await whoami.json()).toMatchObject({ authentication_methods: [{ method: 'passkey', aal: 'aal1' }] })
  })
})

test('a passkey is suggested in the field for the sign-in name, and signs in when it is chosen', async ({
  visitor,
  person,
}) => {
  const { page } = visitor
  await plugIn(page, 'built-in')
  await createAccount(page.request, visitor.origin, person)
  await addPasskey(visitor)
  await page.context().clearCookies()
  await loginPage(visitor).open()
  await accountFrame(visitor).expectWelcome()
})

test('a press on the button of passkeys before its script has come is answered once it has', async ({
  visitor,
  person,
}) => {
  const { page } = visitor
  await withoutSuggestions(page)
  await plugIn(page, 'built-in')
  await createAccount(page.request, visitor.origin, person)
  await addPasskey(visitor)
  await page.context().clearCookies()
  const scripts: Promise<void>[] = []
  const { promise: arrives, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => {
    scripts.push(arrives.then(() => route.continue()))
  })
  const login = loginPage(visitor)
  await page.goto('/login', { waitUntil: 'commit' })
  await login.button('passkey_login_trigger').click()
  await expect.poll(() => scripts.length, 'its script is under way').toBeGreaterThan(0)
  await expect(login.button('passkey_login_trigger')).not.toHaveAttribute('aria-busy')
  letThrough()
  await accountFrame(visitor).expectWelcome()
  await Promise.all(scripts)
})

test('a page that confirms a person’s identity asks no device without an action', async ({ visitor, person }) => {
  const { page } = visitor
  await plugIn(page, 'built-in')
  await createAccount(page.request, visitor.origin, person)
  await addPasskey(visitor)
  await page.addInitScript(() => {
    const container = navigator.credentials
    const ask = container.get.bind(container)
    container.get = (options) => {
      document.documentElement.setAttribute('data-asked', '')
      return ask(options)
    }
  })
  const login = loginPage(visitor)
  await login.open('?refresh=true')
  await expect(login.message(1010003)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.locator('html')).not.toHaveAttribute('data-asked')
  await login.press('passkey_login_trigger')
  await accountFrame(visitor).expectWelcome()
})

test('without a passkey the button says so beside itself, and can be pressed again', async ({ visitor }) => {
  const { page } = visitor
  await plugIn(page, 'built-in')
  const login = loginPage(visitor)
  await login.open()
  const button = login.button('passkey_login_trigger')
  for (let presses = 0; presses < 2; presses += 1) {
    await login.press('passkey_login_trigger')
    await expect(login.node('passkey_login_trigger').getByRole('alert')).toContainText('It was canceled')
    await expect(button).toBeFocused()
    await expect(button).toHaveAccessibleDescription(/It was canceled/)
  }
})

test('a device cannot be set up twice for one account @passkey-4', async ({ visitor, person }) => {
  const { page } = visitor
  await plugIn(page, 'built-in')
  await createAccount(page.request, visitor.origin, person)
  await addPasskey(visitor)
  const section = flowPage(visitor)
  await section.press('passkey_register_trigger')
  await expect(section.node('passkey_register_trigger').getByRole('alert')).toContainText('already set up')
})

test('a browser that knows no passkeys says so', async ({ visitor }) => {
  const { page } = visitor
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  const login = loginPage(visitor)
  await login.open()
  await login.press('passkey_login_trigger')
  await expect(login.node('passkey_login_trigger').getByRole('alert')).toContainText('doesn’t support this')
})

inWays(['noScript'], () => {
  test('buttons that only script can serve stay away @passkey-5', async ({ visitor }) => {
    const login = loginPage(visitor)
    await login.open()
    await expect(login.button('method', 'password')).toBeVisible()
    await expect(login.button('passkey_login_trigger')).toBeHidden()
    const registration = registrationPage(visitor)
    await registration.open()
    await expect(registration.button('passkey_register_trigger')).toBeHidden()
  })

  test('the settings say that a passkey takes script @passkey-6', async ({ visitor, person }) => {
    const { page } = visitor
    await createAccount(page.request, visitor.origin, person)
    await page.goto('/settings?section=passkey')
    const section = flowPage(visitor)
    await expect(page.locator('main').getByTestId('needs-script')).toBeVisible()
    await expect(section.button('passkey_register_trigger')).toBeHidden()
  })
})

test('the script for passkeys is fetched where they are offered, and nowhere else', async ({ visitor }) => {
  const { page } = visitor
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.goto('/recovery')
  await page.waitForLoadState('networkidle')
  expect(fetched.filter((path) => path.includes('ask-device'))).toEqual([])
  await loginPage(visitor).open()
  await page.waitForLoadState('networkidle')
  expect(fetched.filter((path) => path.includes('ask-device'))).toHaveLength(1)
  expect(fetched.filter((path) => path.includes('webauthn.js'))).toEqual([])
})
