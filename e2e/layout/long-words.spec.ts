import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { untilAwake } from '../hands/hands.ts'
import { plugIn, withoutSuggestions } from '../passkey/authenticator.ts'
import { flowPage } from '../pages/flow-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { recoveryPage } from '../pages/recovery-page.ts'
import type { Person } from '../service/people.ts'
import type { Visitor } from '../visitor.ts'

/** Sixty letters without a break. */
const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter'.slice(0, 60)

const widths = [320, 360] as const

test('no page of an account is wider than a phone, whatever people and their things are called @long-words-1', async ({
  visitor,
  person,
  gateway,
}) => {
  test.slow()
  const { page, hands } = visitor
  const email = `maria-magdalena.von-und-zu-hohenstein.${person.email.replace('@', '@mail.department.')}`
  const long = { ...person, email }
  const look = (state: string) => expectWithinPhone(page, state)
  await addPerson(gateway.adminOrigin, long)
  await withoutSuggestions(page)
  await plugIn(page, 'built-in')

  await recoveryPage(visitor).open()
  await recoveryPage(visitor).askForCode(email)
  await look('recovery-code')

  const login = loginPage(visitor)
  await login.open()
  await login.signIn(email, 'not-the-password')
  await expect(login.summary).toBeVisible()
  await look('login-error')
  await login.open()
  await login.askForCode(email)
  await look('login-code')
  await login.open()
  await login.signIn(email, person.password)
  await expect(login.field('lookup_secret')).toBeVisible()
  await look('second-step')
  await login.fill({ lookup_secret: 'firstcode' })
  await login.press('method', 'lookup_secret')
  await expect(page.getByTestId('logout-link')).toBeVisible()
  await look('overview')

  await page.goto('/settings?section=passkey')
  await flowPage(visitor).press('passkey_register_trigger')
  await expect(flowPage(visitor).message(1050001)).toBeVisible()
  await namePasskey(visitor)
  await look('passkeys')
  await page.locator('a[data-testid^="remove/"]').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('passkey-remove')

  for (const [name, path] of pages) {
    // oxlint-disable-next-line no-await-in-loop -- one page has one window
    await page.goto(path)
    // oxlint-disable-next-line no-await-in-loop -- one page has one window
    await look(name)
  }

  await page.goto('/settings?list=profile')
  await hands.press(page.getByTestId('confirm-address').first())
  await expect(flowPage(visitor).field('code')).toBeVisible()
  await look('confirm-address')
  await page.goto('/logout')
  await look('logout')
  await hands.press(page.locator('main button[type=submit]').first())
  await expect(page).toHaveURL(/\/login/)
  await login.arrive()
  await expect(login.knownAccounts).toHaveCount(1)
  await look('chooser')
  await page.locator('[data-part=account-chooser] button[name]').last().click()
  const removed = page.getByTestId('account-removed')
  await expect(removed).toBeVisible()
  await look('account-removed')
  await page.setViewportSize({ width: 320, height: 640 })
  const sentence = await removed.locator('p').boundingBox()
  expect(sentence?.width, 'its sentence is no narrow column').toBeGreaterThan(160)
})

/** TABLE: pages of an account, by their addresses. */
const pages = [
  ['settings', '/settings'],
  ['profile-list', '/settings?list=profile'],
  ['profile', '/settings?section=profile'],
  ['password', '/settings?section=password'],
  ['totp', '/settings?section=totp'],
  ['recovery-codes', '/settings?section=lookup_secret'],
  ['sessions', '/sessions'],
  ['activity', '/activity'],
  ['data', '/settings/data'],
] as const

/** Adds a person with a long name, addresses that are not confirmed, a password and recovery codes. */
async function addPerson(adminOrigin: string, { email, password }: Person): Promise<void> {
  const added = await fetch(`${adminOrigin}/admin/identities`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      schema_id: 'person',
      traits: { email, name: { first: word, last: word } },
      credentials: {
        password: { config: { password } },
        lookup_secret: { config: { codes: [{ code: 'firstcode' }, { code: 'secondcode' }] } },
      },
    }),
  })
  expect(added.status, await added.text()).toBe(201)
}

async function namePasskey({ page, hands }: Visitor): Promise<void> {
  await hands.press(page.locator('a[href*="rename="]'))
  const form = page.getByTestId('rename')
  await hands.fill(form.locator('[name=name]'), word)
  await hands.press(form.locator('button[type=submit]'))
  await expect(form).toHaveCount(0)
}

/** Checks the page at the width of each phone, and restores the previous width. */
async function expectWithinPhone(page: Page, state: string): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 720 }
  await untilAwake(page, true)
  for (const width of widths) {
    // oxlint-disable-next-line no-await-in-loop -- one page has one window
    await page.setViewportSize({ width, height: 740 })
    // oxlint-disable-next-line no-await-in-loop -- one page has one window
    expect.soft(await page.evaluate(whatIsOutOfReach), `${state}, ${width} px wide`).toEqual([])
  }
  await page.setViewportSize(before)
}

/** Runs in the page: sideways scrolling, controls and words beyond its edges, and words that are cut for good. */
function whatIsOutOfReach(): readonly string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const isOut = ({ left, right, width }: DOMRect) => width > 0 && (right > clientWidth + 0.5 || left < -0.5)
  const scrolls = (element: Element) => getComputedStyle(element).overflowX === 'auto'
  const isReached = (element: Element): boolean =>
    element.closest('[data-unseen], [data-part=skip-link], [hidden]') !== null ||
    (scrolls(element) && !isOut(element.getBoundingClientRect())) ||
    (element.parentElement !== null && isReached(element.parentElement))
  const show = (what: string, element: Element) => `${what}: ${element.outerHTML.slice(0, 160)}`
  const all = [...document.querySelectorAll('body *')].filter(
    (element) => element.checkVisibility({ visibilityProperty: true }) && !isReached(element),
  )
  const controls = all.filter(
    (element) =>
      element.matches('a, button, input, select, textarea, summary') && isOut(element.getBoundingClientRect()),
  )
  const words = all.filter((element) =>
    [...element.childNodes].some((node) => {
      if (node.nodeType !== Node.TEXT_NODE || node.textContent?.trim() === '') return false
      const range = document.createRange()
      range.selectNodeContents(node)
      return getComputedStyle(element).textOverflow !== 'ellipsis' && [...range.getClientRects()].some(isOut)
    }),
  )
  const cut = all.filter(
    (element) =>
      (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1) &&
      ['hidden', 'clip'].includes(getComputedStyle(element).overflowX) &&
      !element.matches('input') &&
      // The form that follows shows the chosen account in full.
      !(element.closest('[data-part=account-chooser]') && element.getAttribute('title') === element.textContent),
  )
  return [
    ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []),
    ...controls.map((element) => show('a control out of view', element)),
    ...words.map((element) => show('words out of view', element)),
    ...cut.map((element) => show('cut', element)),
  ]
}
