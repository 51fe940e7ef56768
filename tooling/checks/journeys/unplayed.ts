import { type JourneyPart, type JourneyRow, type Way, wayNames, ways } from './journey.ts'
import type { PlayedTests } from './played-tests.ts'

/** The required rows of the table: methods by flow (`login/password`), and paths of pages. */
export interface Wanted {
  readonly methods: readonly string[]
  readonly pages: readonly string[]
}

const document = 'docs/reference/journeys.md'

/**
 * Finds cells without a journey and without a reason, tests that are not there or not played in a way, and methods and
 * pages that no row names.
 */
export function unplayedJourneys(
  parts: readonly JourneyPart[],
  played: PlayedTests,
  wanted: Wanted,
): readonly string[] {
  const rows = parts.flatMap((part) => part.rows)
  const methods = new Set(rows.flatMap(({ wire }) => (wire ? [wire.join('/')] : [])))
  const pages = new Set(parts.flatMap((part) => part.pages))
  return [
    ...parts.flatMap((part) =>
      part.rows.flatMap((row) =>
        problemsOf(row, played).map((problem) => `${document}: ${part.title}, ${row.method}: ${problem}`),
      ),
    ),
    ...wanted.methods.filter((one) => !methods.has(one)).map((one) => `${document}: no row is about ${one}`),
    ...[...methods].filter((one) => !wanted.methods.includes(one)).map((one) => `${document}: there is no ${one}`),
    ...wanted.pages.filter((one) => !pages.has(one)).map((one) => `${document}: no part visits the page "${one}"`),
    ...[...pages].filter((one) => !wanted.pages.includes(one)).map((one) => `${document}: there is no page "${one}"`),
  ]
}

function problemsOf({ tests, without = {} }: JourneyRow, played: PlayedTests): readonly string[] {
  const waysOf = (id: string) => played.get(id)
  const all = [...tests, ...wayNames.flatMap((way) => without[way]?.said ?? [])]
  const missing = all.filter((id) => !played.has(id))
  return [
    ...missing.map((id) => `no test of e2e has the id @${id}`),
    ...wayNames.flatMap((way) => problemIn(way, tests.map(waysOf), without[way], waysOf)),
  ]
}

function problemIn(
  way: Way,
  playedIn: readonly (ReadonlySet<Way> | undefined)[],
  gap: NonNullable<JourneyRow['without']>[Way],
  waysOf: (id: string) => ReadonlySet<Way> | undefined,
): readonly string[] {
  const { title } = ways[way]
  const isPlayed = playedIn.some((one) => one?.has(way))
  const saidWays = gap?.said && waysOf(gap.said)
  return [
    ...(!isPlayed && gap === undefined ? [`no journey ${title}, and no reason`] : []),
    ...(isPlayed && gap !== undefined ? [`has a journey ${title}, and a reason for having none`] : []),
    ...(saidWays && !saidWays.has(way)
      ? [`what the page says ${title} is proved by a test that is not played so`]
      : []),
  ]
}
