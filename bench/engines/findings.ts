import type { DatabaseKind } from './bench-database.ts'
import type { Comparison, Cost, EngineResults } from './measure-engines.ts'

const names: Readonly<Record<DatabaseKind, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** Measured by hand: a run compares with Kratos, and not with itself. */
const ofWorkers = `Measured by hand on 24 Nov 2026 with two processors, \`wrk\` with 16 connections, SQLite (medians of three rounds):

| a second | one worker | two; the aim is 1.7 × |
|---|---|---|
| whoami | 11,160 | 1.30 × |
| flow fetch | 8,400 | 1.38 × |
| sign-in pages | 1,600 | 1.17 × |
| \`/health/alive\` | 14,480 | 1.90 × |

Two workers miss the aim, as \`wrk\` takes part of the second processor, the kernel distributes sixteen connections unevenly, and one file has one writer at a time. The share of each was not measured.`

/** Returns the missed aims, and the reasons that profiles show. Text that a run cannot find out itself. */
export function findings(results: EngineResults): string {
  const missed = [...rates(results), ...kept(results), ...costs(results)]
  return `## What is missed, and why

${missed.length === 0 ? 'Every aim is met.' : ['| aim, as a ratio to Kratos | here (sessions) |', '|---|---|', ...missed].join('\n')}

${ofWorkers}

Profiles of a worker (\`node --cpu-prof\`, wrk with 16 connections, 24 Nov 2026, on a busy machine; shares of its processor time):

| | time or memory |
|---|---|
| whoami, PostgreSQL | writing to both connections 29 %, garbage collection 16 %, edge, service and store 12 %, Node's HTTP and streams 9 %, the driver 5 %, the server library 5 %; PostgreSQL 0.1 ms. One exchange (decision 36) |
| new flow | PostgreSQL: one exchange, 0.15 to 0.2 ms for the row with its indexes; SQLite: 26 µs for a row |
| flow fetch, SQLite | answers 20 %, no other function more than 2.2 %; no statement |
| sign-in and registration | the hash: OpenSSL's argon2id with 128 MiB takes 185 of 200 to 240 ms. Go has assembly for it |
| start | 0.15 s for the supervising process, 0.6 s for the first worker: modules 0.4 s, the identity schema 0.07 s, garbage collection 0.09 s |
| memory of a worker | 210 to 270 MiB under load: Node 55 (shared by all workers), modules, pages, texts and schemas 87 to 108 (with console and control plane), V8's space for new objects 32 at most. Kratos has no pages |

**Kratos on SQLite with 10,000 people** is slow on sessions by a query plan that flatters Gatehouse: for a person's addresses SQLite reads those of everybody (\`EXPLAIN QUERY PLAN\`: \`SEARCH identity_recovery_addresses USING INDEX identity_recovery_addresses_nid_id_idx (nid=?)\`). Compare the rows of PostgreSQL.`
}

function rates({ comparisons }: EngineResults): readonly string[] {
  const isMissed = ({ ratio, target }: Comparison) => target !== undefined && !(ratio >= target)
  const aims = Map.groupBy(
    comparisons.filter(isMissed),
    ({ database, discipline, target }) => `${discipline}, ${names[database]}: at least ${target} ×`,
  )
  const each = ({ ratio, sessions }: Comparison) => `${ratio.toFixed(2)} (${sessions.toLocaleString('en')})`
  return [...aims].map(([aim, missed]) => `| ${aim} | ${missed.map(each).join(', ')} |`)
}

/**
 * Returns the part of the rate of session look-ups that is left with the most sessions; processor time distinguishes a
 * busy machine from a slow service.
 */
function kept({ comparisons }: EngineResults): readonly string[] {
  return (['sqlite', 'postgres'] as const).flatMap((kind) => {
    const looks = comparisons.filter(({ database, discipline }) => database === kind && discipline === 'whoami')
    const [first, last] = [looks[0], looks.at(-1)]
    if (first === undefined || last === undefined || first === last) return []
    const [before, after] = [first.paces.gatehouse, last.paces.gatehouse]
    const share = after.perSecond / before.perSecond
    if (share >= 0.9) return []
    const sessions = `${last.sessions.toLocaleString('en')} sessions`
    const time = `processor ${before.processorMs.toFixed(2)} and ${after.processorMs.toFixed(2)} ms`
    return [
      `| whoami with ${sessions}, ${names[kind]}, of that with the fewest: at least 0.9 × | ${share.toFixed(2)} × (${time}) |`,
    ]
  })
}

function costs({ costs: all }: EngineResults): readonly string[] {
  const start = ({ startMs }: Cost) => startMs.gatehouse / startMs.kratos
  const memory = ({ residentMiB }: Cost) => Math.max(...residentMiB.gatehouse) / (residentMiB.kratos[0] ?? Number.NaN)
  const row = (what: string, most: number, share: (cost: Cost) => number) => {
    const missed = all.filter((cost) => !(share(cost) <= most))
    const each = missed.map((cost) => `${names[cost.database]} ${share(cost).toFixed(2)} ×`)
    return missed.length === 0 ? [] : [`| ${what}: at most ${most} × | ${each.join(', ')} |`]
  }
  return [...row('start until ready', 1, start), ...row('memory of a worker', 1.2, memory)]
}
