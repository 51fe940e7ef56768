import { randomUUID } from 'node:crypto'
import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { createAccount } from '../service/account.ts'
import { inWays } from '../ways.ts'

inWays(['script'], () => {
  test('a way back to another site is refused, with a way on @wrong-addresses-1', async ({ visitor }) => {
    const { page, hands } = visitor
    const response = await page.goto('/login?return_to=https%3A%2F%2Fevil.example%2F')
    expect(response?.status()).toBe(400)
    await expect(page.getByTestId('error-reference')).not.toBeEmpty()
    expect(await page.content()).not.toContain('href="https://evil.example')
    await hands.press(page.locator('main a[href="/login"]'))
    await expect(loginPage(visitor).field('identifier')).toBeEnabled()
  })
})

inWays(['script'], () => {
  test('a way back on this site is taken', async ({ visitor, person, request }) => {
    await createAccount(request, visitor.origin, person)
    const login = loginPage(visitor)
    await login.open(`?${new URLSearchParams({ return_to: `${visitor.origin}/sessions` })}`)
    await login.signIn(person.email, person.password)
    await expect(visitor.page).toHaveURL(`${visitor.origin}/sessions`)
  })

  for (const id of [randomUUID(), 'no-id-at-all', '%00', '../../x']) {
    test(`an unknown flow (${id.length > 30 ? 'an id' : id}) gives a fresh form`, async ({
      visitor,
      person,
      request,
    }) => {
      await createAccount(request, visitor.origin, person)
      const login = loginPage(visitor)
      const response = await visitor.page.goto(`/login?flow=${id}`)
      expect(response?.status()).toBe(200)
      await expect(visitor.page.getByTestId('notice/unknown_flow')).toBeVisible()
      await login.signIn(person.email, person.password)
      await accountFrame(visitor).expectWelcome()
    })
  }

  test('an address that leads nowhere', async ({ visitor }) => {
    const { page } = visitor
    const response = await page.goto('/no/such/page')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByTestId('error-reference')).not.toBeEmpty()
    await page.locator('main a[href="/"]').click()
    await expect(page).toHaveURL(/\/login/)
  })

  test('the IP address instead of the name leads to the name', async ({ visitor }) => {
    const response = await visitor.page.goto(`${visitor.origin.replace('localhost', '127.0.0.1')}/login?a=b`)
    expect(response?.status()).toBe(200)
    await expect(visitor.page).toHaveURL(`${visitor.origin}/login?a=b`)
  })

  test('a form sent to the IP address is refused with the right address', async ({ visitor, request }) => {
    const response = await request.post(`${visitor.origin.replace('localhost', '127.0.0.1')}/login`, {
      form: { identifier: 'a' },
      headers: { accept: 'text/html' },
    })
    expect(response.status()).toBe(421)
    expect(await response.text()).toContain(visitor.origin)
  })
})
