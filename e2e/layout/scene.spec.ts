import { expect, test } from '../fixtures.ts'
import { loginPage } from '../pages/login-page.ts'
import { withAndWithoutScript } from '../ways.ts'

test.use({ viewport: { width: 1280, height: 800 } })

withAndWithoutScript(() => {
  test('the gate of the picture is open, and its grating is down where something was refused or is not there @scene-1', async ({
    visitor,
    complaints,
  }) => {
    const { page } = visitor
    complaints.expect(/status of (?:400|404)/)
    const grating = () =>
      page.locator('[data-part=scene]').evaluate((scene) => {
        const { content, maskImage } = getComputedStyle(scene, '::after')
        return content === 'none' ? 'up' : maskImage === 'none' ? 'a wall' : 'down'
      })
    const login = loginPage(visitor)
    await login.open()
    expect(await grating()).toBe('up')
    await login.signIn('somebody@example.org', 'not-the-password')
    await expect(login.summary).toBeVisible()
    expect(await grating()).toBe('down')
    await page.goto('/no/such/page')
    expect(await grating()).toBe('down')
    await page.goto('/goodbye')
    expect(await grating()).toBe('up')
  })
})
