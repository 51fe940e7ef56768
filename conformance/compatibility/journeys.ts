import { kratosJourneys, type KratosJourneys } from '@gatehouse/testing/journeys'
import { table } from './table.ts'

type Played = Exclude<KratosJourneys, { readonly played: 'never' }>

/** Returns the part of docs/reference/compatibility.md about journeys in a browser, in front of a real Ory Kratos. */
export function journeyPart(): readonly string[] {
  const played = kratosJourneys.flatMap((row) => (row.played === 'never' ? [] : [row]))
  const never = kratosJourneys.flatMap((row) => (row.played === 'never' ? [row] : []))
  const reasons = Map.groupBy(never, ({ reason }) => reason)
  const alone = played.flatMap(({ always = [] }) => always.map((id) => `\`@${id}\``))
  return [
    '## Journeys in a browser',
    'The account pages in front of Ory Kratos 1.3.1: Chromium with script, without, by keyboard, mails over SMTP (paths below `e2e/`).',
    table(
      ['played', 'journeys'],
      [
        [
          'with `npm run test:all`',
          pathsOf(played.filter((row) => row.played === 'always')).concat('; of those below: ', alone.join(', ')),
        ],
        ['with `npm run conformance -- journeys`', pathsOf(played.filter((row) => row.played === 'asked'))],
      ],
    ),
    table(
      ['not played', 'reason'],
      [...played.flatMap((row) => exceptionsOf(row)), ...[...reasons].map(([reason, rows]) => [pathsOf(rows), reason])],
    ),
    '`e2e/elements` plays `@ory/elements-react` before the embedded service.',
  ]
}

function exceptionsOf({ except = [] }: Played): readonly (readonly string[])[] {
  return except.map(({ id, reason }) => [`\`@${id}\``, reason])
}

function pathsOf(rows: readonly KratosJourneys[]): string {
  return rows.map(({ path }) => path.replace(/\.spec\.ts$/, '')).join(', ')
}
