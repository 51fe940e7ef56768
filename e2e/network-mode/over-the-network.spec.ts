import { accountJourney, signIn, signUp } from '../journeys/account-journey.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { expect, test } from './fixtures.ts'

test('the life of an account, with mails over SMTP @network-1', async ({ visitor, person }) => {
  test.slow()
  await accountJourney(visitor, person)
})

test('accounts and sessions outlive a restart of the identity service', async ({
  visitor,
  person,
  network,
  complaints,
}) => {
  // The page may just be asking whether to offer a passkey.
  complaints.expect(/status of 502/)
  await signUp(visitor, person)
  await network.stopIdentity()
  await network.startIdentity()
  await visitor.page.goto('/')
  const account = accountFrame(visitor)
  await account.expectWelcome()
  await account.signOut()
  await signIn(visitor, person)
})

test('without an identity service: a page that says so, and back as soon as it is', async ({
  visitor,
  network,
  complaints,
}) => {
  complaints.expect(/status of 503/)
  const { page } = visitor
  await network.stopIdentity()
  try {
    const response = await page.goto('/login')
    expect(response?.status()).toBe(503)
    expect(response?.headers()['retry-after']).toMatch(/^\d+$/)
    await expect(page.getByTestId('error-reference')).not.toBeEmpty()
    expect(await page.content()).not.toMatch(/ECONNREFUSED|at .*\.ts:\d+/)
  } finally {
    await network.startIdentity()
  }
  await page.locator('main a[href="/login"]').click()
  await expect(loginPage(visitor).field('identifier')).toBeEnabled()
})

test('a form that reaches no service keeps the typed values', async ({ visitor, person, network, complaints }) => {
  complaints.expect(/status of 503/)
  const login = loginPage(visitor)
  await login.open()
  await network.stopIdentity()
  try {
    await login.signIn(person.email, person.password)
    await expect(visitor.page.getByTestId('notice/unavailable')).toBeFocused()
    await expect(login.field('identifier')).toHaveValue(person.email)
  } finally {
    await network.startIdentity()
  }
  await login.signIn(person.email, person.password)
  await expect(login.message(4000006)).toBeVisible()
})
