import { list, text } from './json-report.ts'

/** A test that did not pass: its name, and the first lines of why. */
export interface NotPassed {
  readonly outcome: 'failed' | 'skipped'
  readonly name: string
  readonly reason: string
}

const reasonLines = 14
// Colours say nothing in a log.
// oxlint-disable-next-line no-control-regex -- the escape character is what begins a colour
const colours = /\u001B\[[0-9;]*m/g

/** What did not pass according to Playwright's JSON report. */
export function notPassedByPlaywright(report: unknown): readonly NotPassed[] {
  return list(report, 'suites').flatMap((suite) => ofSuite(suite, []))
}

/** The section that closes a run: every failure with its reason; what was skipped, by name. Empty where all passed. */
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

function ofSuite(suite: unknown, above: readonly string[]): readonly NotPassed[] {
  const names = [...above, text(suite, 'title')]
  const specs = list(suite, 'specs').flatMap((spec) =>
    list(spec, 'tests').flatMap((one): NotPassed[] => {
      const outcome = outcomes[text(one, 'status')]
      if (outcome === undefined) return []
      const name = [`[${text(one, 'projectName')}]`, ...names, text(spec, 'title')].join(' › ')
      const [reason = ''] = list(one, 'results').flatMap((result) =>
        list(result, 'errors').map((error) => text(error, 'message')),
      )
      return [{ outcome, name, reason: shortened(reason) }]
    }),
  )
  return [...specs, ...list(suite, 'suites').flatMap((inner) => ofSuite(inner, names))]
}

/** The first lines of a reason, without colours and empty lines. */
export function shortened(reason: string): string {
  const lines = reason.replace(colours, '').split('\n')
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, reasonLines)
    .join('\n')
}
