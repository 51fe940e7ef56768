import { createAccount } from '../service/account.ts'
import { expect, test } from '../fixtures.ts'
import { inPieces } from './in-pieces.ts'
import { noteShifts, shiftOf } from './shift.ts'

/** What people do not notice. Good is below 0.1 by the field's measure. */
const unnoticed = 0.02

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
      await using line = await inPieces(visitor.origin)
      await noteShifts(visitor.page)
      for (const path of before) {
        const { score, moved } = await shiftOf(visitor.page, line.origin + path)
        expect.soft(score, `${path}: ${moved.join(', ')}`).toBeLessThanOrEqual(unnoticed)
      }
    })

    test('nothing moves while a page of an account comes in pieces', async ({ visitor, person }) => {
      await createAccount(visitor.page.request, visitor.origin, person)
      await using line = await inPieces(visitor.origin)
      await noteShifts(visitor.page)
      for (const path of inside) {
        const { score, moved } = await shiftOf(visitor.page, line.origin + path)
        expect.soft(score, `${path}: ${moved.join(', ')}`).toBeLessThanOrEqual(unnoticed)
      }
    })
  })
}
