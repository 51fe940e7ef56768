import { expect, type Page } from '@playwright/test'
import { untilAwake } from '../hands/hands.ts'
import type { PlainBrowser, Shown } from './plain-browser.ts'
import { often, watchTraffic } from './traffic.ts'

/** Fields that send themselves once they are complete. */
const sendThemselves = ['code', 'totp_code']

/**
 * Opens a real browser with script, driven in the same way. In a browser without the app, an address with the app's
 * scheme opens nothing; it is in the trail as soon as the page asks for it.
 */
export async function scriptedBrowser(page: Page): Promise<PlainBrowser> {
  let trail: string[] = []
  const pass = (address: string | undefined) => {
    if (address !== undefined && address !== trail.at(-1)) trail.push(address)
  }
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.enable')
  devtools.on('Page.frameRequestedNavigation', ({ url }) => pass(url))
  page.on('response', (response) => {
    const onward = response.headers()['location']
    if (response.request().isNavigationRequest() && onward !== undefined) pass(new URL(onward, response.url()).href)
  })
  page.on('framenavigated', (frame) => frame === page.mainFrame() && pass(frame.url()))

  const traffic = watchTraffic(page)

  async function see(act: () => Promise<unknown>): Promise<Shown> {
    trail = []
    traffic.begin()
    await act()
    // A form sends itself a moment after its last field is filled in, and the page it is on has long been idle.
    await expect.poll(() => traffic.hasBegun() || trail.length > 0, often).toBe(true)
    await traffic.untilIdle()
    // The page that has opened an app stays on the screen.
    if (await isForApp()) return { status: undefined, html: '', trail }
    const isOurs = (await page.locator('main').count()) > 0
    return { status: isOurs ? 200 : undefined, html: await page.content(), trail }
  }

  /** Waits until the page is awake, or has asked for an app; whether it was that. */
  async function isForApp(): Promise<boolean> {
    const isAsked = () => trail.some((address) => !address.startsWith('http'))
    let isDone = (await page.locator('main').count()) === 0
    const done = () => void (isDone = true)
    if (!isDone) void untilAwake(page, true).then(done, done)
    await expect.poll(() => isDone || isAsked(), often).toBe(true)
    return isAsked()
  }

  return {
    open: (address) => see(() => page.goto(address).catch(leftForApp)),
    press: (_shown, [name, value], typed = {}) => {
      const button = name === '' ? 'button:not([name])' : `button[name="${name}"][value="${value}"]`
      const form = page.locator('main form', { has: page.locator(button) }).first()
      return see(async () => {
        for (const [field, text] of Object.entries(typed)) await form.locator(`[name="${field}"]`).fill(text)
        if (!sendThemselves.some((field) => field in typed)) await form.locator(button).first().click()
      })
    },
    follow: (_shown, testId) => see(() => page.getByTestId(testId).click()),
  }
}

/** Ignores the error for an unknown scheme: a browser without the app stays on its page. */
function leftForApp(error: unknown): void {
  if (!/ERR_UNKNOWN_URL_SCHEME|ERR_ABORTED/.test(String(error))) throw error
}
