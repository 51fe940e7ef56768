import { list, text } from './json-report.ts'
import type { NotPassed } from './not-passed.ts'
import { honestTally } from './tally.ts'
import type { Outcome, Runner } from './tally.ts'
import { numbers, root, runTool, withReport } from './tool.ts'
import { reportFileVariable } from './vitest-reporter.ts'

const reporter = `${root}tooling/runners/vitest-reporter.ts`

/** The tests beside the code, and those of the wire. */
export const unit: Runner = {
  title: 'Tests beside the code',
  claims: (path) => !path.startsWith('e2e'),
  async run(paths) {
    const { code, report } = await withReport((file) =>
      runTool('vitest', ['run', '--reporter=dot', `--reporter=${reporter}`, ...paths], {
        show: true,
        environment: { [reportFileVariable]: file },
      }),
    )
    return honestTally(readReport(report), code)
  },
}

function readReport(report: unknown): Outcome | undefined {
  const counts = numbers(report, ['passed', 'failed', 'skipped'])
  if (counts === undefined) return undefined
  const [passed = 0, failed = 0, skipped = 0] = counts
  const notPassed = list(report, 'notPassed').map((one): NotPassed => ({
    outcome: text(one, 'outcome') === 'failed' ? 'failed' : 'skipped',
    name: text(one, 'name'),
    reason: text(one, 'reason'),
  }))
  return { passed, failed, skipped, notPassed }
}
