import { laterJourneys, laterTests } from '../lanes.ts'

/** Returns the list of CONTRIBUTING.md: the proofs of `npm run test:all` alone. `../lanes.ts` has the reasons. */
export function renderLaterTests(): string {
  const items = [...laterTests, ...laterJourneys].map(({ what }) => `- ${what}`)
  return ['Only `npm run test:all` has:', '', ...items, ''].join('\n')
}
