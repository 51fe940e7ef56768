import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules that look at colours: in another scheme nothing else is another. */
const colourRules = ['color-contrast', 'link-in-text-block']

const looks = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colours': { colorScheme: 'dark', forcedColors: 'active' },
} as const

type Look = keyof typeof looks

export interface AccessibleOptions {
  /** A selector of the parts that are left out, such as frames, which are separate pages. */
  readonly except?: string
  /** Default: every look the system may ask for. */
  readonly in?: readonly Look[]
}

/** Checks the page against WCAG 2.2 AA. */
export async function expectAccessible(
  page: Page,
  { except, in: wanted = ['light', 'dark', 'forced colours'] }: AccessibleOptions = {},
): Promise<void> {
  for (const look of wanted) {
    const media = looks[look]
    await page.emulateMedia(media)
    // The system paints its own colours there, and nothing else differs from the dark look: the requirement is that no
    // text opts out of them.
    if (look === 'forced colours') {
      expect(await page.evaluate(textOfOwnColour), look).toEqual([])
      continue
    }
    const axe = new AxeBuilder({ page, ...((await isThere(page, 'axe')) && { axeSource: nothing }) }).setLegacyMode()
    axe.options({ resultTypes: ['violations'] })
    if (look === 'dark') axe.withRules(colourRules)
    else axe.withTags(rules)
    if (except !== undefined) axe.exclude(except)
    const { violations } = await axe.analyze()
    const found = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      at: nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ''}`),
    }))
    expect(found, `axe, ${look}`).toEqual([])
  }
  expect(await page.evaluate(partsWithoutName), 'parts without a name').toEqual([])
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
}

// A page that has axe keeps it: parsing half a megabyte again for each look took longer than looking.
const nothing = 'undefined'
const isThere = (page: Page, name: string) => page.evaluate((key) => key in window, name)

/** As `expectFits`, and once more from right to left. */
export async function expectFitsMirrored(page: Page): Promise<void> {
  await expectFits(page)
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  await expectFits(page)
  await page.evaluate(() => (document.documentElement.dir = 'ltr'))
}

/** Checks that nothing makes the page scroll sideways, on a narrow screen and with text of twice the size. */
export async function expectFits(page: Page): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 720 }
  expect(await page.evaluate(buttonsBeyondCells), 'buttons beyond their cells').toEqual([])
  expect(await page.evaluate(squeezed), 'squeezed').toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(whatSticksOut), '320 px wide').toEqual([])
  expect(await page.evaluate(squeezed), 'squeezed, 320 px wide').toEqual([])
  await page.setViewportSize(before)
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  expect(await page.evaluate(whatSticksOut), 'text of 200 %').toEqual([])
  await page.evaluate(() => (document.documentElement.style.fontSize = ''))
}

/** Runs in the page: fields and buttons with one letter in a line. */
function squeezed(): readonly string[] {
  const controls = document.querySelectorAll(
    'input:not([type=hidden], [type=checkbox], [type=radio], [type=color]), select, button, [data-part=button], form code',
  )
  const thin = [...controls].filter((control) => {
    const { width, height } = control.getBoundingClientRect()
    return (
      width > 0 &&
      (height > 4 * width || (control.matches('input, select') && width < 32)) &&
      control.checkVisibility({ visibilityProperty: true })
    )
  })
  return thin.map(({ outerHTML }) => outerHTML.slice(0, 160))
}

/** Runs in the page: buttons of a table that do not fit into their column. */
function buttonsBeyondCells(): readonly string[] {
  const beyond = [...document.querySelectorAll('td button, td [data-part=button]')].filter((button) => {
    // A question is drawn above the page, wherever its button stands.
    if (button.closest('dialog, [role=dialog], [role=alertdialog], [popover]') !== null) return false
    const cell = button.closest('td')?.getBoundingClientRect()
    const { left, right, width } = button.getBoundingClientRect()
    return cell !== undefined && width > 0 && (left < cell.left - 1 || right > cell.right + 1)
  })
  return beyond.map(({ outerHTML }) => outerHTML.slice(0, 160))
}

/** Runs in the page: groups, dialogs and navigations that a screen reader cannot tell apart. axe takes them. */
function partsWithoutName(): readonly string[] {
  const parts = document.querySelectorAll(
    '[role=group], [role=radiogroup], [role=region], [role=alertdialog], dialog, nav',
  )
  const textOf = (id: string) => document.getElementById(id)?.textContent ?? ''
  const nameOf = (part: Element) =>
    part.getAttribute('aria-labelledby')?.split(' ').map(textOf).join('') ?? part.getAttribute('aria-label') ?? ''
  return [...parts].filter((part) => nameOf(part).trim() === '').map(({ outerHTML }) => outerHTML.slice(0, 160))
}

/** Runs in the page: elements with text that refuse the system's colours. */
function textOfOwnColour(): readonly string[] {
  const stubborn = [...document.querySelectorAll('body *')].filter(
    (element) =>
      element instanceof HTMLElement &&
      element.innerText.trim() !== '' &&
      getComputedStyle(element).getPropertyValue('forced-color-adjust') === 'none',
  )
  return stubborn.map(({ outerHTML }) => outerHTML.slice(0, 120))
}

/** Runs in the page: returns the elements beyond its edges, if it can be scrolled sideways at all. */
function whatSticksOut(): readonly string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const wide = [...document.querySelectorAll('body *')].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 0 && (right > clientWidth + 1 || left < -1)
  })
  return [`${scrollWidth} px in ${clientWidth} px`, ...wide.slice(0, 5).map(({ outerHTML }) => outerHTML.slice(0, 120))]
}
