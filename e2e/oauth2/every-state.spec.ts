import { expectAccessible, expectFitsMirrored } from '../accessibility/looks.ts'
import { test } from './fixtures.ts'
import { applicationStates } from './states.ts'

for (const [name, reach] of Object.entries(applicationStates)) {
  test(`${name} is accessible and fits`, async ({ visitor, notebook }) => {
    await reach(visitor, notebook)
    await expectAccessible(visitor.page)
    await expectFitsMirrored(visitor.page)
  })
}
