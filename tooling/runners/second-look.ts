import type { NotPassed, Outcome, Runner } from './tally.ts'

/** With more failures than this something is broken, and nothing is run again. */
const mostLookedAtAgain = 12
/** Failures that passed alone, in one run. */
const mostUnstable = 3
const daysToMend = 7

/**
 * Runs failed tests once more, alone. A test that passes then counts as passed, and the outcome names it as unstable:
 * such a test fails because of other tests beside it, not because of the change.
 */
export async function lookAgain(
  runner: Runner,
  outcome: Outcome,
): Promise<{ readonly outcome: Outcome; readonly unstable: readonly NotPassed[] }> {
  const failed = (outcome.notPassed ?? []).filter((one) => one.outcome === 'failed')
  // An error without a test, or an end of the runner itself, stays a failure.
  if (runner.again === undefined || failed.length === 0 || failed.length > mostLookedAtAgain) {
    return { outcome, unstable: [] }
  }
  console.log(`\n── Once more, alone: ${failed.length} ──`)
  const again = await runner.again(failed)
  const unstable = failed.filter(({ name }) => passes(name, again))
  const stays = (outcome.notPassed ?? []).filter((one) => !unstable.includes(one))
  const counted = { passed: outcome.passed + unstable.length, failed: outcome.failed - unstable.length }
  return { outcome: { ...outcome, ...counted, notPassed: stays }, unstable }
}

function passes(name: string, { notPassed = [], passedNames = [] }: Outcome): boolean {
  if (notPassed.some((one) => one.name === name)) return false
  // Hooks have no name in the list of passed tests.
  return passedNames.includes(name) || (name.endsWith('(hooks)') && passedNames.length > 0)
}

/** An unstable test, as `tooling/unstable.md` lists it. */
export interface ListedTest {
  readonly name: string
  readonly since: Date
}

/** Returns the rows of the list. */
export function listedTests(markdown: string): readonly ListedTest[] {
  const rows = markdown.matchAll(/^\| (.+?) \| (\d{4}-\d\d-\d\d) \| /gm)
  return [...rows].map(([, name = '', since = '']) => ({ name: name.replaceAll('\\|', '|'), since: new Date(since) }))
}

/** Returns why unstable tests fail a run after all; empty if they do not. */
export function whyUnstableFails(
  unstable: readonly NotPassed[],
  listed: readonly ListedTest[],
  now: Date,
): readonly string[] {
  const old = unstable.filter(({ name }) =>
    listed.some((one) => one.name === name && now.getTime() - one.since.getTime() > daysToMend * 86_400_000),
  )
  return [
    ...(unstable.length > mostUnstable ? [`${unstable.length} tests are unstable, more than ${mostUnstable}.`] : []),
    ...old.map(({ name }) => `${name} has been unstable for more than ${daysToMend} days: mend it.`),
  ]
}

/**
 * Returns the section that names unstable tests, with the row for the list if one has none yet; empty if there are
 * none.
 */
export function unstableLines(
  unstable: readonly NotPassed[],
  listed: readonly ListedTest[],
  now: Date,
): readonly string[] {
  if (unstable.length === 0) return []
  const today = now.toISOString().slice(0, 10)
  const row = ({ name, reason }: NotPassed) =>
    `| ${name.replaceAll('|', '\\|')} | ${today} | ${(reason.split('\n')[0] ?? '').replaceAll('|', '\\|')} |`
  const rows = unstable.filter(({ name }) => !listed.some((one) => one.name === name)).map(row)
  return [
    `unstable: ${unstable.length}`,
    ...unstable.flatMap(({ name, reason }) => [`  ${name}`, ...reason.split('\n').map((line) => `      ${line}`)]),
    ...(rows.length > 0 ? ['For tooling/unstable.md:', ...rows] : []),
  ]
}
