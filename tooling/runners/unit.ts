import { relative } from 'node:path'
import { honestTally } from './tally.ts'
import type { Outcome, Runner } from './tally.ts'
import { root, runTool, withReport } from './tool.ts'
import { reportFileVariable } from './vitest-reporter.ts'

const reporter = `${root}tooling/runners/vitest-reporter.ts`

/** The tests beside the code, and those of the wire. */
export const unit: Runner = {
  title: 'Tests beside the code',
  claims: (path) => !path.startsWith('e2e'),
  run: ({ paths, since }) =>
    runVitest([...(since === undefined ? [] : [`--changed=${since}`, '--passWithNoTests']), ...paths]),
  // Whole files: a test may rest on what those before it have left.
  again(failed) {
    const from = failed.flatMap((one) => one.from ?? [])
    const projects = new Set(from.map(({ project }) => project))
    const files = new Set(from.map(({ file }) => relative(root, file)))
    const alone = ['--no-file-parallelism', ...[...projects].map((project) => `--project=${project}`)]
    return runVitest([...alone, ...files])
  },
}

async function runVitest(args: readonly string[]): Promise<Outcome> {
  const { code, report } = await withReport((file) =>
    runTool('vitest', ['run', '--reporter=dot', `--reporter=${reporter}`, ...args], {
      show: true,
      environment: { [reportFileVariable]: file },
    }),
  )
  if (args.includes('--passWithNoTests') && code === 0 && report === undefined)
    return { passed: 0, failed: 0, skipped: 0 }
  // Written by the reporter above, of this very process.
  return honestTally(report as Outcome | undefined, code)
}
