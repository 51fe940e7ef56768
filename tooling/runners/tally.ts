/** How many tests a runner saw, by outcome. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** A test that did not pass: its name, and the first lines of why. */
export interface NotPassed {
  readonly outcome: 'failed' | 'skipped'
  readonly name: string
  readonly reason: string
  /** The project and file to run again; absent for an error that belongs to no test. */
  readonly from?: { readonly project: string; readonly file: string }
}

/** The tests of one project of a runner, and the seconds that they took in sum. */
export interface ProjectTime {
  readonly project: string
  readonly tests: number
  readonly seconds: number
}

/** The result of a runner: the numbers, the failures by name, and the time by project. */
export interface Outcome extends Tally {
  readonly notPassed?: readonly NotPassed[]
  /** The names of those that passed; the second run is looked up here. */
  readonly passedNames?: readonly string[]
  readonly times?: readonly ProjectTime[]
}

/** The tests of a run: those of `paths` (all if there are none), and of them those that a change touches. */
export interface Selection {
  readonly paths: readonly string[]
  /** A commit; tests that nothing since concerns are left out. */
  readonly since?: string
}

/** A runner of tests. */
export interface Runner {
  readonly title: string
  /** Which of the paths a person asked for belong to this runner. */
  claims(path: string): boolean
  run(selection: Selection): Promise<Outcome>
  /** Runs tests that have failed once more, with nothing beside them. */
  again?(failed: readonly NotPassed[]): Promise<Outcome>
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

/** Returns the closing line: `N passed, N failed`, with `, N skipped` only if there are any. */
export function closingLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * Returns a tally that cannot hide a failure: a runner that ended badly, or that ran nothing at all, counts as one
 * failed test even if its report says that all is well. `mayBeEmpty`: the run was of the tests that a change touches,
 * which may be none.
 */
export function honestTally<T extends Tally>(
  reported: T | undefined,
  exitCode: number,
  { mayBeEmpty = false } = {},
): T | Tally {
  const tally = reported ?? { passed: 0, failed: 0, skipped: 0 }
  const ranNothing = tally.passed + tally.failed + tally.skipped === 0
  if (tally.failed === 0 && (exitCode !== 0 || (ranNothing && !mayBeEmpty))) return { ...tally, failed: 1 }
  return tally
}

/** Sums the seconds of tests by their project. */
export function timesByProject(
  tests: readonly { readonly project: string; readonly seconds: number }[],
): readonly ProjectTime[] {
  return [...Map.groupBy(tests, ({ project }) => project)].map(([project, own]) => ({
    project,
    tests: own.length,
    seconds: own.reduce((sum, { seconds }) => sum + seconds, 0),
  }))
}

/** Returns a line for each project: its tests, and their seconds in sum. */
export function timeLines(times: readonly ProjectTime[]): readonly string[] {
  return times.map(
    ({ project, tests, seconds }) => `${String(Math.round(seconds)).padStart(6)} s  ${project}: ${tests}`,
  )
}

/** The time of one file of tests. */
export interface FileTime {
  readonly file: string
  readonly seconds: number
}

const slowSeconds = 15
const slowFiles = 25

/** Returns a line for each of the files that took the longest; none for a short run. */
export function slowestLines(files: readonly FileTime[]): readonly string[] {
  return files
    .filter(({ seconds }) => seconds >= slowSeconds)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, slowFiles)
    .map(({ file, seconds }) => `${String(Math.round(seconds)).padStart(6)} s  ${file}`)
}
