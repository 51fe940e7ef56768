import { smtpPost } from '../service/post.ts'
import { expect, test } from './fixtures.ts'
import { screenOf } from './screen.ts'

test.use({ screens: 'two' })

test.describe('published components, two screens for each flow', () => {
  test('sign up and in with codes by mail', async ({ page, site, person }) => {
    const screen = screenOf(page)
    const post = smtpPost(site.mailbox)
    await page.goto('/registration')
    await screen.fill({ 'traits.email': person.email })
    await screen.button('profile').click()
    await screen.way('code').click()
    await screen.fill({ code: await post.nextCode(person.email) })
    await screen.button('code').click()
    await expect(page.getByTestId('who')).toHaveText(person.email)
    await screen.signOut()

    await page.goto('/login')
    await screen.fill({ identifier: person.email })
    await screen.button('identifier_first').click()
    await screen.fill({ code: '000000' })
    await screen.button('code').click()
    await expect(page.getByText(/code is invalid/)).toBeVisible()
    await screen.fill({ code: await post.nextCode(person.email) })
    await screen.button('code').click()
    await expect(page.getByTestId('who')).toHaveText(person.email)
  })

  test('sign up with a password, after a look back', async ({ page, person }) => {
    const screen = screenOf(page)
    await page.goto('/registration')
    await screen.fill({ 'traits.email': `typo-${person.email}`, 'traits.name.first': 'Ada' })
    await screen.button('profile').click()
    await page.getByTestId('ory/screen/registration/action/restart').click()
    await expect(screen.field('traits.name.first')).toHaveValue('Ada')
    await screen.fill({ 'traits.email': person.email })
    await screen.button('profile').click()
    await screen.way('password').click()
    await screen.fill({ password: person.password })
    await screen.button('password').click()
    await page.waitForURL(/\/verification\?flow=/)
    await screen.isSignedIn(person.email)
    await screen.signOut()

    await page.goto('/login')
    await screen.fill({ identifier: person.email })
    await screen.button('identifier_first').click()
    await screen.way('password').click()
    await screen.fill({ password: person.password })
    await screen.button('password').click()
    await expect(page.getByTestId('who')).toHaveText(person.email)
  })
})
