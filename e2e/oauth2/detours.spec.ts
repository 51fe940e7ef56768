import { consentPage } from '../pages/consent-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { recoveryPage } from '../pages/recovery-page.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { verificationPage } from '../pages/verification-page.ts'
import { createAccount } from '../service/account.ts'
import { newPerson } from '../service/people.ts'
import { inWays } from '../ways.ts'
import { backAt, signIn } from './application.ts'
import { expect, test } from './fixtures.ts'

inWays(['script'], () => {
  test('a person who signs up on the way returns to the application', async ({ visitor, notebook, person, engine }) => {
    await visitor.page.goto((await notebook.begin()).href)
    await loginPage(visitor).toRegistration()
    const registration = registrationPage(visitor)
    await registration.signUp({ email: person.email, password: person.password })
    await verificationPage(visitor).confirm(person.email)
    if (engine === 'kratos') {
      // Ory Kratos 1.3.1 tells an application of sign-ins alone; a person confirms their identity after a sign-up.
      await loginPage(visitor).fill({ password: person.password })
      await loginPage(visitor).send('password', 'password')
    }
    await consentPage(visitor).press()
    const { claims } = await notebook.finish(await backAt(visitor, notebook))
    expect(claims).toMatchObject({ email: person.email, email_verified: true })
  })

  test('a person who has forgotten the password returns to the application', async ({
    visitor,
    notebook,
    person,
    request,
  }) => {
    await createAccount(request, visitor.origin, person)
    await visitor.post.nextCode(person.email)
    await visitor.page.goto((await notebook.begin()).href)
    await loginPage(visitor).toRecovery()
    const recovery = recoveryPage(visitor)
    await recovery.askForCode(person.email)
    await recovery.enterCode(await visitor.post.nextCode(person.email))
    const settings = settingsPage(visitor)
    await expect(settings.password.field('password')).toBeVisible()
    await settings.password.fill({ password: 'ein-neues-Kennwort-4711' })
    await settings.password.send('password', 'password')
    await expect(visitor.page).toHaveURL(/\/login\?.*login_challenge=/)
    await loginPage(visitor).fill({ password: 'ein-neues-Kennwort-4711' })
    await loginPage(visitor).send('password', 'password')
    await consentPage(visitor).press()
    await notebook.finish(await backAt(visitor, notebook))
  })

  test('an application that wants a fresh sign-in gets one', async ({ visitor, notebook, person, request }) => {
    await createAccount(request, visitor.origin, person)
    await signIn(visitor, notebook, person)
    await consentPage(visitor).press()
    await backAt(visitor, notebook)
    await visitor.page.goto((await notebook.begin({ prompt: 'login' })).href)
    const login = loginPage(visitor)
    await login.fill({ password: 'not-the-password' })
    await login.send('password', 'password')
    await expect(login.summary).toBeVisible()
    await login.fill({ password: person.password })
    await login.send('password', 'password')
    await consentPage(visitor).press()
    await notebook.finish(await backAt(visitor, notebook))
  })

  test('another person can take over an application’s sign-in', async ({ visitor, notebook, person, request }) => {
    const other = newPerson('nora')
    await createAccount(request, visitor.origin, other)
    await createAccount(visitor.page.request, visitor.origin, person)
    await visitor.page.goto((await notebook.begin()).href)
    await visitor.hands.press(visitor.page.locator('main').getByTestId('logout-link'))
    await loginPage(visitor).signIn(other.email, other.password)
    await consentPage(visitor).press()
    const { claims } = await notebook.finish(await backAt(visitor, notebook))
    expect(claims['email']).toBe(other.email)
  })

  test('a request that is unknown, or was answered, is explained', async ({ visitor, notebook, person, request }) => {
    const { page } = visitor
    for (const address of [
      '/login?login_challenge=nonsense',
      '/registration?login_challenge=nonsense',
      '/consent?consent_challenge=nonsense',
      '/logout?logout_challenge=nonsense',
    ]) {
      const answer = await page.goto(address)
      expect([address, answer?.status()]).toEqual([address, 400])
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This request has expired')
    }
    await createAccount(request, visitor.origin, person)
    await signIn(visitor, notebook, person)
    const consent = consentPage(visitor)
    await consent.expectOpen()
    const used = page.url()
    await consent.press()
    await backAt(visitor, notebook)
    await page.goto(used)
    await consent.press()
    // Ory Hydra takes each answer once. The application learns of it, or the person.
    await page.waitForURL((url) => url.href.startsWith(notebook.callback) || url.pathname === '/error')
    expect(new URL(page.url()).searchParams.has('code')).toBe(false)
  })
})
