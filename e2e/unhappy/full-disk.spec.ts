import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLimitedGateway, startGateway } from '@gatehouse/testing/processes'
import { expect, test } from '@playwright/test'

test('with no storage left the pages and the console name the reason, in every language @full-disk-2', async ({
  browser,
}) => {
  test.slow()
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-full-'))
  const dataFolder = join(folder, 'data')
  const first = await startGateway({ dataFolder })
  await first.stop()
  const limited = await startLimitedGateway(dataFolder)
  try {
    const page = await browser.newPage()
    const form = await page.goto(`${limited.origin}/login`)
    expect(form?.status()).toBe(200)
    expect((await limited.fill()).status).toBe(507)

    // A form that was open before.
    await page.locator('[name=identifier]').fill('vera@example.org')
    await page.locator('[name=password]').fill('not-the-password')
    await page.locator('button[name=method][value=password]').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing can be saved right now')
    const opened = await page.goto(`${limited.origin}/registration`)
    expect(opened?.status()).toBe(507)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nothing can be saved right now')
    await expect(page.getByTestId('error-reference')).toBeVisible()

    const ofConsole = await page.goto(`${limited.consoleOrigin}/`)
    expect(ofConsole?.status()).toBe(507)
    await expect(page.locator('main')).toContainText('Free some space on the disk of the data folder')

    const german = await browser.newPage({ locale: 'de-DE' })
    await german.goto(`${limited.origin}/recovery`)
    await expect(german.getByRole('heading', { level: 1 })).toHaveText('Im Moment kann nichts gespeichert werden')
    const arabic = await browser.newPage({ locale: 'ar', viewport: { width: 320, height: 640 } })
    await arabic.goto(`${limited.origin}/login`)
    await expect(arabic.locator('html')).toHaveAttribute('dir', 'rtl')
    if (process.env['FULL_DISK_PICTURES']) {
      const path = (name: string) => join(process.env['FULL_DISK_PICTURES'] ?? '', `${name}.png`)
      await arabic.screenshot({ path: path('full-disk-ar'), fullPage: true })
      await german.screenshot({ path: path('full-disk-de') })
      await page.screenshot({ path: path('full-disk-console') })
    }
  } finally {
    await limited.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
