import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { checks } from './runners/checks.ts'
import { landedCommit } from './runners/landed-commit.ts'
import { journeys } from './runners/journeys.ts'
import { notPassedLines } from './runners/not-passed.ts'
import { openRunFolder } from './runners/run-folder.ts'
import { listedTests, lookAgain, unstableLines, whyUnstableFails } from './runners/second-look.ts'
import {
  closingLine,
  sum,
  timeLines,
  type NotPassed,
  type Outcome,
  type Runner,
  type Selection,
} from './runners/tally.ts'
import { root } from './runners/tool.ts'
import { unit } from './runners/unit.ts'
import { laneVariable, type Lane } from './lanes.ts'

// `npm test` runs the tests that decide whether a change is right; `npm run test:all` all tests; `-- --rest` the others
// of those; `npm test -- --changed` the tests that a change touches; `npm test -- packages/client e2e/login` the tests
// of those paths, of every lane.
const { values, positionals: paths } = parseArgs({
  options: {
    'without-pages': { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    rest: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    since: { type: 'string' },
  },
  allowPositionals: true,
})

/** Joins several runs into one sum: a file with the counts of the runs before. */
const tallyFile = process.env['GATEHOUSE_TALLY']
interface Counted {
  readonly tallies: readonly Outcome[]
  readonly unstable: readonly NotPassed[]
}

// Tests run on the deployed bundle; `GATEHOUSE_TESTED=sources` tests the sources as they are.
if (!values['without-pages'] && existsSync(new URL('../dist/main.js', import.meta.url))) {
  process.env['GATEHOUSE_TESTED'] ??= 'bundle'
}
openRunFolder()
const counted = await runLanes()
await close(counted)

async function runLanes(): Promise<Counted> {
  if (values.changed || values.since !== undefined) {
    const since = values.since ?? (await landedCommit())
    console.log(`What has changed since ${since}:`)
    return runLane('landing', [checks, unit, journeys], { paths, since })
  }
  if (paths.length > 0) {
    const runners = [unit, journeys].filter((runner) => paths.some((path) => runner.claims(path)))
    return runLane(undefined, runners, { paths })
  }
  if (values.rest) return runLane('rest', [unit, journeys], { paths })
  const landing = await runLane('landing', [checks, unit, journeys], { paths })
  if (!values.all || sum(landing.tallies).failed > 0) return landing
  const rest = await runLane('rest', [unit, journeys], { paths })
  return { tallies: [...landing.tallies, ...rest.tallies], unstable: [...landing.unstable, ...rest.unstable] }
}

async function runLane(lane: Lane | undefined, runners: readonly Runner[], selection: Selection): Promise<Counted> {
  if (lane === undefined) delete process.env[laneVariable]
  else process.env[laneVariable] = lane
  const ran: { readonly runner: Runner; readonly outcome: Outcome }[] = []
  for (const runner of runners) {
    console.log(`\n── ${runner.title} ──`)
    const claimed = selection.paths.filter((path) => runner.claims(path))
    const outcome = await runner.run({ ...selection, paths: claimed })
    console.log([...timeLines(outcome.times ?? []), closingLine(outcome)].join('\n'))
    ran.push({ runner, outcome })
  }
  const looked = []
  for (const { runner, outcome } of ran) looked.push(await lookAgain(runner, outcome))
  return { tallies: looked.map(({ outcome }) => outcome), unstable: looked.flatMap(({ unstable }) => unstable) }
}

/** Reports the failures and the sum; both once more at the end, where a long log is read. */
async function close({ tallies: own, unstable: ownUnstable }: Counted): Promise<void> {
  const before: Counted =
    tallyFile !== undefined && existsSync(tallyFile)
      ? JSON.parse(readFileSync(tallyFile, 'utf8') || '{"tallies":[],"unstable":[]}')
      : { tallies: [], unstable: [] }
  // That the pages cannot be built has been said already; it must not be lost in the sum.
  const unbuilt: readonly Outcome[] = values['without-pages'] ? [{ passed: 0, failed: 1, skipped: 0 }] : []
  const tallies = [...before.tallies, ...unbuilt, ...own]
  const unstable = [...before.unstable, ...ownUnstable]
  const listed = listedTests(readFileSync(`${root}tooling/unstable.md`, 'utf8'))
  const now = new Date()
  const reasons = whyUnstableFails(unstable, listed, now)
  const total = sum([...tallies, { passed: 0, failed: reasons.length, skipped: 0 }])
  const lines = [
    notPassedLines(tallies.flatMap((tally) => tally.notPassed ?? [])),
    [...unstableLines(unstable, listed, now), ...reasons],
    [closingLine(total)],
  ]
  for (const section of lines.filter((section) => section.length > 0)) console.log(`\n${section.join('\n')}`)
  if (tallyFile !== undefined) {
    const kept = tallies.map(({ passed, failed, skipped, notPassed = [] }) => ({ passed, failed, skipped, notPassed }))
    await writeFile(tallyFile, JSON.stringify({ tallies: kept, unstable }))
  }
  process.exitCode = total.failed > 0 ? 1 : 0
}
