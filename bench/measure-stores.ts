import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openPostgresStores, openSqliteStores, type StoreDatabase } from '@gatehouse/platform/database'
import { postgresIsMissing, startPostgres } from '@gatehouse/testing/processes'
import type { Figure } from './report.ts'
import { median } from './statistics.ts'
import { postgresSchema, sqliteSchema } from './stores/schema.ts'
import { createStores } from './stores/stores.ts'

const people = 5_000
const rounds = 3
const roundMs = 1_500
const project = 'bench'

/**
 * How long one whoami of a store takes: a session joined with its identity by its token, from the statement to a value, at
 * 1, 10 and 40 at once; and what the promise around a read of SQLite costs.
 */
export async function measureStores(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-stores-'))
  const path = join(folder, 'stores.sqlite')
  const figures: Figure[] = []
  try {
    const sqlite = openSqliteStores({ path, migrations: sqliteSchema })
    await fill(sqlite)
    figures.push(...(await whoamiFigures(sqlite)), ...promiseFigures(path))
    await sqlite.close()
    const missing = postgresIsMissing()
    if (missing !== undefined) {
      console.log(missing)
      return figures
    }
    const server = await startPostgres()
    try {
      const database = await openPostgresStores({ url: server.createDatabase(), migrations: postgresSchema })
      await fill(database)
      figures.push(...(await whoamiFigures(database)))
      await database.close()
    } finally {
      await server.stop()
    }
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(database: StoreDatabase): Promise<void> {
  const stores = createStores(database, project)
  for (let from = 0; from < people; from += 100) {
    await stores.write('background', async ({ identities, sessions }) => {
      for (let index = from; index < from + 100; index += 1) {
        const id = `person-${index}`
        const address = `${id}@example.org`
        const traits = { email: address, name: { first: 'Ada', last: 'Lovelace' } }
        const credentials = { password: { hashed_password: '$argon2id$v=19$m=65536,t=1,p=4$c2FsdA$aGFzaA' } }
        await identities.create({ id, state: 'active', traits, credentials, addresses: [address] })
        await sessions.create({ id: `session-${index}`, token: tokenOf(index), identity: id, expiresAt: 9e12 })
      }
    })
  }
}

function tokenOf(index: number): string {
  return `ory_st_${String(index % people).padStart(32, '0')}`
}

interface Pace {
  readonly perSecond: number
  readonly cpuMicroseconds: number
}

async function whoamiFigures(database: StoreDatabase): Promise<readonly Figure[]> {
  const { sessions } = createStores(database, project).read
  const name = database.dialect === 'postgres' ? 'PostgreSQL' : 'SQLite'
  const figures: Figure[] = []
  for (const atOnce of [1, 10, 40]) {
    const paces: Pace[] = []
    // The first one warms up.
    for (let round = 0; round <= rounds; round += 1) {
      paces.push(await pace(atOnce, (index) => sessions.whoami(tokenOf(index * 7919), 1)))
    }
    const counted = paces.slice(1)
    const label = `whoami of the store, ${name}, ${atOnce} at once`
    figures.push(
      { name: label, value: median(counted.map(({ perSecond }) => perSecond)), unit: '/s' },
      {
        name: label,
        value: median(counted.map(({ cpuMicroseconds }) => cpuMicroseconds)),
        unit: 'µs of processor time',
      },
    )
  }
  return figures
}

async function pace(atOnce: number, call: (index: number) => Promise<unknown>): Promise<Pace> {
  let calls = 0
  const began = performance.now()
  const cpu = process.cpuUsage()
  const worker = async () => {
    while (performance.now() - began < roundMs) {
      // The clock is read, and the event loop let go on, once for fifty calls: a reader of SQLite waits for nothing.
      for (let index = 0; index < 50; index += 1) {
        calls += 1
        if ((await call(calls)) === undefined) throw new Error('a session is missing')
      }
      await new Promise(setImmediate)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const { user, system } = process.cpuUsage(cpu)
  return { perSecond: (calls / (performance.now() - began)) * 1_000, cpuMicroseconds: (user + system) / calls }
}

/** The same statement called at once and behind a promise, on one connection. */
function promiseFigures(path: string): readonly Figure[] {
  const connection = new DatabaseSync(path, { readOnly: true })
  const statement = connection.prepare(
    `SELECT s.id, s.expires_at, i.id AS identity, i.traits FROM sessions s JOIN identities i ON i.id = s.identity
     WHERE s.token = ? AND s.expires_at > ? AND i.state = 'active'`,
  )
  const cost: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const cpu = process.cpuUsage()
    for (let index = 0; index < 50_000; index += 1) {
      const row = statement.get(tokenOf(index * 7919), 1)
      JSON.parse(String(row?.['traits']))
    }
    const { user, system } = process.cpuUsage(cpu)
    cost.push((user + system) / 50_000)
  }
  connection.close()
  return [
    {
      name: 'the same read of SQLite, no promise',
      value: median(cost.slice(1)),
      unit: 'µs of processor time',
      note: 'the difference is what promise, handle and row check cost',
    },
  ]
}
