import { cpus, loadavg, totalmem } from 'node:os'
import { databaseKinds, type DatabaseKind } from './bench-database.ts'
import { workers } from './contestant.ts'
import { findings } from './findings.ts'
import { renderSoak } from '../soak/soak-page.ts'
import { people, type Comparison, type Cost, type EngineResults } from './measure-engines.ts'

const titles: Readonly<Record<DatabaseKind, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** Returns docs/reference/performance.md: the measurements of a run, as tables and a plot; and the results of a soak. */
export function performancePage(results: EngineResults, flows: string, takenOn: string): string {
  const parts = databaseKinds.map((kind) => {
    const comparisons = results.comparisons.filter(({ database }) => database === kind)
    const cost = results.costs.find(({ database }) => database === kind)
    const plotted = kind === 'postgres' ? `\n\n${plot(kind, comparisons)}` : ''
    return `## On ${titles[kind]}\n\n${table(comparisons)}${plotted}\n\n${failures(comparisons)}${cost === undefined ? '' : ` ${costs(cost)}`}`
  })
  return `# Performance

\`npm run bench -- scale --write\` measured on ${takenOn} Gatehouse with ${workers} workers (pages, console, identity service) and Ory Kratos 1.3.1, in turn in every round, with the same \`kratos.yml\` and ${people.toLocaleString('en')} people, on ${cpus().length} virtual processors (${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB) that wrk, the services, PostgreSQL and other work shared (load average ${loadavg()[2]?.toFixed(0)}). Rates are low and drift: compare the ratios of one round.

Sixteen requests are under way at once, eight sign-ins and registrations (argon2id, 128 MiB). Both flush every acknowledged commit. *Processor* is the time of all the service's processes per answer, without PostgreSQL: size a machine by it. Failures (answers without a 2xx) do not count. The tables show the fewest and the most sessions; a run prints all.

${parts.join('\n\n')}

${findings(results)}

## What a sign-in page leaves behind

${flows}

<!-- generated: soak -->
${renderSoak()}<!-- /generated -->
`
}

function table(comparisons: readonly Comparison[]): string {
  const sizes = [comparisons[0]?.sessions, comparisons.at(-1)?.sessions]
  const ends = comparisons.filter(({ sessions }) => sizes.includes(sessions))
  const rows = ends.map(({ discipline, sessions, paces: { gatehouse, kratos }, ratio }) =>
    [
      discipline,
      sessions.toLocaleString('en'),
      `**${shown(gatehouse.perSecond)}**`,
      shown(kratos.perSecond),
      `${shown(ratio)} ×`,
      `${shown(gatehouse.p50Ms)} / ${shown(gatehouse.p99Ms)}`,
      `${shown(kratos.p50Ms)} / ${shown(kratos.p99Ms)}`,
      `${shown(gatehouse.processorMs)} / ${shown(kratos.processorMs)}`,
    ].join(' | '),
  )
  const head = 'what | sessions | a second | Kratos | ratio | ms, median / 99 % | Kratos | processor ms, both'
  return [head, head.replaceAll(/[^|]+/g, '---'), ...rows].map((row) => `| ${row} |`).join('\n')
}

function failures(comparisons: readonly Comparison[]): string {
  const failed = comparisons.filter(({ paces: { gatehouse, kratos } }) => gatehouse.failures + kratos.failures > 0)
  const each = failed.map(
    ({ discipline, sessions, paces: { gatehouse, kratos } }) =>
      `${discipline} with ${sessions.toLocaleString('en')} sessions ${gatehouse.failures}, Kratos ${kratos.failures}`,
  )
  return each.length === 0 ? 'No request failed.' : `Failures: ${each.join('; ')}.`
}

/** Plots the ratio to Kratos for each size. Mermaid, which the sites that show Markdown draw. */
function plot(kind: DatabaseKind, comparisons: readonly Comparison[]): string {
  const sizes = [...new Set(comparisons.map(({ sessions }) => sessions))]
  const names = ['whoami', 'flow fetch', 'flow creation', 'list of identities']
  const bars = names.map((name) =>
    sizes.map((size) => comparisons.find((one) => one.discipline === name && one.sessions === size)?.ratio ?? 0),
  )
  const labels = names.flatMap((name) => sizes.map((size) => `"${name}, ${shortened(size)}"`))
  return `\`\`\`mermaid
xychart-beta horizontal
  title "Times as many a second as Kratos, ${titles[kind]}, by sessions"
  x-axis [${labels.join(', ')}]
  y-axis "times" 0 --> ${Math.ceil(Math.max(...bars.flat()) + 1)}
  bar [${bars
    .flat()
    .map((value) => value.toFixed(2))
    .join(', ')}]
\`\`\``
}

function costs({ startMs, residentMiB }: Cost): string {
  const mib = (list: readonly number[]) => list.map((one) => one.toFixed(0)).join(' + ')
  return `Start until ready: ${startMs.gatehouse.toFixed(0)} ms with ${workers} workers, Kratos ${startMs.kratos.toFixed(0)} ms. Memory at the end, the supervising process first: ${mib(residentMiB.gatehouse)} MiB, Kratos ${mib(residentMiB.kratos)} MiB.`
}

const shortened = (size: number) => (size >= 1_000_000 ? `${size / 1_000_000} M` : `${size / 1_000} k`)

function shown(value: number): string {
  if (Number.isNaN(value)) return 'none'
  if (value >= 1_000) return (Math.round(value / 10) * 10).toLocaleString('en')
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
