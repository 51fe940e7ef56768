import { expectAccessible, expectFits } from '../accessibility/looks.ts'
import { test } from './fixtures.ts'
import { applicationStates } from './states.ts'

// The Arabic page is the mirrored one.
for (const locale of ['en', 'ar']) {
  test.describe(locale === 'ar' ? 'right to left' : 'left to right', () => {
    test.use({ locale })

    for (const [name, reach] of Object.entries(applicationStates)) {
      test(`${name} is accessible and fits`, async ({ visitor, notebook }) => {
        await reach(visitor, notebook)
        await expectAccessible(visitor.page)
        await expectFits(visitor.page)
      })
    }
  })
}
