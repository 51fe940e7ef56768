import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility/looks.ts'
import type { Hands } from '../hands/hands.ts'
import { newPerson } from '../service/people.ts'
import { inWays } from '../ways.ts'
import { register, trySignIn } from './accounts.ts'
import { expect, test } from './fixtures.ts'

/** Presses and inputs on the way to something; moving the focus there is none. */
const most = 4

/** Counts an operator's actions, by any input. */
function counted(hands: Hands) {
  let count = 0
  const press: Hands['press'] = (target) => {
    count += 1
    return hands.press(target)
  }
  return { press, count: () => count }
}

inWays(['script', 'keyboard'], () => {
  test('a failed sign-in’s reason, and turning on a method, take four actions each @palette-1', async ({
    consolePage,
    visitor,
    newProject,
  }) => {
    const shop = await newProject('Few')
    const ada = newPerson('ada')
    await register(shop.origin, ada)
    await trySignIn(shop.origin, { ...ada, password: 'not-the-Password-9' })

    const reading = counted(visitor.hands)
    await consolePage.goto(shop.root)
    await reading.press(consolePage.getByRole('link', { name: 'All failed sign-ins' }))
    const failure = consolePage.locator('[data-type=LoginFailed]')
    await expect(failure).toContainText(`${ada.email} could not sign in with a password: wrong password`)
    await reading.press(failure.locator('summary'))
    await expect(failure.locator('dl')).toContainText('wrong password')
    expect(reading.count()).toBeLessThanOrEqual(most)

    const turning = counted(visitor.hands)
    await consolePage.goto(shop.root)
    await turning.press(consolePage.getByRole('navigation').getByRole('link', { name: 'Configuration' }))
    await turning.press(consolePage.getByRole('switch', { name: 'Providers' }))
    await turning.press(consolePage.getByRole('button', { name: 'Review changes' }))
    await expect(consolePage.getByTestId('changes')).toContainText('Providers')
    await turning.press(consolePage.getByRole('button', { name: 'Save' }))
    await expect(consolePage.getByTestId('notice')).toContainText('configuration is live')
    expect(turning.count()).toBeLessThanOrEqual(most)
  })
})

test('the palette finds people as one types, goes to pages, and offers nothing that the role does not include; ? and / work @palette-2', async ({
  consolePage,
  newProject,
}) => {
  const shop = await newProject('Palette')
  const ada = newPerson('lovelace')
  const id = await register(shop.origin, ada)
  await consolePage.goto(`${shop.root}/people`)
  const box = consolePage.getByRole('searchbox', { name: 'Search or jump to' })
  const offered = (name: string | RegExp) => consolePage.getByRole('dialog').getByRole('option', { name })
  await openPalette(consolePage)
  await expectAccessible(consolePage)
  await box.pressSequentially('lovel')
  await expect(offered(ada.email)).toBeVisible()
  await consolePage.keyboard.press('Enter')
  await expect(consolePage).toHaveURL(`${shop.root}/people/${id}`)

  await openPalette(consolePage)
  await box.pressSequentially('audit')
  await expect(offered('Audit log')).toBeVisible()
  await consolePage.keyboard.press('Escape')
  await expect(consolePage.getByRole('dialog')).toHaveCount(0)
  await consolePage.keyboard.press('?')
  await expect(consolePage.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await consolePage.keyboard.press('Escape')
  await consolePage.goto(`${shop.root}/events`)
  await expect(consolePage.getByTestId('tail')).toHaveAttribute('data-state', 'live')
  await consolePage.keyboard.press('/')
  await expect(consolePage.getByLabel('Person')).toBeFocused()
})

/** Its keys work once script does. */
async function openPalette(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Search or jump to' })).toBeEnabled()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
}
