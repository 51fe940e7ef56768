import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { freePort } from '@gatehouse/testing/processes'
import { Builder, By, Capabilities, error, until, type WebDriver, type WebElement } from 'selenium-webdriver'
import { type OtherBrowser, orEmpty, timeoutMs, textAt, valueAt } from './other-browser.ts'

/** Starts Debian's WebKitGTK in its smallest browser, on a separate display, driven by its WebDriver. */
export async function openBrowser(): Promise<OtherBrowser> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await firstLine(screen)
  const port = await freePort()
  const server = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${display}`, LANG: 'en_US.UTF-8', LANGUAGE: 'en' },
  })
  const driver = await session(port)
  const visible = async (selector: string): Promise<WebElement> => {
    const found = await driver.wait(until.elementLocated(By.css(selector)), timeoutMs, selector)
    return driver.wait(until.elementIsVisible(found), timeoutMs, selector)
  }
  return {
    open: (url) => driver.get(url),
    url: () => driver.getCurrentUrl(),
    fill: (selector, text) =>
      onPage(async () => {
        const field = await visible(selector)
        await field.clear()
        await field.sendKeys(text)
      }),
    press: (selector) => onPage(async () => (await visible(selector)).click()),
    count: async (selector) => (await driver.findElements(By.css(selector))).length,
    text: (selector) => orEmpty(driver.executeScript<string>(textAt, selector)),
    value: (selector) => orEmpty(driver.executeScript<string>(valueAt, selector)),
    // A cookie is set for the page that is shown.
    setCookie: async ({ name, value, url }) => {
      await driver.get(`${url}/health/alive`)
      await driver.manage().addCookie({ name, value, path: '/', httpOnly: true })
    },
    close: async () => {
      await driver.quit()
      await Promise.all([ended(server), ended(screen)])
    },
  }
}

/** Tries again if the element was replaced between its look-up and its use. */
async function onPage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (failure) {
    if (failure instanceof error.StaleElementReferenceError) return work()
    throw failure
  }
}

/** Its server says nothing when it listens: a session is asked for until there is one. */
async function session(port: number): Promise<WebDriver> {
  const browserOptions = {
    binary: '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
    args: ['--automation'],
  }
  const capabilities = new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': browserOptions })
  const end = Date.now() + timeoutMs
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      return await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build()
    } catch (failure) {
      if (Date.now() > end) throw failure
    }
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  const output = child.stdio[3]
  if (output === null || output === undefined || !('setEncoding' in output)) throw new Error('Xvfb has no output')
  const [line] = await once(createInterface({ input: output }), 'line')
  return String(line)
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill()
  await exit
}
