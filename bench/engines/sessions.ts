import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseKind } from './bench-database.ts'
import type { Contestant, ContestantId } from './contestant.ts'

const hex = (bytes: number) => `lower(hex(randomblob(${bytes})))`
const uuid = [4, 2, 2, 2, 6].map(hex).join(" || '-' || ")
const word = 'md5(random()::text) || md5(random()::text)'

/** TABLE: the sessions' table of each service, and the columns that differ from one to the other. */
const tables: Readonly<
  Record<
    ContestantId,
    Readonly<Record<DatabaseKind, { readonly table: string; readonly own: Readonly<Record<string, string>> }>>
  >
> = {
  gatehouse: {
    sqlite: { table: 'sessions', own: { id: uuid, token_hash: hex(32) } },
    postgres: { table: 'gatehouse_identity.sessions', own: { id: 'gen_random_uuid()::text', token_hash: word } },
  },
  kratos: {
    sqlite: {
      table: 'sessions',
      own: { id: uuid, token: `'ory_st_' || ${hex(16)}`, logout_token: `'ory_lo_' || ${hex(16)}` },
    },
    postgres: {
      table: 'sessions',
      own: {
        id: 'gen_random_uuid()',
        token: "'ory_st_' || md5(random()::text)",
        logout_token: "'ory_lo_' || md5(random()::text)",
      },
    },
  },
}

/** TABLE: so many rows with their number `n`, and the statement that updates the planner's statistics. */
const dialects: Readonly<
  Record<DatabaseKind, { readonly numbers: (count: number) => string; readonly analyze: string }>
> = {
  sqlite: {
    numbers: (count) => `numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${count})`,
    analyze: 'PRAGMA wal_checkpoint(TRUNCATE)',
  },
  postgres: {
    numbers: (count) => `numbers(n) AS (SELECT * FROM generate_series(0, ${count - 1}))`,
    analyze: 'VACUUM ANALYZE',
  },
}

const chunk = 50_000

/** Adds sessions of all people, each a copy of one that is there, until there are so many. */
export async function fillSessions({ id, database }: Contestant, count: number): Promise<void> {
  const { table, own } = tables[id][database.kind]
  const { numbers, analyze } = dialects[database.kind]
  const people = table.replace('sessions', 'identities')
  const [template] = await database.query(`SELECT * FROM ${table} LIMIT 1`)
  if (template === undefined) throw new Error('a person has to sign in first')
  const columns = Object.keys(template)
  const values = columns.map((column) => own[column] ?? (column === 'identity_id' ? 'person.id' : `one.${column}`))
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other
    const [row] = await database.query(`SELECT count(*) AS rows FROM ${table}`)
    const missing = count - Number(row?.['rows'])
    if (missing <= 0) break
    // oxlint-disable-next-line no-await-in-loop -- likewise
    await database.query(
      `WITH RECURSIVE ${numbers(Math.min(chunk, missing))},
       person AS (SELECT id, row_number() OVER () - 1 AS n, count(*) OVER () AS total FROM ${people}),
       one AS (SELECT * FROM ${table} LIMIT 1)
       INSERT INTO ${table} (${columns.join(', ')})
       SELECT ${values.join(', ')} FROM numbers JOIN person ON person.n = numbers.n % (SELECT count(*) FROM person) CROSS JOIN one`,
    )
  }
  await database.query(analyze)
  // SQLite's statements kept this process busy: connections that ended meanwhile are noticed before the next request.
  await delay(1_000)
}
