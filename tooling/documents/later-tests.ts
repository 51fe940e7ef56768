import { laterJourneys, laterTests } from '../lanes.ts'

/**
 * Returns the rows of CONTRIBUTING.md: the proofs of `npm run test:all` alone, and why a change goes in without them.
 */
export function renderLaterTests(): string {
  const rows = [...laterTests, ...laterJourneys].map(({ what, why }) => `| ${what} | ${why} |`)
  return ['| only in `npm run test:all` | why `npm test` goes without it |', '|---|---|', ...rows, ''].join('\n')
}
