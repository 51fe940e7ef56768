import { expect } from '@playwright/test'
import { untilAwake } from '../hands/hands.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccountWithPasskey } from '../passkey/account-with-passkey.ts'
import { recoveryPage } from '../pages/recovery-page.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { verificationPage } from '../pages/verification-page.ts'
import { createAccount, createProvedAccount, setUpAuthenticator } from '../service/account.ts'
import { armFault } from '../service/devtools.ts'
import { acme } from '../service/organization.ts'
import { newPerson } from '../service/people.ts'
import type { SetupName } from '../service/setups.ts'
import type { Visitor } from '../visitor.ts'

/** Leads a visitor to one state of a page. */
export type Reach = (visitor: Visitor) => Promise<void>

/** Every page in every state a person may meet it in. */
export const states: Readonly<Record<string, Reach>> = {
  login: (visitor) => loginPage(visitor).open(),
  'login-error': async (visitor) => {
    const login = loginPage(visitor)
    await login.open()
    await login.signIn('somebody@example.org', 'not-the-password')
    await expect(login.summary).toBeVisible()
  },
  'login-code': async (visitor) => {
    const person = newPerson()
    await createAccount(visitor.page.request, visitor.origin, person)
    await visitor.page.context().clearCookies({ name: /session/ })
    const login = loginPage(visitor)
    await login.open()
    await login.askForCode(person.email)
    await expect(login.field('code')).toBeVisible()
  },
  'login-known-accounts': async (visitor) => {
    const long = `${'wilhelmina-alexandra.featherstonehaugh-cholmondeley'.repeat(2)}@hydrography-and-coastal-survey.example.org`
    const known = [
      { id: '1', name: 'vera@example.org', person: 'Vera Vale', method: 'passkey', at: 1_790_000_000 },
      { id: '2', name: long, person: 'Wilhelmina Featherstonehaugh-Cholmondeley', method: 'code', at: 1_780_000_000 },
      { id: '3', name: 'vera@analytical.example', method: 'oidc:google', at: 1_700_000_000 },
    ]
    const value = Buffer.from(JSON.stringify(known)).toString('base64url')
    await visitor.page.context().addCookies([{ name: 'gatehouse_accounts', value, url: visitor.origin }])
    await loginPage(visitor).arrive()
    await expect(visitor.page.getByTestId('known-account')).toHaveCount(3)
  },
  'second-step-error': async (visitor) => {
    const person = newPerson('vera')
    await createProvedAccount(visitor, person)
    await setUpAuthenticator(visitor)
    await visitor.page.context().clearCookies({ name: /session/ })
    const login = loginPage(visitor)
    await login.open()
    await login.signIn(person.email, person.password)
    await visitor.hands.fill(login.field('totp_code'), '000000')
    if (!visitor.scripted) await login.send('totp_code', 'totp')
    await expect(login.summary).toBeVisible()
  },
  'second-step-other-ways': async (visitor) => {
    const { page, hands } = visitor
    const person = newPerson('vera')
    await createProvedAccount(visitor, person)
    await setUpAuthenticator(visitor)
    await settingsPage(visitor).open('lookup_secret')
    await hands.press(page.locator('button[name=lookup_secret_regenerate]'))
    await page.locator('#codes-kept').check()
    await hands.press(page.locator('button[name=lookup_secret_confirm]'))
    await expect(page.getByTestId('open/lookup_secret')).toBeVisible()
    await page.context().clearCookies({ name: /session/ })
    const login = loginPage(visitor)
    await login.open()
    await login.signIn(person.email, person.password)
    await hands.press(page.locator('[data-part=other-ways] summary'))
    await expect(page.getByTestId('way/lookup_secret')).toBeVisible()
  },
  'registration-strength': async (visitor) => {
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.fill({ 'traits.email': 'vera@example.org' })
    await registration.field('password').pressSequentially('vera12')
    await expect(visitor.page.getByTestId('password-strength').locator('strong')).toBeVisible()
  },
  registration: (visitor) => registrationPage(visitor).open(),
  'registration-error': async (visitor) => {
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.signUp({ email: 'somebody@example.org', password: 'abc' })
    await expect(registration.summary).toBeVisible()
  },
  'registration-code': async (visitor) => {
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.fill({ 'traits.email': newPerson().email, 'traits.name.first': 'Vera' })
    await registration.press('method', 'code')
    await expect(visitor.page.getByTestId('start-over')).toBeVisible()
  },
  'registration-code-error': async (visitor) => {
    await states['registration-code']?.(visitor)
    const registration = registrationPage(visitor)
    await registration.enterCode('000000')
    await expect(registration.summary).toBeVisible()
  },
  verification: (visitor) => verificationPage(visitor).open(),
  'verification-code': async (visitor) => {
    const verification = verificationPage(visitor)
    await verification.open()
    await verification.askForCode(newPerson().email)
    await expect(verification.field('code')).toBeVisible()
  },
  'verification-after-sign-up': async (visitor) => {
    const registration = registrationPage(visitor)
    await registration.open()
    await registration.signUp(newPerson('vera'))
    await expect(verificationPage(visitor).field('code')).toBeVisible()
  },
  'verification-done': async (visitor) => {
    const { email } = await signedIn(visitor)
    const verification = verificationPage(visitor)
    await visitor.post.nextCode(email)
    await verification.open()
    await verification.askForCode(email)
    await verification.enterCode(await visitor.post.nextCode(email))
    await expect(verification.goOn).toBeVisible()
  },
  recovery: (visitor) => recoveryPage(visitor).open(),
  'recovery-code': async (visitor) => {
    const recovery = recoveryPage(visitor)
    await recovery.open()
    await recovery.askForCode(newPerson().email)
    await expect(recovery.field('code')).toBeVisible()
  },
  'recovery-new-password': async (visitor) => {
    const person = await signedIn(visitor)
    await visitor.post.nextCode(person.email)
    await visitor.page.context().clearCookies()
    const recovery = recoveryPage(visitor)
    await recovery.open()
    await recovery.askForCode(person.email)
    await recovery.enterCode(await visitor.post.nextCode(person.email))
    await expect(recovery.field('password')).toBeVisible()
  },
  'recovery-new-password-error': async (visitor) => {
    await states['recovery-new-password']?.(visitor)
    const recovery = recoveryPage(visitor)
    await recovery.fill({ password: 'abc' })
    await recovery.send('password', 'password')
    await expect(recovery.summary).toBeVisible()
  },
  settings: async (visitor) => {
    await createProvedAccount(visitor, newPerson('vera'))
    await settingsPage(visitor).open()
  },
  'settings-unverified': async (visitor) => {
    await signedIn(visitor)
    await settingsPage(visitor).openProfile()
    await expect(visitor.page.getByTestId('confirm-address')).toBeVisible()
  },
  'settings-saved': async (visitor) => {
    await signedIn(visitor)
    const settings = settingsPage(visitor)
    await settings.open()
    await settings.changeName('Nora', 'Night')
  },
  'settings-error': async (visitor) => {
    await signedIn(visitor)
    const settings = settingsPage(visitor)
    const { password } = settings
    await settings.open('password')
    await password.fill({ password: 'abc' })
    await password.send('password', 'password')
    await expect(password.summary).toBeVisible()
  },
  'settings-app': async (visitor) => {
    await createProvedAccount(visitor, newPerson('vera'))
    await settingsPage(visitor).open('totp')
    await expect(visitor.page.getByTestId('node/image/totp_qr')).toBeVisible()
  },
  'settings-keys': async (visitor) => {
    await createAccountWithPasskey(visitor, newPerson('vera'))
    await settingsPage(visitor).open('passkey')
    await expect(visitor.page.getByTestId('key')).toHaveCount(1)
  },
  'settings-rename': async (visitor) => {
    await createAccountWithPasskey(visitor, newPerson('vera'))
    await settingsPage(visitor).open('passkey')
    await visitor.page.locator('a[href*="rename="]').click()
    await expect(visitor.page.getByTestId('rename')).toBeVisible()
  },
  'settings-remove': async (visitor) => {
    await createAccountWithPasskey(visitor, newPerson('vera'))
    await settingsPage(visitor).open('passkey')
    await visitor.page.locator('a[data-testid^="remove/"]').first().click()
    await expect(visitor.page.getByRole('dialog')).toBeVisible()
  },
  'settings-removed': async (visitor) => {
    await states['settings-remove']?.(visitor)
    await visitor.hands.press(visitor.page.getByRole('dialog').locator('button[type=submit]'))
    await expect(settingsPage(visitor).whole.message(1050001)).toBeVisible()
  },
  'settings-unsaved': async (visitor) => {
    await createProvedAccount(visitor, newPerson('vera'))
    const settings = settingsPage(visitor)
    await settings.open('profile')
    await untilAwake(visitor.page, true)
    await settings.profile.fill({ 'traits.name.last': 'Unsaved' })
    await visitor.page.getByTestId('all-settings').click()
    await expect(visitor.page.getByTestId('stay')).toBeVisible()
  },
  'settings-codes': async (visitor) => {
    await createProvedAccount(visitor, newPerson('vera'))
    await settingsPage(visitor).open('lookup_secret')
    const { page } = visitor
    await page.locator('button[name=lookup_secret_regenerate]').click()
    await expect(page.getByTestId('codes-download')).toBeVisible()
  },
  'settings-codes-not-kept': async (visitor) => {
    await states['settings-codes']?.(visitor)
    await visitor.hands.press(visitor.page.locator('button[name=lookup_secret_confirm]'))
    await expect(visitor.page.getByTestId('error-summary')).toBeVisible()
  },
  'settings-wrong-code': async (visitor) => {
    await createProvedAccount(visitor, newPerson('vera'))
    const settings = settingsPage(visitor)
    await settings.open()
    await settings.changeAddress(newPerson('nora').email)
    await settings.whole.enterCode('000000')
    await expect(settings.whole.summary).toBeVisible()
  },
  activity: async (visitor) => {
    const person = await signedIn(visitor)
    await failToSignIn(visitor, person.email)
    await signInAtProvider(visitor, person)
    await visitor.page.goto('/activity')
    await expect(visitor.page.getByRole('heading', { level: 1 })).toBeVisible()
  },
  'not-me': async (visitor) => {
    const person = await signedIn(visitor)
    await signInAtProvider(visitor, person)
    await visitor.page.goto('/')
    await visitor.hands.press(visitor.page.getByTestId('not-me').first())
    await expect(visitor.page.getByTestId('not-me/password')).toBeVisible()
  },
  'your-data': async (visitor) => {
    await signedIn(visitor)
    await visitor.page.goto('/settings/data')
  },
  'your-data-error': async (visitor) => {
    await signedIn(visitor)
    await visitor.page.goto('/settings/data')
    await visitor.page.locator('[name=confirm]').fill('yes')
    await visitor.page.locator('button[name=delete]').click()
    await expect(visitor.page.getByRole('alert')).toBeVisible()
  },
  goodbye: async (visitor) => void (await visitor.page.goto('/goodbye')),
  sessions: async (visitor) => {
    const person = await signedIn(visitor)
    await signInAtProvider(visitor, person)
    await visitor.page.goto('/sessions')
    await expect(visitor.page.locator('button[name=id]').first()).toBeVisible()
  },
  'sessions-signed-out': async (visitor) => {
    await states['sessions']?.(visitor)
    await visitor.hands.press(visitor.page.locator('button[name=id]').first())
    await expect(visitor.page.locator('[role=status], [role=alert]').first()).toBeVisible()
  },
  logout: async (visitor) => {
    await signedIn(visitor)
    await visitor.page.goto('/logout')
  },
  welcome: async (visitor) => {
    await signedIn(visitor)
    await visitor.page.goto('/')
  },
  error: async (visitor) => void (await visitor.page.goto('/login?return_to=https%3A%2F%2Fevil.example%2F')),
  expired: async (visitor) => {
    await armFault(visitor.origin, 'submit_expired')
    await trySignIn(visitor)
    await expect(visitor.page.getByTestId('notice/expired')).toBeVisible()
  },
  'too-many': async (visitor) => {
    await armFault(visitor.origin, 'submit_too_many')
    await trySignIn(visitor)
    await expect(visitor.page.getByTestId('notice/too_often')).toBeVisible()
  },
  unreachable: async (visitor) => {
    await armFault(visitor.origin, 'identity_down', 20)
    await visitor.page.goto('/login')
    await armFault(visitor.origin, 'identity_down', 0)
  },
  'cookies-blocked': async (visitor) => {
    const login = loginPage(visitor)
    await login.open()
    await visitor.page.context().clearCookies()
    await login.signIn('somebody@example.org', 'not-the-password')
    await expect(visitor.page.getByTestId('notice/cookies_blocked')).toBeVisible()
  },
  'wrong-clock': async (visitor) => {
    await createProvedAccount(visitor, newPerson('vera'))
    await visitor.page.addInitScript(() => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + 3_600_000
    })
    await settingsPage(visitor).open('totp')
    await expect(visitor.page.getByTestId('clock-warning')).toBeVisible()
  },
  'signed-in-as': async (visitor) => {
    await signedIn(visitor)
    await visitor.page.goto('/login?login_hint=somebody%40example.org')
    await expect(visitor.page.getByTestId('switch-account')).toBeVisible()
  },
  'not-found': async (visitor) => void (await visitor.page.goto('/no/such/page')),
}

/** States that only a separate configuration leads to. */
export const statesOfSetups: readonly (readonly [SetupName, Readonly<Record<string, Reach>>])[] = [
  [
    'organization',
    {
      'login-organization': async ({ page }) => void (await page.goto(`/login?organization=${acme.id}`)),
      'login-organization-refused': async (visitor) => {
        const login = loginPage(visitor)
        await login.open()
        await login.signIn('somebody@acme.example', 'a-password-of-before')
        await expect(login.button('provider', 'acme-sso')).toBeVisible()
      },
      'login-organization-unknown': async ({ page }) => {
        await page.goto('/login?organization=00000000-0000-4000-8000-000000000000')
        await expect(page.getByTestId('notice/organization_unknown')).toBeVisible()
      },
      'registration-organization': async ({ page }) => {
        await page.goto(`/registration?organization=${acme.id}`)
      },
    },
  ],
  [
    'closed',
    {
      'switched-off': async ({ page }) => {
        const answer = await page.goto('/registration')
        expect(answer?.status()).toBe(400)
      },
    },
  ],
  [
    'passkey-only',
    {
      'passkey-only': (visitor) => loginPage(visitor).open(),
      // Such a browser runs no script of the page.
      'old-browser': async (visitor) => {
        const { page } = visitor
        await page.addInitScript(() => Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule'))
        await page.route('**/assets/*.js', (route) => route.abort())
        await loginPage(visitor).open()
        await expect(page.getByTestId('needs-script')).toBeVisible()
      },
    },
  ],
]

async function trySignIn(visitor: Visitor): Promise<void> {
  const login = loginPage(visitor)
  await login.open()
  await login.signIn('somebody@example.org', 'not-the-password')
}

async function signedIn({ page, origin }: Visitor) {
  const person = newPerson('vera')
  await createAccount(page.request, origin, person)
  return person
}

async function signInAtProvider(visitor: Visitor, person: { readonly email: string; readonly password: string }) {
  const browser = visitor.page.context().browser()
  if (browser === null) throw new Error('This visit has no browser of its own')
  const context = await browser.newContext({ baseURL: visitor.origin })
  const page = await context.newPage()
  await page.goto('/login')
  await page.locator('[name=identifier]').fill(person.email)
  await page.locator('[name=password]').fill(person.password)
  await page.locator('[name=password]').press('Enter')
  await expect(page.getByTestId('logout-link')).toBeVisible()
  await context.close()
}

async function failToSignIn({ page, origin }: Visitor, email: string) {
  const browser = page.context().browser()
  if (browser === null) throw new Error('This visit has no browser of its own')
  const context = await browser.newContext({ baseURL: origin })
  const stranger = await context.newPage()
  await stranger.goto('/login')
  await stranger.locator('[name=identifier]').fill(email)
  await stranger.locator('[name=password]').fill('not-the-password')
  await stranger.locator('[name=password]').press('Enter')
  await expect(stranger.getByTestId('error-summary')).toBeVisible()
  await context.close()
}
