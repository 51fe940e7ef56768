import { missingScenarios, refusedProfiles, rowDifferences, stepDifferences } from '../differences/differences.ts'
import { improvementTexts } from '@gatehouse/identity/configuration'
import { guarded, unplayed } from '../differences/gatehouse-proof.ts'
import type { EngineId } from '../engines/engine.ts'
import { exceptions, improved } from '../reference/exceptions.ts'
import { table } from './table.ts'

/** One occurrence of a difference. */
interface Shown {
  readonly reason: string
  readonly where: string
}

/**
 * Returns each declared difference once, with all its occurrences: those of our own service that stay, those that the
 * built-in configuration alone has, and those of Ory Kratos 1.3.1.
 */
export function differenceTables(): Readonly<Record<'gatehouse' | 'improvements' | 'kratos', string>> {
  const own = [...new Map([...declared('embedded'), ...declared('serve')].map((one) => [keyOf(one), one])).values()]
  const recorded = exceptions.map(({ recording, reason }) => ({ reason, where: `\`${recording}\`` }))
  const persons = new Map(Object.values(guarded).map(({ what, protects }): [string, string] => [what, protects]))
  const gatehouse = [
    ...grouped([...own, ...recorded]).map(([what = '', where = '']) => [what, persons.get(what) ?? '–', where]),
    ...unplayed.map(({ what, protects }) => [what, protects, '–']),
  ]
  const improvements = Object.entries(improvementTexts).map(([name, what]) => {
    const shown = improved.filter(({ improvement }) => improvement === name).map(({ recording }) => `\`${recording}\``)
    return [what, shown.length === 0 ? '–' : [...new Set(shown)].join(', ')]
  })
  return {
    gatehouse: table(['difference', 'whom it protects', 'shown by'], gatehouse),
    improvements: table(['difference', 'shown by'], improvements),
    kratos: table(['difference', 'shown by'], grouped(declared('kratos'))),
  }
}

function keyOf({ reason, where }: Shown): string {
  return `${reason}\n${where}`
}

function declared(engine: EngineId): readonly Shown[] {
  const of = <Item extends { readonly engine: EngineId }>(items: readonly Item[]) =>
    items.filter((one) => one.engine === engine)
  return [
    ...of(rowDifferences).map(({ reason, replace, by }) => ({
      reason: `${reason} (\`${by}\` instead of \`${replace}\`)`,
      where: 'everywhere',
    })),
    ...of(refusedProfiles).map(({ profile, reason }) => ({ reason, where: `profile \`${profile}\`` })),
    ...of(missingScenarios).map(({ scenario, reason }) => ({ reason, where: scenario })),
    ...of(stepDifferences).map(({ scenario, step, reason }) => ({ reason, where: `${scenario}\n${step}` })),
  ]
}

/**
 * Groups differences by their reason, a row each. Steps of one scenario are counted; of many scenarios of an area,
 * those as well.
 */
function grouped(all: readonly Shown[]): readonly (readonly string[])[] {
  return [...Map.groupBy(all, ({ reason }) => reason)].map(([reason, shown]) => {
    const names = shown.map(({ where }) => where.split('\n')[0] ?? '')
    const times = Map.groupBy(names, (name) => (name.includes(': ') ? (name.split(': ')[0] ?? '') : name))
    return [reason, [...times].map(([name, { length }]) => countedAs(name, length, names)).join(', ')]
  })
}

/** Returns an area with the number of its steps, or the scenario itself if it is the only one. */
function countedAs(name: string, steps: number, names: readonly string[]): string {
  const scenarios = [...new Set(names.filter((one) => one.startsWith(`${name}: `)))]
  if (scenarios.length === 0) return name
  return scenarios.length === 1 ? `${scenarios[0]}` : `${name} (${steps})`
}
