import { chromium } from '@playwright/test'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const ctx = await browser.newContext({ storageState: '/tmp/h/demo/state.json' })
const page = await ctx.newPage()
await page.goto('http://localhost:4801/w/gatehouse-aeb5bs'); await page.waitForLoadState('networkidle')
for (const a of await page.locator('a').all()) console.log(await a.getAttribute('href'))
await browser.close()
