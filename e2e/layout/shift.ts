import type { Page } from '@playwright/test'

/** What of a page moved, and how much: the sum of its layout shifts that nobody asked for. */
export interface Shift {
  readonly score: number
  /** The parts that moved, for whoever reads a failure. */
  readonly moved: readonly string[]
}

/** Has every page from now on note what moves. */
export async function noteShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: unknown[] = []
    Reflect.set(window, 'layoutShifts', seen)
    new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The shifts of the page that is shown, once it has come whole and nothing is under way. */
export async function shiftOf(page: Page, address: string): Promise<Shift> {
  await page.goto(address, { waitUntil: 'load' })
  await page.waitForLoadState('load')
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
