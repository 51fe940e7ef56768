import { missingScenarios, refusedProfiles, stepDifferences } from '../differences/differences.ts'
import { engineTitles, type EngineId } from '../engines/engine.ts'
import { scenarios } from '../scenarios/all.ts'
import type { Area, Exchange, PlacedScenario } from '../scenarios/scenario.ts'
import { callOf, type Call } from './calls.ts'
import { table } from './table.ts'

interface MadeCall {
  readonly scenario: PlacedScenario
  readonly step: Exchange
}

/** A column of the tables: engines that are one product. */
interface Column {
  readonly title: string
  readonly engines: readonly EngineId[]
}

const columns: readonly Column[] = [
  { title: 'Gatehouse', engines: ['embedded', 'serve'] },
  { title: engineTitles.kratos, engines: ['kratos'] },
]

/**
 * Returns the table of each engine's outcome for each call that one answers otherwise than the reference, and a line
 * with the other calls. The engines of one column share a cell, and stand apart if they differ.
 */
export function callTable(calls: readonly Call[]): string {
  const made = scenarios.flatMap((scenario) =>
    scenario.steps.flatMap((step): readonly (MadeCall & { readonly call: Call | undefined })[] =>
      'request' in step ? [{ scenario, step, call: callOf(step) }] : [],
    ),
  )
  const rows = calls.map((call) => {
    const own = made.filter((one) => one.call === call)
    return [`\`${call}\``, ...columns.map(({ engines }) => joined(engines.map((engine) => callOutcome(engine, own))))]
  })
  const [alike, others] = [rows.filter((row) => isAlike(row)), rows.filter((row) => !isAlike(row))]
  const names = alike.map(([name]) => name).join(', ')
  return `${table(['call', ...columns.map(({ title }) => title)], others)}\n\nAll answer these as 26.2: ${names}.`
}

function isAlike([, ...outcomes]: readonly string[]): boolean {
  return outcomes.every((outcome) => outcome === same26)
}

/** Returns the table of how many scenarios of each area are answered as by the reference. */
export function areaTable(): string {
  const areas = [...new Set(scenarios.map(({ area }) => area))]
  const rows = areas.map((area) => {
    const own = scenarios.filter((scenario) => scenario.area === area)
    return [area, String(own.length), ...columns.map(({ engines }) => joined(engines.map((one) => same(one, area))))]
  })
  return table(['area', 'scenarios', ...columns.map(({ title }) => `${title}: as 26.2`)], rows)
}

/** The outcome of a call that is answered as by the reference in every scenario. */
const same26 = 'yes'

function same(engine: EngineId, area: Area): string {
  const own = scenarios.filter((scenario) => scenario.area === area)
  return String(own.filter((scenario) => !isMissing(engine, scenario) && !differs(engine, scenario)).length)
}

function joined(outcomes: readonly string[]): string {
  return [...new Set(outcomes)].join(' / ')
}

function callOutcome(engine: EngineId, made: readonly MadeCall[]): string {
  const there = made.filter(({ scenario }) => !isMissing(engine, scenario))
  if (there.length === 0) return 'no'
  const differing = there.filter(({ scenario, step }) =>
    stepDifferences.some((one) => one.engine === engine && one.scenario === scenario.id && one.step === step.title),
  )
  return differing.length === 0 ? same26 : String(differing.length)
}

function differs(engine: EngineId, scenario: PlacedScenario): boolean {
  return stepDifferences.some((one) => one.engine === engine && one.scenario === scenario.id)
}

function isMissing(engine: EngineId, scenario: PlacedScenario): boolean {
  return (
    missingScenarios.some((one) => one.engine === engine && one.scenario === scenario.id) ||
    refusedProfiles.some((one) => one.engine === engine && one.profile === scenario.profile)
  )
}
