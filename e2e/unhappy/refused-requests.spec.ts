import { expect, test } from '../fixtures.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../service/account.ts'
import { withAndWithoutScript } from '../ways.ts'

test.use({ locale: 'de' })

withAndWithoutScript(() => {
  test('what no page takes is refused by a page, in the language of the visitor', async ({ visitor }) => {
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

  test('a browser that sends no cookie is told how to allow them', async ({ visitor, person, request }) => {
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

test('whoever opens the page in a window of their own cannot lead that window elsewhere', async ({ visitor }) => {
  const { page, origin } = visitor
  const opened = page.waitForEvent('popup')
  const held = await page.evaluateHandle((address) => window.open(address), `${origin}/login`)
  const popup = await opened
  await expect(popup.locator('input[name="identifier"]')).toBeVisible()
  await expect.poll(() => held.evaluate((window) => window?.closed)).toBe(true)
  await held.evaluate((window) => window?.location.replace('about:blank#evil'))
  await expect(popup.locator('input[name="identifier"]')).toBeVisible()
})
