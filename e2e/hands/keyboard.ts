import { expect, type Locator, type Page } from '@playwright/test'
import { type Hands, untilAwake } from './hands.ts'

/** More stops than any page has. */
const mostStops = 120

/**
 * Works a page by Tab, Shift+Tab, Enter, Space and letters: no pointer at all. Every element that gets focus on the way
 * must show it.
 */
export function keyboardHands(page: Page, scripted: boolean): Hands {
  /** The document that was worked last. */
  let worked: number | undefined
  const begin = async () => {
    await untilAwake(page, scripted)
    // Runs in the page, so that a navigation in between does no harm.
    const found = await page.waitForFunction(keptFocus, worked, { timeout: 20_000 }).catch((cause: unknown) => {
      throw new Error('after an act the focus is on nothing', { cause })
    })
    worked = await found.jsonValue()
  }
  return {
    keyboard: true,
    async fill(field, text) {
      await begin()
      await tabTo(page, field)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    async choose(list, label) {
      await begin()
      await tabTo(page, list)
      const labels = await list.locator('option').allInnerTexts()
      await page.keyboard.press('Home')
      for (let steps = labels.indexOf(label); steps > 0; steps -= 1) await page.keyboard.press('ArrowDown')
      await expect(list.locator('option:checked')).toHaveText(label)
    },
    async attach(field, file) {
      await begin()
      // Asked for before the way there: the browser has to know by Enter that its own dialogue is not wanted.
      const chooser = page.waitForEvent('filechooser')
      await tabTo(page, field)
      await page.keyboard.press('Enter')
      await (await chooser).setFiles(file)
    },
    async press(control) {
      await begin()
      await tabTo(page, control)
      // Enter in a checkbox would send its form.
      const isPressed = await control.evaluate(
        (element) => element instanceof HTMLButtonElement || element.getAttribute('type') === 'checkbox',
      )
      await page.keyboard.press(isPressed ? 'Space' : 'Enter')
    },
    async send(field) {
      await tabTo(page, field)
      await page.keyboard.press('Enter')
    },
  }
}

/** Runs in the page: its document once something in it has focus. A new document begins without. */
function keptFocus(worked: number | undefined): number | undefined {
  const isKept = performance.timeOrigin !== worked || document.activeElement !== document.body
  return isKept ? performance.timeOrigin : undefined
}

/** Moves focus to an element as a person would, and checks on each stop that focus can be seen. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stop = 0; stop < mostStops; stop += 1) {
    const here = await target.evaluate(lookAround)
    expect(here.unseen, 'focus can be seen').toBeUndefined()
    if (here.arrived) return
    await page.keyboard.press(here.passed ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`${String(target)} cannot be reached with Tab`)
}

interface Surroundings {
  readonly arrived: boolean
  /** The target is before the position of the focus. */
  readonly passed: boolean
  /** Describes the focused element if nothing shows that it has focus. */
  readonly unseen: string | undefined
}

/** Runs in the page. */
function lookAround(target: Element): Surroundings {
  const focused = document.activeElement ?? document.body
  const following = Boolean(focused.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING)
  const contained = Boolean(focused.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_CONTAINED_BY)
  const position = { arrived: focused === target, passed: focused !== document.body && !following && !contained }
  if (focused === document.body || focused === document.documentElement) return { ...position, unseen: undefined }
  const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderTopColor } = getComputedStyle(focused)
  const outlined = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 && !outlineColor.endsWith(', 0)')
  // An element that takes focus without being a tab stop, such as a summary of errors, shows it by its border.
  const bordered = focused.getAttribute('tabindex') === '-1' && !borderTopColor.endsWith(', 0)')
  const { top, bottom, left, right } = focused.getBoundingClientRect()
  const inView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
  // In the part of a date's field that opens the calendar, the field is the focused element, but not `:focus-visible`.
  const isFocused = focused.matches(':focus-visible, input[type^="date"]:focus-within')
  const seen = isFocused && (outlined || bordered || boxShadow !== 'none') && inView
  return { ...position, unseen: seen ? undefined : focused.outerHTML.slice(0, 200) }
}
