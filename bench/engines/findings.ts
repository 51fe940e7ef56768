import type { DatabaseKind } from './bench-database.ts'
import type { Comparison, EngineResults } from './measure-engines.ts'

const names: Readonly<Record<DatabaseKind, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

/** Measured by hand: a run compares with Kratos, and not with itself. */
const ofWorkers = `Measured apart, by hand, on 24 Nov 2026 with two whole processors, \`wrk\` with 16 connections on them and nothing else, SQLite (three rounds, medians; decision 32):

| aim | here |
|---|---|
| two workers, of one: at least 1.7 × | whoami 1.30 ×, flow fetch 1.38 ×, sign-in pages 1.17 ×; answers that take nothing 1.90 × |
| one worker loses at most 10 % to the asynchronous stores | whoami 9,860 a second before, 11,160 now; flow fetch 8,950 before, 8,400 now (0.94 ×): met |

Two workers are missed because \`wrk\` takes part of the second processor, the kernel spreads sixteen connections by a hash of their addresses and gives one worker more than the other (sign-in pages: one was busy 16.7 of 19 seconds, the other 9.2 of 18), and one file has one writer at a time. How much each of these is, and what two workers give with processors of their own, was not measured.`

/** What was aimed at and is missed, and what profiles say of the reasons. Text that a run cannot find out itself. */
export function findings(results: EngineResults): string {
  const missed = [...rates(results), ...kept(results), ...costs(results)]
  return `## What is missed, and why

${missed.length === 0 ? 'Every aim is met.' : ['| aim, as a ratio to Kratos | here |', '|---|---|', ...missed].join('\n')}

${ofWorkers}

Profiles of a worker of the bundle (\`node --cpu-prof\`, wrk with 16 connections, 24 Nov 2026, on a machine that other work kept busy; shares of its processor time):

| | where it goes |
|---|---|
| whoami, PostgreSQL | writing to the two connections (answer and statement) 29 %, garbage collection 16 %, Node's HTTP and streams 9 %, the driver 5 %, the server library and Node's \`Request\` and \`Response\` 5 %, edge, service and store 12 %; no other function has 2 %. PostgreSQL takes 0.1 ms for each look besides. One exchange is left: what is remembered could be older than the end of a session (decision 36) |
| new flow, PostgreSQL | one exchange, where it was three; PostgreSQL takes 0.15 to 0.2 ms for the row with its indexes, twice that of a look |
| new flow, SQLite | before rows were committed together: commit 30 %, garbage collection 13 %, waiting for the lock of the other worker 9 %, writing answers 10 %, packing the flow 3 %. Together they take 26 µs for the row instead of 48; one file has one writer at a time, however many workers there are |
| flow fetch, SQLite | writing answers 20 %; the rest is spread, no function has more than 2.2 %. It takes no statement: the flow is remembered |
| sign-in and registration | the hash: OpenSSL's argon2id with 128 MiB takes 185 ms of processor time alone, of 200 to 240 of a sign-in. Kratos' takes less, as Go's has assembly for it |
| start | 0.15 s of processor time for the process that looks after the workers, 0.6 s for the leader: reading, linking and running modules 0.4 s, checking the identity schema 0.07 s (ajv compiles the schema of schemas), garbage collection 0.09 s. A compiled program has none of that |
| memory | of about 200 MiB of a worker, 55 are the program of Node, which all workers share; 87 (a follower) to 108 (the leader) are modules and what they read at the start: account pages, console, React, texts, schemas; the rest came under load: V8's space for new objects, which was 64 MiB in these runs and is bounded by 32 since (280 to 300 MiB of a worker became 210 to 270, by hand). Kratos has no pages in it |

**Kratos on SQLite with 10,000 people** answers so few looks at sessions because of a query plan, which flatters us: it reads the recovery addresses and the verifiable addresses of a person sorted by id, and SQLite takes the index over \`(nid, id)\` for that, which reads the addresses of everybody
(\`EXPLAIN QUERY PLAN\`: \`SEARCH identity_recovery_addresses USING INDEX identity_recovery_addresses_nid_id_idx (nid=?)\`). With few people it is not noticed, and PostgreSQL does not do it; the rows of PostgreSQL are those to compare.`
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

/** How much of the looks at a session is left with the most sessions; processor time tells a busy machine from a slow service. */
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
