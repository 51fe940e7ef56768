import type { DatabaseKind } from './bench-database.ts'
import type { Comparison, EngineResults } from './measure-engines.ts'

const names: Readonly<Record<DatabaseKind, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** Measured by hand: a run compares with Kratos, and not with itself. */
const ofWorkers = `Measured by hand on 24 Nov 2026 with two processors, \`wrk\` with 16 connections, SQLite (medians of three rounds; decision 32):

| aim | here |
|---|---|
| two workers, of one: at least 1.7 × | whoami 1.30 ×, flow fetch 1.38 ×, sign-in pages 1.17 ×; trivial answers 1.90 × |
| one worker loses at most 10 % to the asynchronous stores | whoami 9,860 a second before, 11,160 now; flow fetch 8,950 before, 8,400 now (0.94 ×): met |

Two workers miss the aim for three reasons: \`wrk\` takes part of the second processor, the kernel distributes sixteen connections unevenly (sign-in pages: one worker was busy 16.7 of 19 seconds, the other 9.2 of 18), and one file has one writer at a time. The share of each was not measured.`

/** Returns the missed aims, and the reasons that profiles show. Text that a run cannot find out itself. */
export function findings(results: EngineResults): string {
  const missed = [...rates(results), ...kept(results), ...costs(results)]
  return `## What is missed, and why

${missed.length === 0 ? 'Every aim is met.' : ['| aim, as a ratio to Kratos | here |', '|---|---|', ...missed].join('\n')}

${ofWorkers}

Profiles of a worker (\`node --cpu-prof\`, wrk with 16 connections, 24 Nov 2026, on a busy machine; shares of its processor time):

| | time or memory |
|---|---|
| whoami, PostgreSQL | writing to both connections 29 %, garbage collection 16 %, edge, service and store 12 %, Node's HTTP and streams 9 %, the driver 5 %, the server library with \`Request\` and \`Response\` 5 %. PostgreSQL takes 0.1 ms for each look besides. One exchange is left, as a cached session could outlive its end (decision 36) |
| new flow, PostgreSQL | one exchange; PostgreSQL takes 0.15 to 0.2 ms for the row with its indexes |
| new flow, SQLite | before rows were committed together: commit 30 %, garbage collection 13 %, answers 10 %, the other worker's lock 9 %, packing 3 %. A row now takes 26 µs instead of 48; one file has one writer at a time, however many workers there are |
| flow fetch, SQLite | answers 20 %; no other function has more than 2.2 %. It takes no statement: the flow is cached |
| sign-in and registration | the hash: OpenSSL's argon2id with 128 MiB takes 185 of 200 to 240 ms of processor time. Go has assembly for it |
| start | 0.15 s of processor time for the supervising process, 0.6 s for the leader: modules 0.4 s, the identity schema 0.07 s, garbage collection 0.09 s |
| memory | of about 200 MiB of a worker, 55 are Node (shared by all workers), 87 (a follower) to 108 (the leader) modules, pages, texts and schemas; the rest comes under load: V8's space for new objects, 64 MiB in these runs and 32 at most since (by hand: 280 to 300 MiB of a worker became 210 to 270). Kratos has no pages |

**Kratos on SQLite with 10,000 people** is slow on sessions by a query plan that flatters Gatehouse: for a person's addresses, sorted by id, SQLite takes the index over \`(nid, id)\` and reads the addresses of everybody (\`EXPLAIN QUERY PLAN\`: \`SEARCH identity_recovery_addresses USING INDEX identity_recovery_addresses_nid_id_idx (nid=?)\`). Compare the rows of PostgreSQL.`
}

function rates({ comparisons }: EngineResults): readonly string[] {
  const isMissed = ({ ratio, target }: Comparison) => target !== undefined && !(ratio >= target)
  return comparisons
    .filter(isMissed)
    .map(
      ({ database, discipline, sessions, ratio, target }) =>
        `| ${discipline}, ${names[database]}, ${sessions.toLocaleString('en')} sessions: at least ${target} × | ${ratio.toFixed(2)} × |`,
    )
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
    const time = `processor time of each ${before.processorMs.toFixed(2)} and ${after.processorMs.toFixed(2)} ms`
    return [
      `| whoami with ${sessions}, ${names[kind]}, of that with the fewest: at least 0.9 × | ${share.toFixed(2)} × (${time}) |`,
    ]
  })
}

function costs({ costs: all }: EngineResults): readonly string[] {
  return all.flatMap(({ database, startMs, residentMiB }) => {
    const start = startMs.gatehouse / startMs.kratos
    const memory = Math.max(...residentMiB.gatehouse) / (residentMiB.kratos[0] ?? Number.NaN)
    return [
      ...(start <= 1 ? [] : [`| start until ready, ${names[database]}: at most 1 × | ${start.toFixed(2)} × |`]),
      ...(memory <= 1.2 ? [] : [`| memory of a worker, ${names[database]}: at most 1.2 × | ${memory.toFixed(2)} × |`]),
    ]
  })
}
