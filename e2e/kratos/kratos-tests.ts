import { kratosJourneys, type KratosJourneys } from '@gatehouse/testing/journeys'

/**
 * The tests that a project of Playwright runs: files by glob, of these the ones that match `only` and nothing of
 * `except`.
 */
export interface ChosenTests {
  readonly testMatch: string[]
  readonly only: RegExp[]
  readonly except: readonly RegExp[]
}

/** Returns the journeys in front of Ory Kratos: those that are always played, or all it can do. */
export function kratosTests(amount: 'always' | 'asked'): ChosenTests {
  const rows = kratosJourneys.flatMap((row) =>
    row.played === 'never' ? [] : [{ ...row, parts: partsOf(row, amount) }],
  )
  const chosen = rows.filter(({ parts }) => parts.length > 0)
  return {
    testMatch: chosen.map(({ path }) => `**/e2e/${path}`),
    only: chosen.flatMap(({ path, parts }) => parts.map((part) => matching(path, part))),
    except: chosen.flatMap(({ path, except = [] }) => except.map(({ id }) => matching(path, withId(id)))),
  }
}

/** Returns the tests of a row, as expressions; an empty one is all of them. */
function partsOf(row: KratosJourneys, amount: 'always' | 'asked'): readonly string[] {
  if (row.played === 'never') return []
  return amount === 'asked' || row.played === 'always'
    ? ['']
    : (row.always ?? []).map((id) => `with script .*${withId(id)}`)
}

function withId(id: string): string {
  return `@${id}(?!\\d)`
}

/** Returns a pattern for Playwright, which matches project, file, groups and title, with blanks between. */
function matching(path: string, part: string): RegExp {
  return new RegExp(`${path.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}.*${part}`)
}
