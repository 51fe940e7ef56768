import { newPerson } from '../service/people.ts'
import { register, session } from '../console/accounts.ts'
import { test } from '../console/fixtures.ts'
import { expectStill } from './shift.ts'

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
      await expectStill(page, gateway.consoleOrigin, ['/sign-in', '/no/such/page'])
    })

    test('nothing moves while lists of the console come in pieces', async ({ consolePage, home }) => {
      for (const person of names.map((local) => newPerson(local))) {
        await register(home.origin, person)
        await session(home.origin, person)
      }
      const { origin, pathname } = new URL(home.root)
      const lists = ['', '/people', '/sessions', '/events', '/messages', '/audit']
      await expectStill(
        consolePage,
        origin,
        lists.map((list) => pathname + list),
      )
    })
  })
}
