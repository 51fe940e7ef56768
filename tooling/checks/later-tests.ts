import { laterJourneys, laterTests } from '../lanes.ts'

/** The rows of CONTRIBUTING.md: what only `npm run test:all` proves, and why a change goes in without it. */
export function renderLaterTests(): string {
  const rows = [...laterTests, ...laterJourneys].map(({ what, why }) => `| ${what} | ${why} |`)
  return ['| only in `npm run test:all` | why `npm test` goes without it |', '|---|---|', ...rows, ''].join('\n')
}
