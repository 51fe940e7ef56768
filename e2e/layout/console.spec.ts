import { newPerson } from '../service/people.ts'
import { register, session } from '../console/accounts.ts'
import { expect, test } from '../console/fixtures.ts'
import { inPieces } from './in-pieces.ts'
import { noteShifts, shiftOf } from './shift.ts'

/** What people do not notice. */
const unnoticed = 0.02

const screens = [
  { name: 'wide', width: 1280, height: 800 },
  { name: 'narrow', width: 360, height: 740 },
] as const

/** Names as different in length as people's are. */
const names = ['al', 'grace.hopper', 'somebody-with-a-rather-long-name-that-does-not-end', 'bo', 'ada']

for (const { name, ...viewport } of screens) {
  test.describe(`on a ${name} screen`, () => {
    test.use({ viewport })

    test('nothing moves while the sign-in of the console comes in pieces', async ({ page, gateway }) => {
      await using line = await inPieces(gateway.consoleOrigin)
      await noteShifts(page)
      for (const path of ['/sign-in', '/no/such/page']) {
        const { score, moved } = await shiftOf(page, line.origin + path)
        expect.soft(score, `${path}: ${moved.join(', ')}`).toBeLessThanOrEqual(unnoticed)
      }
    })

    test('nothing moves while lists of the console come in pieces', async ({ desk, home }) => {
      for (const person of names.map((local) => newPerson(local))) {
        await register(home.origin, person)
        await session(home.origin, person)
      }
      const root = new URL(home.root)
      await using line = await inPieces(root.origin)
      await noteShifts(desk)
      for (const path of ['', '/people', '/sessions', '/events', '/messages', '/audit']) {
        const { score, moved } = await shiftOf(desk, line.origin + root.pathname + path)
        expect.soft(score, `${path}: ${moved.join(', ')}`).toBeLessThanOrEqual(unnoticed)
      }
    })
  })
}
