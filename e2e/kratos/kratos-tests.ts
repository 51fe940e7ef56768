import { kratosJourneys } from '@gatehouse/testing/kratos-journeys'

/** Which tests a project of Playwright runs: files by glob, without those whose titles match. */
export interface ChosenTests {
  readonly testMatch: string[]
  readonly except: readonly RegExp[]
}

/** The journeys in front of Ory Kratos: those that are always played, or all it can do. */
export function kratosTests(amount: 'always' | 'asked'): ChosenTests {
  const rows = kratosJourneys.flatMap((row) =>
    row.played === 'always' || (row.played === 'asked' && amount === 'asked') ? [row] : [],
  )
  return {
    testMatch: rows.map(({ path }) => `**/e2e/${path}`),
    // Playwright matches against project, file, groups and title, with blanks between.
    except: rows.flatMap(({ path, except = [] }) =>
      except.map(({ title }) => new RegExp(`${literally(path)}.*${literally(title)}`)),
    ),
  }
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
