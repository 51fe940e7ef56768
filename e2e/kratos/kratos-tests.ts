import { kratosJourneys, type KratosJourneys } from '@gatehouse/testing/kratos-journeys'

/** Which tests a project of Playwright runs: files by glob, of these what matches `only` and nothing of `except`. */
export interface ChosenTests {
  readonly testMatch: string[]
  readonly only: RegExp[]
  readonly except: readonly RegExp[]
}

/** The journeys in front of Ory Kratos: those that are always played, or all it can do. */
export function kratosTests(amount: 'always' | 'asked'): ChosenTests {
  const rows = kratosJourneys.flatMap((row) =>
    row.played === 'never' ? [] : [{ ...row, titles: titlesOf(row, amount) }],
  )
  const chosen = rows.filter(({ titles }) => titles.length > 0)
  return {
    testMatch: chosen.map(({ path }) => `**/e2e/${path}`),
    only: chosen.flatMap(({ path, titles }) => titles.map((title) => matching(path, title))),
    except: chosen.flatMap(({ path, except = [] }) => except.map(({ title }) => matching(path, title))),
  }
}

/** Which tests of a row; an empty title is all of them. */
function titlesOf(row: KratosJourneys, amount: 'always' | 'asked'): readonly string[] {
  if (row.played === 'never') return []
  return amount === 'asked' || row.played === 'always'
    ? ['']
    : (row.always ?? []).map((title) => `with script ${title}`)
}

/** Playwright matches against project, file, groups and title, with blanks between. */
function matching(path: string, title: string): RegExp {
  return new RegExp(`${literally(path)}.*${literally(title)}`)
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
