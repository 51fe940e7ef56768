import { expect, test } from '../fixtures.ts'
import { accountFrame } from '../pages/account-frame.ts'
import { loginPage } from '../pages/login-page.ts'
import { registrationPage } from '../pages/registration-page.ts'
import { settingsPage } from '../pages/settings-page.ts'
import { createAccountWithPasskey } from '../passkey/account-with-passkey.ts'
import { expectStill } from './shift.ts'

const screens = [
  { name: 'wide, light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'narrow, dark', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
] as const

/** TABLE: pages for visitors who are not signed in. */
const before = [
  '/login',
  '/login?aal=aal2',
  '/registration',
  '/recovery',
  '/verification',
  '/logout',
  '/goodbye',
  '/device',
  '/error?id=gone',
  '/no/such/page',
]

/** TABLE: pages for signed-in people. */
const inside = [
  '/',
  '/settings',
  '/settings?list=profile',
  '/settings?section=profile',
  '/settings?section=password',
  '/settings?section=passkey',
  '/settings?section=totp',
  '/settings?section=lookup_secret',
  '/sessions',
  '/activity',
  '/activity/not-me',
  '/settings/data',
]

for (const { name, ...screen } of screens) {
  test.describe(`on a ${name} screen`, () => {
    test.use(screen)

    test('nothing moves while a page before the sign-in comes in pieces', async ({ visitor, complaints }) => {
      // /device without an OAuth2 server.
      complaints.expect(/501/)
      await expectStill(visitor.page, visitor.origin, before)
    })

    test('nothing moves while a page of an account comes in pieces', async ({ visitor, person }) => {
      const { page, origin } = visitor
      await createAccountWithPasskey(visitor, person)
      await settingsPage(visitor).open('passkey')
      const question = (await page.locator('a[data-testid^="remove/"]').getAttribute('href')) ?? ''
      await expectStill(page, origin, [...inside, question])
      await expect(page.getByRole('dialog'), 'the question of the last page').toBeVisible()
    })

    test('nothing moves while the pages after a sign-up and after a sign-out come in pieces', async ({
      visitor,
      person,
    }) => {
      const { page, origin } = visitor
      const registration = registrationPage(visitor)
      await registration.open()
      await registration.signUp(person)
      await expect(page).toHaveURL(/\/verification\?flow=/)
      const { pathname, search } = new URL(page.url())
      await expectStill(page, origin, [pathname + search])
      await expect(registration.field('code'), 'the code that was sent').toBeVisible()
      await page.goto('/')
      await accountFrame(visitor).signOut()
      await expectStill(page, origin, ['/login'])
      await expect(loginPage(visitor).knownAccounts, 'who was here').toHaveCount(1)
    })
  })
}
