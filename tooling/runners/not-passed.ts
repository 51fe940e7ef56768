import { list, text } from './json-report.ts'
import { timesByProject, type FileTime, type NotPassed, type ProjectTime } from './tally.ts'
import { numbers } from './tool.ts'

/** Every test of a report, as `named` makes it; `undefined` leaves one out. */
type Read<T> = (test: unknown, name: string) => T | undefined

const reasonLines = 14
// Colours say nothing in a log.
// oxlint-disable-next-line no-control-regex -- the escape character is what begins a colour
const colours = /\u001B\[[0-9;]*m/g

/** Returns the tests that did not pass, from Playwright's JSON report. */
export function notPassedByPlaywright(report: unknown): readonly NotPassed[] {
  return testsOf(report, (test, name) => {
    const outcome = outcomes[text(test, 'status')]
    if (outcome === undefined) return undefined
    const [reason = ''] = list(test, 'results').flatMap((result) =>
      list(result, 'errors').map((error) => text(error, 'message')),
    )
    return { outcome, name, reason: shortened(reason) }
  })
}

/** Returns the names of the tests that passed according to Playwright's JSON report. */
export function passedByPlaywright(report: unknown): readonly string[] {
  return testsOf(report, (test, name) => (text(test, 'status') === 'expected' ? name : undefined))
}

/** Returns the time of each project's tests, according to Playwright's JSON report. */
export function timesByPlaywright(report: unknown): readonly ProjectTime[] {
  return timesByProject(timedTests(report))
}

/** Returns the time of each file's tests in a project, according to Playwright's JSON report. */
export function fileTimesByPlaywright(report: unknown): readonly FileTime[] {
  return [...Map.groupBy(timedTests(report), ({ file }) => file)].map(([file, tests]) => ({
    file,
    seconds: tests.reduce((sum, { seconds }) => sum + seconds, 0),
  }))
}

function timedTests(report: unknown) {
  return testsOf(report, (test, name) => {
    const durations = list(test, 'results').flatMap((result) => numbers(result, ['duration']) ?? [])
    return {
      project: text(test, 'projectName'),
      file: name.split(' › ', 2).join(' › '),
      seconds: durations.reduce((sum, one) => sum + one, 0) / 1_000,
    }
  })
}

function testsOf<T>(report: unknown, read: Read<T>): readonly T[] {
  return list(report, 'suites').flatMap((suite) => ofSuite(suite, [], read))
}

/**
 * Returns the section that closes a run: every failure with its reason; skipped tests, by name. Empty if all passed.
 */
export function notPassedLines(all: readonly NotPassed[]): readonly string[] {
  const failed = all.filter(({ outcome }) => outcome === 'failed')
  const skipped = all.filter(({ outcome }) => outcome === 'skipped')
  return [
    ...(skipped.length > 0 ? ['Skipped:', ...skipped.map(({ name }) => `  ${name}`)] : []),
    ...(failed.length > 0 ? ['Failed:'] : []),
    ...failed.flatMap(({ name, reason }) => [`  ${name}`, ...reason.split('\n').map((line) => `      ${line}`)]),
  ]
}

const outcomes: Readonly<Record<string, NotPassed['outcome']>> = {
  failed: 'failed',
  pending: 'skipped',
  skipped: 'skipped',
  todo: 'skipped',
  unexpected: 'failed',
}

function ofSuite<T>(suite: unknown, above: readonly string[], read: Read<T>): readonly T[] {
  const names = [...above, text(suite, 'title')]
  const specs = list(suite, 'specs').flatMap((spec) =>
    list(spec, 'tests').flatMap((test) => {
      const name = [`[${text(test, 'projectName')}]`, ...names, text(spec, 'title')].join(' › ')
      return read(test, name) ?? []
    }),
  )
  return [...specs, ...list(suite, 'suites').flatMap((inner) => ofSuite(inner, names, read))]
}

/** Returns the first lines of a reason, without colours and empty lines. */
export function shortened(reason: string): string {
  const lines = reason.replace(colours, '').split('\n')
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, reasonLines)
    .join('\n')
}
