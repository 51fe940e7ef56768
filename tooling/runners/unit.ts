import { notPassedByVitest } from './not-passed.ts'
import { honestTally } from './tally.ts'
import type { Outcome, Runner } from './tally.ts'
import { numbers, runTool, withReport } from './tool.ts'

/** The tests beside the code, and those of the wire. */
export const unit: Runner = {
  title: 'Tests beside the code',
  claims: (path) => !path.startsWith('e2e'),
  async run(paths) {
    const { code, report } = await withReport((file) =>
      runTool('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`, ...paths], {
        show: true,
      }),
    )
    return honestTally(readReport(report), code)
  },
}

function readReport(report: unknown): Outcome | undefined {
  const counts = numbers(report, ['numPassedTests', 'numFailedTests', 'numPendingTests', 'numTodoTests'])
  if (counts === undefined) return undefined
  const [passed = 0, failed = 0, pending = 0, todo = 0] = counts
  return { passed, failed, skipped: pending + todo, notPassed: notPassedByVitest(report) }
}
