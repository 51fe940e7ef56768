import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { createAccount } from '../service/account.ts'
import { withAndWithoutScript } from '../ways.ts'

withAndWithoutScript(() => {
  test('pages beyond Ory Kratos are not offered, and their addresses say so', async ({ visitor, person }) => {
    const { page, origin } = visitor
    const features = await page.request.get(`${origin}/self-service/gatehouse/features`)
    expect(features.status(), 'a real Ory Kratos answers').toBe(404)

    await createAccount(page.request, origin, person)
    await page.goto('/')
    await accountFrame(visitor).expectWelcome()
    await expect(page.locator('nav a[href="/settings"]')).toBeVisible()
    await expect(page.locator('a[href="/activity"], a[href="/settings/data"]')).toHaveCount(0)
    const activity = await page.goto('/activity')
    expect(activity?.status()).toBe(404)
    await expect(page.getByRole('main')).toContainText('doesn’t keep a history')
    const data = await page.goto('/settings/data')
    expect(data?.status(), 'without the admin API').toBe(404)
    await expect(page.getByRole('main')).toContainText('can’t be exported or deleted')
    expect((await page.request.get(`${origin}/settings/data/export`)).status()).toBe(404)
    await page.goto('/sessions')
    await expect(page.getByRole('heading', { name: 'Trusted devices' })).toHaveCount(0)
  })
})
