import { chromium } from '@playwright/test'
const [,, dir, w = '1440', h = '900', scheme = 'light', locale = 'en', ...names] = process.argv
import { mkdirSync } from 'node:fs'
mkdirSync(dir, { recursive: true })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const ctx = await browser.newContext({ storageState: '/tmp/h/demo/state.json', locale, colorScheme: scheme, viewport: { width: +w, height: +h }, javaScriptEnabled: process.env.NOJS !== '1' })
const page = await ctx.newPage()
await page.goto('http://localhost:4801/')
await page.waitForLoadState('networkidle')
console.log(page.url())
let root = process.env.ROOT || page.url().replace(/\/+$/, '')
for (const spec of names) {
  const [name, path] = spec.split('=')
  await page.goto(path.startsWith('/') ? 'http://localhost:4801' + path : root + (path === '.' ? '' : '/' + path))
  await page.waitForLoadState('networkidle'); await page.waitForTimeout(150)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.screenshot({ path: `${dir}/${name}.png`, fullPage: process.env.FULL === '1' })
  console.log(name, height, page.url())
}
await browser.close()
