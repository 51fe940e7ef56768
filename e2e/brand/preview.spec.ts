import { expectAccessible, expectFits } from '../accessibility/looks.ts'
import { expect, test } from './fixtures.ts'

// Scripts that tests put into every page do not run in those frames, as no script does.
const noScriptInside = /Blocked script execution in 'about:srcdoc'/
const typed = { accent: '#0b57d0', radius: '0' }

for (const script of ['with script', 'without script']) {
  test.describe(script, { tag: script === 'without script' ? ['@no-js'] : [] }, () => {
    test('the pages stand side by side with the brand, and with the values under trial', async ({
      page,
      complaints,
    }) => {
      complaints.expect(noScriptInside)
      await page.goto('/dev')
      await page.getByRole('navigation').getByRole('link', { name: 'Preview' }).click()
      await expect(page.locator('iframe')).toHaveCount(5)
      const framed = (title: string) => page.frameLocator(`iframe[title="${title}"]`)
      const button = (title: string) => framed(title).locator('button[value=password]')
      await expect(button('login: Light')).toHaveCSS('background-color', 'rgb(91, 42, 134)')
      await expect(framed('login: Dark').locator('html')).toHaveAttribute('data-theme', 'dark')
      await expect(framed('login: Right to left').locator('html')).toHaveAttribute('dir', 'rtl')
      await expect(framed('login: Light').getByRole('img', { name: 'Northwind' })).toBeVisible()
      expect(
        await framed('login: On a phone')
          .locator('html')
          .evaluate(() => innerWidth),
      ).toBe(320)

      await page.getByLabel('State').selectOption('recovery-code-sent')
      await page.getByLabel('Accent', { exact: true }).fill(typed.accent)
      await page.getByLabel('Radius in pixels').fill(typed.radius)
      await page.getByRole('button', { name: 'Show' }).click()
      const tried = framed('recovery-code-sent: Light').locator('button[value=code]').first()
      await expect(tried).toHaveCSS('background-color', 'rgb(11, 87, 208)')
      await expect(tried).toHaveCSS('border-radius', '0px')
      await expect(page.getByRole('textbox', { name: 'The section “brand”' })).toHaveValue(
        /accent: "#0b57d0"[^]*radius: 0/,
      )
      await expect(page.getByRole('row').filter({ hasText: 'light the text of the main button' })).toContainText(
        'passes',
      )
      // Nothing of it is on the pages themselves.
      await page.goto('/login')
      await expect(page.locator('button[value=password]')).toHaveCSS('background-color', 'rgb(91, 42, 134)')
    })
  })
}

test('an unusable value is reported with a measured alternative, and not drawn @preview-1', async ({
  page,
  complaints,
}) => {
  complaints.expect(noScriptInside)
  await page.goto(
    `/dev/preview?${new URLSearchParams({ tried: '1', accent: '#ffe100', name: '<script>alert(1)</script>' })}`,
  )
  await expect(page.getByRole('alert')).toContainText(/accent #ffe100 on .* has a contrast of 1\.\d\d:1/)
  await expect(page.getByRole('row').filter({ hasText: 'light the text of the main button' })).toContainText('passes')
  await expect(page.getByRole('row').filter({ hasText: 'light accented text' }).first()).toContainText('fails')
  await expect(page.frameLocator('iframe[title="login: Light"]').locator('button[value=password]')).toHaveCSS(
    'background-color',
    'rgb(91, 42, 134)',
  )
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('<script>alert(1)</script>')
  expect(await page.locator('script').count()).toBe(0)
  await page.goto(
    `/dev/preview?${new URLSearchParams({ tried: '1', accent: '#000;}body{display:none', font: "x';}" })}`,
  )
  await expect(page.getByRole('alert')).toContainText('hexadecimal')
  await expect(page.getByRole('alert')).toContainText('one to twelve names')
})

test('the preview is accessible and fits, faulty or not', async ({ page, complaints }) => {
  complaints.expect(/srcdoc/)
  for (const query of ['', '?tried=1&accent=%23ffe100']) {
    await page.goto(`/dev/preview${query}`)
    await expectAccessible(page, { except: 'iframe' })
    await expectFits(page)
  }
})

test('every state is drawn, programs get the brand as JSON, and it can be saved as a file', async ({ branded }) => {
  test.setTimeout(180_000)
  const facts = await (await fetch(`${branded.origin}/dev/preview.json?tried=1&accent=%230b57d0`)).json()
  expect(facts).toMatchObject({ brand: { tokens: { accent: '#0b57d0' } }, faults: [] })
  expect(facts.states.length).toBeGreaterThan(45)
  expect(facts.states).toEqual(expect.arrayContaining(['consent', 'device-code', 'application-sign-out']))
  for (const state of facts.states) {
    const html = await (await fetch(`${branded.origin}/dev/preview?state=${state}`)).text()
    expect(html.match(/<iframe/g), state).toHaveLength(5)
    expect(html, state).not.toContain('Something went wrong on this page')
    expect(html, state).not.toContain('Not set up here')
  }
  const file = await fetch(`${branded.origin}/dev/preview.yml?tried=1&name=Southwind`)
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="gatehouse.yml"')
  expect(await file.text()).toContain('name: Southwind')
})
