import type { NotPassed } from './not-passed.ts'

/** How many tests a runner saw, by outcome. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** What a runner answers: the numbers, and by name what did not pass. */
export interface Outcome extends Tally {
  readonly notPassed?: readonly NotPassed[]
}

/** A runner: its title, and the run over the given paths (all where there are none). */
export interface Runner {
  readonly title: string
  /** Which of the paths a person asked for belong to this runner. */
  claims(path: string): boolean
  run(paths: readonly string[]): Promise<Outcome>
}

/** Sums the tallies of several runners. */
export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}

/** The closing line: `N passed, N failed`, with `, N skipped` only where there are any. */
export function closingLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * A tally that cannot hide a failure: a runner that ended badly, or that ran nothing at all, counts as one failed test
 * even where its report says that all is well.
 */
export function honestTally<T extends Tally>(reported: T | undefined, exitCode: number): T | Tally {
  const tally = reported ?? { passed: 0, failed: 0, skipped: 0 }
  const ranNothing = tally.passed + tally.failed + tally.skipped === 0
  if (tally.failed === 0 && (exitCode !== 0 || ranNothing)) return { ...tally, failed: 1 }
  return tally
}
