import { expect, test as base } from '../fixtures.ts'
import { untilAwake } from '../hands/hands.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { createProvedAccount, setUpAuthenticator } from '../service/account.ts'
import { inWays } from '../ways.ts'

/** An account with everything that the settings know, an account at a provider included. */
const corp = {
  id: 'corp',
  label: 'Corp',
  provider: 'generic',
  client_id: 'journeys',
  client_secret: 'never-asked',
  issuer_url: 'https://corp.example',
  scope: ['email'],
}

const test = base.extend({
  openGateway: ({ gateways }, use) =>
    use(async () => {
      const { start } = await gateways.reserve()
      return start({ config: { providers: [corp], passkeys: true, secondFactors: true } })
    }),
})

inWays(['script'], () => {
  test('the settings of a full account fit on a screen, and no page of an account begins below its first fifth @account-measures-1', async ({
    visitor,
    person,
  }) => {
    const { page, scripted } = visitor
    await createProvedAccount(visitor, person)
    await setUpAuthenticator(visitor)
    const top = () => page.evaluate(() => document.querySelector('h1')?.getBoundingClientRect().top)
    await page.setViewportSize({ width: 1440, height: 900 })
    await settingsPage(visitor).open()
    await untilAwake(page, scripted)
    const rows = page.getByTestId(/^open\//)
    await expect(rows).toHaveCount(5)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900)
    await expect(page.locator('main').getByRole('textbox'), 'forms are opened').toHaveCount(0)
    await page.setViewportSize({ width: 360, height: 740 })
    for (const path of ['/', '/settings?list=profile', '/settings', '/sessions', '/activity', '/settings/data']) {
      await page.goto(path)
      expect(await top(), path).toBeLessThanOrEqual(132)
    }
  })

  test('the title of a part of the settings stands where that of their list does @account-measures-2', async ({
    visitor,
    person,
  }) => {
    const { page } = visitor
    await createProvedAccount(visitor, person)
    const title = async (path: string) => {
      await page.goto(path)
      const box = await page.locator('h1').boundingBox()
      return { top: box?.y ?? 0, left: box?.x ?? 0 }
    }
    for (const [width, height] of [
      [1440, 900],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height })
      const list = await title('/settings')
      for (const part of ['profile', 'password', 'totp', 'passkey']) {
        const { top, left } = await title(`/settings?section=${part}`)
        expect(top, part).toBeCloseTo(list.top, 0)
        if (width > 1000) expect(left, part).toBeCloseTo(list.left, 0)
      }
      const back = await page.getByTestId('all-settings').boundingBox()
      expect(back?.x, 'within the window').toBeGreaterThanOrEqual(0)
      expect(back?.height).toBeGreaterThanOrEqual(44)
    }
  })
})

for (const [locale, id] of [
  ['en', '@account-measures-3'],
  ['ar', '@account-measures-4'],
] as const) {
  test.describe(() => {
    test.use({ locale, viewport: { width: 360, height: 740 } })

    test(`the navigation of a phone shows that it continues, until its end is reached (${locale}) ${id}`, async ({
      visitor,
      person,
    }) => {
      const { page } = visitor
      await createProvedAccount(visitor, person)
      await settingsPage(visitor).open()
      const row = page.locator('nav ul').first()
      const sign = () =>
        row.evaluate((list) => {
          const { content, opacity } = getComputedStyle(list, '::after')
          return content === 'none' ? 'none' : opacity
        })
      await expect.poll(sign).toBe('1')
      await row.evaluate((list) => (list.scrollLeft = 10_000 * (getComputedStyle(list).direction === 'rtl' ? -1 : 1)))
      await expect.poll(sign).toBe('0')
      await page.setViewportSize({ width: 700, height: 740 })
      await expect.poll(sign, 'everything is in view').toBe('0')
    })
  })
}
