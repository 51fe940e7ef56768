import { expect, test } from './fixtures.ts'

test('a change of the file is on the next page; a faulty one changes nothing and is logged @reload-1', async ({
  page,
  branded,
}) => {
  await page.goto('/login')
  const button = page.locator('button[name=method][value=password]')
  await expect(button).toHaveCSS('background-color', 'rgb(91, 42, 134)')

  await branded.change('gatehouse.yml', (text) => text.replace("accent: '#5b2a86'", "accent: '#0b57d0'"))
  await expect(async () => {
    await page.goto('/login')
    await expect(button).toHaveCSS('background-color', 'rgb(11, 87, 208)', { timeout: 500 })
  }).toPass()

  await branded.change('gatehouse.yml', (text) => text.replace("accent: '#0b57d0'", "accent: '#ffe100'"))
  await expect.poll(() => branded.logs()).toContain('the brand is faulty; the pages keep the one before')
  await expect.poll(() => branded.logs()).toMatch(/accent #ffe100 on .* has a contrast of 1\.\d\d:1/)
  await page.goto('/login')
  await expect(button).toHaveCSS('background-color', 'rgb(11, 87, 208)')

  // The signal reads it again if the folder is not watched.
  await branded.change('gatehouse.yml', (text) => text.replace("accent: '#ffe100'", "accent: '#5b2a86'"))
  process.kill(branded.pid, 'SIGHUP')
  await expect(async () => {
    await page.goto('/login')
    await expect(button).toHaveCSS('background-color', 'rgb(91, 42, 134)', { timeout: 500 })
  }).toPass()
})
