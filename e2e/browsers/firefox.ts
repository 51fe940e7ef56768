import { launch } from 'puppeteer-core'
import { type OtherBrowser, orEmpty, timeoutMs, textAt, valueAt } from './other-browser.ts'

/** Starts Debian's Firefox, driven over WebDriver BiDi. */
export async function openBrowser(): Promise<OtherBrowser> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-US' },
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(timeoutMs)
  return {
    open: async (url) => void (await page.goto(url)),
    url: () => Promise.resolve(page.url()),
    fill: async (selector, text) => {
      // A third click chooses all that is there.
      await page.locator(selector).click({ count: 3 })
      await page.keyboard.press('Backspace')
      await page.keyboard.type(text)
    },
    press: (selector) => page.locator(selector).click(),
    count: async (selector) => (await page.$$(selector)).length,
    text: (selector) => orEmpty(page.evaluate(textAt, selector)),
    value: (selector) => orEmpty(page.evaluate(valueAt, selector)),
    setCookie: async ({ name, value, url }) =>
      browser.setCookie({ name, value, domain: new URL(url).hostname, path: '/', httpOnly: true }),
    close: () => browser.close(),
  }
}
