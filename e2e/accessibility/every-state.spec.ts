import { test } from '../fixtures.ts'
import { expectAccessible, expectFits } from './looks.ts'
import { states } from './states.ts'

// The Arabic page is the mirrored one.
for (const locale of ['en', 'ar']) {
  test.describe(locale === 'ar' ? 'right to left' : 'left to right', () => {
    test.use({ locale })

    for (const [name, reach] of Object.entries(states)) {
      test(`${name} is accessible and fits`, async ({ visitor, complaints }) => {
        // The page of a service that is away says so in its status, too.
        if (name === 'unreachable') complaints.expect(/status of 503/)
        await reach(visitor)
        await expectAccessible(visitor.page)
        await expectFits(visitor.page)
      })
    }
  })
}
