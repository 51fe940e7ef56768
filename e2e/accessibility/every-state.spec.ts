import { createSharding } from '@gatehouse/testing/shard'
import { test } from '../fixtures.ts'
import { expectAccessible, expectFitsMirrored } from './looks.ts'
import { states, statesOfSetups } from './states.ts'

const ofShard = createSharding()

for (const [name, reach] of ofShard(Object.entries(states))) {
  test(`${name} is accessible and fits`, async ({ visitor, complaints }) => {
    // The page of a service that is away says so in its status, too.
    if (name === 'unreachable') complaints.expect(/status of 503/)
    await reach(visitor)
    await expectAccessible(visitor.page)
    await expectFitsMirrored(visitor.page)
  })
}

for (const [setup, its] of statesOfSetups) {
  test.describe(() => {
    test.use({ setup })
    for (const [name, reach] of ofShard(Object.entries(its))) {
      test(`${name} is accessible and fits`, async ({ visitor, complaints }) => {
        if (name === 'old-browser') complaints.expect(/ERR_FAILED .*\/assets\//)
        if (name === 'switched-off') complaints.expect(/status of 400/)
        await reach(visitor)
        await expectAccessible(visitor.page)
        await expectFitsMirrored(visitor.page)
      })
    }
  })
}
