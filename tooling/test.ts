import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { journeys } from './runners/journeys.ts'
import { notPassedLines } from './runners/not-passed.ts'
import { openRunFolder } from './runners/run-folder.ts'
import { closingLine, sum } from './runners/tally.ts'
import type { Outcome, Runner } from './runners/tally.ts'
import { types } from './runners/types.ts'
import { unit } from './runners/unit.ts'

// `npm test` runs everything; `npm test -- packages/client e2e/login` only what those paths name.
const { values, positionals: paths } = parseArgs({
  options: { 'without-pages': { type: 'boolean', default: false } },
  allowPositionals: true,
})

const runners: readonly Runner[] = [types, unit, journeys]
const chosen = paths.length === 0 ? runners : runners.filter((runner) => paths.some((path) => runner.claims(path)))

// What is deployed is what is tested; `GATEHOUSE_TESTED=sources` tests the sources as they are.
if (!values['without-pages'] && existsSync(new URL('../dist/main.js', import.meta.url))) {
  process.env['GATEHOUSE_TESTED'] ??= 'bundle'
}
const removeRunFolder = await openRunFolder()
const tallies: Outcome[] = []
// That the pages cannot be built has been said already; it must not be lost in the sum.
if (values['without-pages']) tallies.push({ passed: 0, failed: 1, skipped: 0 })
for (const runner of chosen) {
  console.log(`\n── ${runner.title} ──`)
  const tally = await runner.run(paths.filter((path) => runner.claims(path)))
  console.log(closingLine(tally))
  tallies.push(tally)
}
await removeRunFolder()

// Once more at the end: what a long log is read for.
const notPassed = notPassedLines(tallies.flatMap((tally) => tally.notPassed ?? []))
if (notPassed.length > 0) console.log(`\n${notPassed.join('\n')}`)

const total = sum(tallies)
console.log(`\n${closingLine(total)}`)
process.exitCode = total.failed > 0 ? 1 : 0
