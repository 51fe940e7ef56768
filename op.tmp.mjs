import { chromium } from '@playwright/test'
import { readFileSync, writeFileSync } from 'node:fs'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const ctx = await browser.newContext({ locale: 'en' })
const page = await ctx.newPage()
await page.goto(readFileSync('/tmp/h/demo/data/first-operator-link', 'utf8').trim())
await page.waitForTimeout(1500)
console.log(page.url(), (await page.locator('main').innerText()).slice(0, 400))
await page.screenshot({ path: '/tmp/h/demo/shots/setup.png' })
await page.getByText('Create an account').click(); await page.waitForTimeout(2500); console.log(page.url()); await page.screenshot({ path: '/tmp/h/demo/shots/setup1.png' })
for (const [l, v] of [[/^Email/, 'pat.operator@lantern.example'], [/^First name/, 'Pat'], [/^Last name/, 'Operator'], [/^Password/, 'an-arch-of-nine-stones!']]) {
  const f = page.getByLabel(l).first(); if (await f.count()) await f.fill(v)
}
await page.screenshot({ path: '/tmp/h/demo/shots/setup2.png' })
await page.getByRole('button', { name: /Create account|Continue|Sign up/ }).first().click()
await page.waitForTimeout(3000)
console.log(page.url(), (await page.locator('body').innerText()).slice(0, 600))
await ctx.storageState({ path: '/tmp/h/demo/state.json' })
await browser.close()
