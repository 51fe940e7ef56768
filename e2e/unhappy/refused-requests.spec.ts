import { expect, test } from '../fixtures.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../service/account.ts'
import { withAndWithoutScript } from '../ways.ts'

test.use({ locale: 'de' })

withAndWithoutScript(() => {
  test('a request that no page takes is refused by a page, in the language of the visitor', async ({ visitor }) => {
    const { page, origin } = visitor
    const headers = { accept: 'text/html', 'accept-language': 'de', origin }
    const ask = async (path: string, options: Parameters<typeof page.request.fetch>[1]) => {
      const response = await page.request.fetch(origin + path, { headers, ...options })
      return { status: response.status(), text: await response.text(), headers: response.headers() }
    }
    const answers = await Promise.all([
      ask('/no/such/page', { method: 'GET' }),
      ask('/', { method: 'POST', form: { a: 'b' } }),
      ask('/login', { method: 'POST', form: { a: 'x'.repeat(200_000) } }),
      ask('/theme', { method: 'POST', headers: { ...headers, origin: 'https://evil.example' }, data: '' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 405, 413, 403])
    for (const { text, headers: sent } of answers) {
      expect(text).toContain('<html lang="de"')
      expect(text).toContain('data-testid="error-reference"')
      expect(sent['content-security-policy']).toContain("default-src 'none'")
    }
    await page.goto('/no/such/page')
    await page.locator('main a[href="/"]').click()
    await expect(loginPage(visitor).field('identifier')).toBeVisible()
  })

  test('a browser that sends no cookie learns how to allow them', async ({ visitor, person, request }) => {
    const { page } = visitor
    await createAccount(request, visitor.origin, person)
    const login = loginPage(visitor)
    await login.open()
    await page.context().clearCookies()
    await login.signIn(person.email, person.password)
    await expect(page.getByTestId('notice/cookies_blocked')).toBeFocused()
    await expect(login.field('identifier')).toHaveValue(person.email)
  })
})

test('a site that opens an account page in a window cannot send that window to another page @refused-requests-1', async ({
  visitor,
  person,
  request,
}) => {
  const { page, origin } = visitor
  await createAccount(request, origin, person)
  await page.goto('/login')
  await loginPage(visitor).signIn(person.email, person.password)
  await expect(page).toHaveURL(`${origin}/`)
  const stranger = await page.context().newPage()
  for (const [path, heading] of [
    ['/', 'Hallo'],
    ['/sessions', 'Geräte'],
  ] as const) {
    const opened = stranger.waitForEvent('popup')
    const held = await stranger.evaluateHandle((address) => window.open(address), origin + path)
    const title = (await opened).getByRole('heading', { level: 1 })
    await expect(title).toContainText(heading)
    await expect.poll(() => held.evaluate((window) => window?.closed)).toBe(true)
    await held.evaluate((window) => window?.location.replace('about:blank#evil'))
    await expect(title).toContainText(heading)
  }
})

test('pages that an application leads through keep the bond with their opener, refused ones as well', async ({
  visitor,
}) => {
  const { page, origin } = visitor
  const policyOf = async (path: string, more: Parameters<typeof page.request.fetch>[1] = {}) => {
    const answer = await page.request.fetch(origin + path, {
      headers: { accept: 'text/html' },
      maxRedirects: 0,
      ...more,
    })
    return [answer.status(), answer.headers()['cross-origin-opener-policy']]
  }
  for (const path of ['/login', '/registration', '/recovery', '/verification', '/goodbye', '/login?flow=gone']) {
    expect(await policyOf(path), path).toEqual([200, 'unsafe-none'])
  }
  const foreign = { method: 'POST', headers: { accept: 'text/html', origin: 'https://evil.example' }, data: '' }
  expect(await policyOf('/login', foreign)).toEqual([403, 'unsafe-none'])
  expect(await policyOf('/error?id=gone')).toEqual([404, 'unsafe-none'])
  expect(await policyOf('/no/such/page')).toEqual([404, 'same-origin'])
})
