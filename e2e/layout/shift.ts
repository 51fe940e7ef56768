import { expect, type Page } from '@playwright/test'
import { untilAwake } from '../hands/hands.ts'
import { inPieces } from './in-pieces.ts'

/** The parts of a page that moved, and the sum of its layout shifts that no input caused. */
interface Shift {
  readonly score: number
  /** The parts that moved, for the report of a failure. */
  readonly moved: readonly string[]
}

/** A score that people do not notice; the field calls less than 0.1 good. */
const unnoticed = 0.02

/** Opens pages of an origin, each in pieces of so many bytes, and expects that nothing on them moves. */
export async function expectStill(
  page: Page,
  origin: string,
  paths: readonly string[],
  bytesAtOnce = 1_024,
): Promise<void> {
  await noteShifts(page)
  await inPieces(origin, bytesAtOnce, async (slow) => {
    for (const path of paths) {
      // oxlint-disable-next-line no-await-in-loop -- one page has one window
      const { score, moved } = await shiftOf(page, slow + path)
      expect.soft(score, `${path}: ${moved.join(', ')}`).toBeLessThanOrEqual(unnoticed)
    }
    // The last page may still load scripts, and its server ends now.
    await page.waitForLoadState('networkidle')
  })
}

/** Makes every page from now on record its layout shifts. */
async function noteShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: unknown[] = []
    Reflect.set(window, 'layoutShifts', seen)
    new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Measures the shifts of the page that is shown, once it has come whole and nothing is under way. */
async function shiftOf(page: Page, address: string): Promise<Shift> {
  await page.goto(address, { waitUntil: 'load' })
  await untilAwake(page, true)
  return page.evaluate(async () => {
    interface Moved {
      readonly value: number
      readonly hadRecentInput: boolean
      readonly sources: readonly { readonly node: Node | null }[]
    }
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    const shifts = (Reflect.get(window, 'layoutShifts') as readonly Moved[]).filter((one) => !one.hadRecentInput)
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : String(node?.nodeName)
    return {
      score: shifts.reduce((sum, { value }) => sum + value, 0),
      moved: shifts.flatMap(({ value, sources }) => sources.map(({ node }) => `${value.toFixed(3)} ${nameOf(node)}`)),
    }
  })
}
