import { expectAccessible, expectFits } from '../accessibility/looks.ts'
import { expect, test } from './fixtures.ts'

const colourOf = { light: 'rgb(91, 42, 134)' } as const

for (const script of ['with script', 'without script']) {
  test.describe(script, { tag: script === 'without script' ? ['@no-js'] : [] }, () => {
    test('the sign-in page has the logo, the colours, the links and the words of the brand', async ({ page }) => {
      await page.goto('/login')
      await expect(page).toHaveTitle('Welcome back · Northwind')
      const logo = page.getByRole('banner').getByRole('img', { name: 'Northwind' })
      await expect(logo).toBeVisible()
      expect(await logo.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth > 0])).toEqual([
        true,
        true,
      ])
      await expect(page.getByRole('banner')).not.toContainText('Northwind')
      const button = page.locator('button[name=method][value=password]')
      await expect(button).toHaveCSS('background-color', colourOf.light)
      await expect(button).toHaveCSS('border-radius', '6px')
      const footer = page.getByRole('contentinfo')
      await expect(footer.getByRole('link', { name: 'Terms of use' })).toHaveAttribute(
        'href',
        'https://northwind.example/terms',
      )
      await expect(footer.getByRole('link', { name: 'Help' })).toHaveAttribute('href', 'mailto:help@northwind.example')
      await expect(footer).toContainText('Runs on Gatehouse')
      await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^\/brand\/[\w-]{16}\.svg$/)
    })

    test('the sign-up page says what applies, in a separate tab', async ({ page }) => {
      await page.goto('/registration')
      const terms = page.getByRole('main').getByRole('link', { name: 'Terms of use' })
      await expect(terms).toHaveAttribute('target', '_blank')
      await expect(page.getByRole('main')).toContainText('What applies to your account:')
    })

    test.describe('in the dark', () => {
      test.use({ colorScheme: 'dark', locale: 'de' })

      test('logo and colours are those for the dark, words and addresses those of the language', async ({ page }) => {
        await page.goto('/login')
        await expect(page.locator('h1')).toHaveText('Schön, dass Sie da sind')
        await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(22, 19, 26)')
        const shown = await page.locator('header img').evaluate((image: HTMLImageElement) => image.currentSrc)
        const [light] = await page
          .locator('header img')
          .evaluateAll((images) => images.map((one) => one.getAttribute('src')))
        expect(shown).not.toContain(light)
        const privacy = page.getByRole('contentinfo').getByRole('link', { name: 'Datenschutz' })
        await expect(privacy).toHaveAttribute('href', 'https://northwind.example/datenschutz')
        // The looks rotate: the next one depends on whether script can tell the system's look.
        const html = page.locator('html')
        await expect(async () => {
          await page.locator('footer button[name=theme]').click()
          await expect(html).toHaveAttribute('data-theme', 'light', { timeout: 2_000 })
        }).toPass()
        await expect(page.locator('button[name=method][value=password]')).toHaveCSS('background-color', colourOf.light)
      })
    })
  })
}

test('the method that is listed first comes first, and Enter still presses the form’s own button', async ({
  page,
  visitor,
  person,
}) => {
  await page.goto('/login')
  const order = await page
    .locator('main form button')
    .evaluateAll((buttons) =>
      buttons
        .map((one) => one.getAttribute('name'))
        .filter((name) => name === 'passkey_login_trigger' || name === 'method'),
    )
  expect(order).toEqual(['passkey_login_trigger', 'method', 'method'])
  await page.locator('input[name=identifier]').fill(person.email)
  await page.locator('input[name=password]').fill('wrong-on-purpose')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').first()).toBeVisible()
  expect(visitor.page.url()).toContain('/login')
})

test('texts of the brand are there as well if script navigates from one page to another', async ({ page }) => {
  await page.goto('/registration')
  await page.getByTestId('login-link').click()
  await expect(page.locator('h1')).toHaveText('Welcome back')
})

for (const locale of ['en', 'ar']) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale })

    for (const path of ['/login', '/registration', '/recovery']) {
      test(`${path} is accessible and fits, in light, dark and forced colours`, async ({ page }) => {
        await page.goto(path)
        await expectAccessible(page)
        await expectFits(page)
      })
    }

    test(`language and appearance stand side by side on a phone @brand-foot-1-${locale}`, async ({ page }) => {
      await page.goto('/login')
      const parts = page.locator('footer > form')
      await expect(parts).toHaveCount(2)
      for (let width = 320; width <= 480; width += 10) {
        await page.setViewportSize({ width, height: 720 })
        const boxes = await parts.evaluateAll((forms) => forms.map((form) => form.getBoundingClientRect()))
        const [language, theme] = boxes.map(({ top, bottom }) => (top + bottom) / 2)
        expect.soft(Math.abs((language ?? 0) - (theme ?? 0)), `at ${width}`).toBeLessThan(4)
      }
    })
  })
}
