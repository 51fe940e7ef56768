import { matchesGlob, relative } from 'node:path'
import { honestTally, type Outcome, type Runner } from './tally.ts'
import { root, runTool, withReport } from './tool.ts'
import { reportFileVariable } from './vitest-reporter.ts'

const reporter = `${root}tooling/runners/vitest-reporter.ts`

/** The tests beside the code, and those of the wire. */
export const unit: Runner = {
  title: 'Tests beside the code',
  claims: (path) => !path.startsWith('e2e'),
  async run(selection) {
    if (selection.since === undefined) return runVitest(selection.paths)
    const options = selection.paths.filter((path) => path.startsWith('-'))
    const touched = await touchedFiles(
      selection.since,
      selection.paths.filter((path) => !options.includes(path)),
    )
    return touched.length === 0 ? { passed: 0, failed: 0, skipped: 0 } : runVitest([...options, ...touched])
  },
  // Whole files: a test may rest on the state that the tests before it have left.
  again(failed) {
    const from = failed.flatMap((one) => one.from ?? [])
    const projects = new Set(from.map(({ project }) => project))
    const files = new Set(from.map(({ file }) => relative(root, file)))
    // An error that belongs to no test names no file, and no file would mean all of them.
    if (files.size === 0) return Promise.resolve({ passed: 0, failed: 0, skipped: 0 })
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
  // Written by the reporter above, of this very process.
  return honestTally(report as Outcome | undefined, code)
}

/** TABLE: tests that ask built pages, to whose sources no import leads. */
const testsOfPages = [
  { sources: ['apps/account/app/**'], tests: ['apps/account'] },
  { sources: ['apps/console/app/**'], tests: ['apps/console', 'apps/gateway/src/console'] },
  {
    sources: ['packages/{design,flow-form}/src/**', 'locales/**'],
    tests: ['apps/account', 'apps/console', 'apps/gateway/src/console'],
  },
] as const

/**
 * Returns the files of tests, and folders of them, that a change since a commit concerns, of all or of those of
 * `paths`.
 */
async function touchedFiles(since: string, paths: readonly string[]): Promise<readonly string[]> {
  const [imported, changed] = await Promise.all([
    runTool('vitest', ['list', '--filesOnly', '--json', `--changed=${since}`, ...paths]),
    runTool('/usr/bin/env', ['git', 'diff', '--name-only', since]),
  ])
  if (imported.code !== 0) throw new Error(`Tests that the change touches cannot be listed:\n${imported.output}`)
  const importing: readonly { readonly file: string }[] = JSON.parse(imported.output)
  const files = changed.output.split('\n')
  const pages = testsOfPages.filter(({ sources }) =>
    sources.some((glob) => files.some((file) => matchesGlob(file, glob))),
  )
  const asking = paths.length > 0 ? [] : pages.flatMap(({ tests }) => tests)
  return [...new Set([...importing.map(({ file }) => relative(root, file)), ...asking])]
}
