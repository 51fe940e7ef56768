import { createAccount } from '../service/account.ts'
import { test } from '../fixtures.ts'
import { expectStill } from './shift.ts'

const screens = [
  { name: 'wide', width: 1280, height: 800 },
  { name: 'narrow', width: 360, height: 740 },
] as const

/** TABLE: pages of somebody who is not signed in. */
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

/** TABLE: pages of somebody who is. */
const inside = ['/', '/settings', '/sessions', '/activity', '/settings/data']

for (const { name, ...viewport } of screens) {
  test.describe(`on a ${name} screen`, () => {
    test.use({ viewport })

    test('nothing moves while a page before the sign-in comes in pieces', async ({ visitor, complaints }) => {
      // /device without an OAuth2 server.
      complaints.expect(/501/)
      await expectStill(visitor.page, visitor.origin, before)
    })

    test('nothing moves while a page of an account comes in pieces', async ({ visitor, person }) => {
      await createAccount(visitor.page.request, visitor.origin, person)
      await expectStill(visitor.page, visitor.origin, inside)
    })
  })
}
