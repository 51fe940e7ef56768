import { expect, test } from '../fixtures.ts'
import { untilAwake } from '../hands/hands.ts'
import { createAccount } from '../service/account.ts'
import { signInApp } from '../service/app.ts'
import { holdFirst, pressWhileBusy } from '../unhappy/held-form.ts'
import { inWays, withAndWithoutScript } from '../ways.ts'

/** More than a page of the list holds. */
const devices = 23

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

inWays(['script', 'keyboard'], () => {
  test('two devices that are signed out one right after the other both are @two-saves-3', async ({
    visitor,
    person,
    playwright,
  }) => {
    const { page, hands, origin } = visitor
    await createAccount(page.request, origin, person)
    const app = await playwright.request.newContext()
    for (const _ of [1, 2]) await signInApp(app, origin, person)
    await app.dispose()
    await page.goto('/sessions')
    await untilAwake(page, true)
    const buttons = page.locator('button[name=id]')
    await expect(buttons).toHaveCount(2)
    const held = await holdFirst(page, '/sessions')
    await hands.press(buttons.first())
    await expect.poll(() => held.sent()).toBe(1)
    await pressWhileBusy(buttons.last(), hands.keyboard)
    expect(held.sent()).toBe(1)
    held.release()
    await expect.poll(() => held.sent()).toBe(2)
    await expect(buttons).toHaveCount(0)
  })
})
