import type { APIRequestContext } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { createAccount } from '../service/account.ts'
import type { Person } from '../service/people.ts'
import { withAndWithoutScript } from '../ways.ts'

/** More than a page of the list holds. */
const devices = 23

/** Signs somebody in on one more device, which is an app. */
async function signInApp(request: APIRequestContext, origin: string, { email, password }: Person): Promise<void> {
  const created = await request.get(`${origin}/self-service/login/api`)
  const { id } = (await created.json()) as { readonly id: string }
  const data = { method: 'password', identifier: email, password }
  const done = await request.post(`${origin}/self-service/login?flow=${id}`, { data })
  if (!done.ok()) throw new Error(`An app could not sign in: ${done.status()} ${await done.text()}`)
}

withAndWithoutScript(() => {
  test('more devices than one page holds are listed once each, and signed out together', async ({
    visitor,
    person,
    playwright,
  }) => {
    const { page, hands, origin } = visitor
    await createAccount(page.request, origin, person)
    // An app keeps no cookies.
    const app = await playwright.request.newContext()
    for (let count = 0; count < devices; count += 1) await signInApp(app, origin, person)
    await app.dispose()

    const seen = async () =>
      page.locator('#others button[name=id]').evaluateAll((all) => all.map((one) => one.getAttribute('value')))
    await page.goto('/sessions')
    await expect(page.locator('#others button[name=id]')).toHaveCount(20)
    const first = await seen()
    await hands.press(page.locator('a[href="/sessions?page=2"]'))
    await expect(page.locator('#others button[name=id]')).toHaveCount(devices - 20)
    expect(new Set([...first, ...(await seen())]).size).toBe(devices)
    await expect(page.locator('a[href^="/sessions?page="]')).toHaveCount(0)

    await hands.press(page.locator('button[name=all]'))
    await expect(page.locator('button[name=all]')).toHaveCount(0)
    await expect(page.locator('#others button[name=id]')).toHaveCount(0)
  })
})
