import { expect, type Page, type Request } from '@playwright/test'

/** How long nothing may be on its way before a page counts as idle, in milliseconds. */
const idleMs = 500

/** Playwright asks once a second by default, which is longer than most pages take. */
export const often = { timeout: 60_000, intervals: [50] }

/** The requests of a page that are under way. */
export interface Traffic {
  /** Forgets the requests so far. */
  begin(): void
  /** Whether a form has been sent or another page asked for since then. */
  hasBegun(): boolean
  /** Waits until nothing has been on its way for half a second. */
  untilIdle(): Promise<void>
}

/** Watches all requests of a page. Playwright's own `networkidle` is said once for each document, and never again. */
export function watchTraffic(page: Page): Traffic {
  const underWay = new Set<Request>()
  let hasBegun = false
  // oxlint-disable-next-line no-restricted-properties -- a page that nothing happens in tells nothing else
  const now = () => performance.now()
  let quietSince = now()
  page.on('request', (request) => {
    underWay.add(request)
    hasBegun ||= request.isNavigationRequest() || request.method() === 'POST'
  })
  const end = (request: Request) => {
    underWay.delete(request)
    quietSince = now()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return {
    begin: () => {
      hasBegun = false
      quietSince = now()
    },
    hasBegun: () => hasBegun,
    untilIdle: () => expect.poll(() => underWay.size === 0 && now() - quietSince >= idleMs, often).toBe(true),
  }
}
