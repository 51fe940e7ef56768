import { smtpPost } from '../service/post.ts'
import { expect, test } from './fixtures.ts'
import { screenOf } from './screen.ts'

test.describe('published components, one screen for each flow', () => {
  test('sign up with a password, prove the address, and sign in again', async ({ page, site, person }) => {
    const screen = screenOf(page)
    await page.goto('/registration')
    await screen.fill({ 'traits.email': person.email, 'traits.name.first': 'Ada', password: 'short' })
    await screen.button('password').click()
    await expect(page.getByText(/at least 8 characters/)).toBeVisible()

    await screen.fill({ password: person.password })
    await screen.button('password').click()
    await page.waitForURL(/\/verification\?flow=/)
    await screen.fill({ code: await smtpPost(site.mailbox).nextCode(person.email) })
    await screen.button('code').click()
    await expect(screen.field('code')).toHaveCount(0)
    await screen.isSignedIn(person.email)
    await screen.signOut()

    await page.goto('/login')
    await screen.fill({ identifier: person.email, password: 'not-the-password' })
    await screen.button('password').click()
    await expect(page.getByText(/credentials are invalid/)).toBeVisible()
    await screen.fill({ password: person.password })
    await screen.button('password').click()
    await expect(page.getByTestId('who')).toHaveText(person.email)
  })

  test('change the profile and the password in the settings', async ({ page, person }) => {
    const screen = screenOf(page)
    await page.goto('/registration')
    await screen.fill({ 'traits.email': person.email, password: person.password })
    await screen.button('password').click()
    await page.waitForURL(/\/verification\?flow=/)

    await page.goto('/settings')
    await screen.fill({ 'traits.name.last': 'Lovelace' })
    await screen.button('profile').click()
    await expect(page.getByText('Your changes have been saved!')).toBeVisible()
    await page.goto('/settings')
    await expect(screen.field('traits.name.last')).toHaveValue('Lovelace')

    const changed = `${person.password}-changed`
    await screen.fill({ password: changed })
    await screen.button('password').click()
    await expect(page.getByText('Your changes have been saved!')).toBeVisible()
    await screen.signOut()

    await page.goto('/login')
    await screen.fill({ identifier: person.email, password: changed })
    await screen.button('password').click()
    await expect(page.getByTestId('who')).toHaveText(person.email)
  })
})
