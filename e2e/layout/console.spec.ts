import { createSharding } from '@gatehouse/testing/shard'
import { newPerson } from '../service/people.ts'
import { register, session } from '../console/accounts.ts'
import { groups, inhabitOnce, pathsOf } from '../console/every-page.ts'
import { test } from '../console/fixtures.ts'
import { expectStill } from './shift.ts'

const ofShard = createSharding()

const screens = [
  { name: 'wide, light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'narrow, dark', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
] as const

/** Most pages come in ten pieces: fewer than on a slow line, and enough to see shifts. */
const inFewPieces = 4_096

/** Names as different in length as people's are. */
const names = ['al', 'grace.hopper', 'somebody-with-a-rather-long-name-that-does-not-end', 'bo', 'ada']

for (const { name, ...screen } of screens) {
  test.describe(`on a ${name} screen`, () => {
    test.use(screen)

    for (const group of ofShard(groups)) {
      test(`nothing moves while pages of the console come in pieces: ${group}`, async ({
        consolePage,
        gateway,
        control,
        newProject,
        complaints,
      }) => {
        test.setTimeout(180_000)
        // The browser complains of the scripts that the harness itself puts into every frame; pages there have no
        // script.
        complaints.expect(/Blocked script execution in/)
        const inhabitants = await inhabitOnce(gateway, control, newProject)
        if (group === 'outside') await consolePage.context().clearCookies({ name: 'gatehouse_operator' })
        await expectStill(consolePage, gateway.consoleOrigin, pathsOf(group, inhabitants, 'one of each'), inFewPieces)
      })
    }

    test('nothing moves while long lists of the console come in pieces', async ({ consolePage, home }) => {
      for (const person of names.map((local) => newPerson(local))) {
        await register(home.origin, person)
        await session(home.origin, person)
      }
      const { origin, pathname } = new URL(home.root)
      const lists = ['/people', '/sessions', '/events', '/audit']
      await expectStill(
        consolePage,
        origin,
        lists.map((list) => pathname + list),
      )
    })
  })
}
