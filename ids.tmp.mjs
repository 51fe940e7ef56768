import { chromium } from '@playwright/test'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const ctx = await browser.newContext({ storageState: '/tmp/h/demo/state.json' })
const page = await ctx.newPage()
for (const p of ['people?q=hopper','organizations','streams','jobs','messages']) {
await page.goto(process.env.ROOT + '/' + p); await page.waitForLoadState('networkidle')
console.log(await page.locator('main tbody a').first().getAttribute('href'))
}
await browser.close()
