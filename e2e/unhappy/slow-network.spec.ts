import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../service/account.ts'

test('an answer that takes its time can be given up, with everything still there', async ({
  visitor,
  person,
  request,
}) => {
  const { page } = visitor
  await createAccount(request, visitor.origin, person)
  const login = loginPage(visitor)
  await login.open()
  let letGo: () => void = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/login.data*', async (route) => {
    await held
    // The visitor has given up by then.
    await route.abort().catch(() => {})
  })
  await login.signIn(person.email, person.password)
  await expect(login.button('method', 'password')).toHaveAttribute('aria-busy', 'true')
  await page.getByTestId('cancel-submit').click()
  await expect(page.getByTestId('notice/cancelled')).toBeFocused()
  await expect(login.field('identifier')).toHaveValue(person.email)
  await page.unroute('**/login.data*')
  letGo()
  await login.signIn(person.email, person.password)
  await accountFrame(visitor).expectWelcome()
})

test('a page that takes its time is marked in the navigation, under a line at the top @slow-network-1', async ({
  visitor,
  person,
  request,
}) => {
  const { page } = visitor
  await createAccount(request, visitor.origin, person)
  const login = loginPage(visitor)
  await login.open()
  await login.signIn(person.email, person.password)
  await accountFrame(visitor).expectWelcome()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/sessions.data*', async (route) => {
    await held
    await route.continue()
  })
  const devices = page.locator('nav a[href="/sessions"]')
  const ahead = page.waitForRequest(/assets\/.*\.js$/)
  await devices.hover()
  await ahead
  const bar = page.locator('[data-part=progress-bar]')
  await devices.click()
  await expect(devices).toHaveAttribute('data-pending', 'true')
  await expect(bar).toHaveCSS('opacity', '1')
  letGo()
  await expect(page).toHaveURL(`${visitor.origin}/sessions`)
  await expect(devices).toHaveAttribute('aria-current', 'page')
  await expect(bar).toHaveCount(0)
})

test('without a network the form says so and stays, with the password as well', async ({
  visitor,
  person,
  request,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/)
  const { page } = visitor
  await createAccount(request, visitor.origin, person)
  const login = loginPage(visitor)
  await login.open()
  await login.fill({ identifier: person.email, password: person.password })
  await page.context().setOffline(true)
  await login.send('password', 'password')
  await expect(page.getByTestId('notice/offline')).toBeFocused()
  await expect(login.field('identifier')).toHaveValue(person.email)
  await expect(login.field('password')).toHaveValue(person.password)
  await page.context().setOffline(false)
  await login.send('password', 'password')
  await accountFrame(visitor).expectWelcome()
})
