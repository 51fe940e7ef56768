import {
  contentsOf,
  copyTables,
  integer,
  removeRows,
  type Contents,
  type CopiedTable,
  type CopyProgress,
  type Database,
  type ReadableDatabase,
} from '@gatehouse/platform/database'
import type { Identity } from '../identities/identity.ts'
import { createEventOrder } from './event-order.ts'
import { identityColumns, identityOf } from './identity-row.ts'
import { createSearchIndex } from './search-index.ts'

/** TABLE: the tables of a project, in an order in which no row refers to a later table. */
const tables: readonly CopiedTable[] = [
  { name: 'identities', key: ['id'] },
  { name: 'identity_identifiers', key: ['family', 'identifier'] },
  { name: 'identity_verifiable_addresses', key: ['value'] },
  { name: 'identity_recovery_addresses', key: ['value'] },
  { name: 'sessions', key: ['id'] },
  { name: 'flows', key: ['id'] },
  { name: 'codes', key: ['id'] },
  { name: 'errors', key: ['id'] },
  { name: 'continuity_containers', key: ['id'] },
  { name: 'courier_messages', key: ['id'] },
  { name: 'courier_dispatches', key: ['id'] },
  { name: 'courier_outages', key: ['type'] },
  { name: 'web_hook_deliveries', key: ['id'] },
  { name: 'events', key: ['sequence'] },
  { name: 'organizations', key: ['id'] },
  { name: 'organization_domains', key: ['domain'] },
  { name: 'spent_allowances', key: ['id'] },
  { name: 'remembered_devices', key: ['id'] },
  { name: 'pending_registrations', key: ['id'] },
  { name: 'pending_address_changes', key: ['id'] },
  { name: 'secret_checks', key: ['id'] },
  { name: 'signing_checks', key: ['id'] },
]

/** The index of a search differs between the databases, and is created again. */
const searchIndex: readonly CopiedTable[] = [
  { name: 'identity_search_starts', key: ['start', 'number'] },
  { name: 'identity_search', key: ['identity_id'] },
]
const peopleAtOnce = 500

/**
 * Copies all rows of a project into a database without other writers. Existing rows stay: an interrupted copy is
 * repeated.
 */
export async function copyProject(from: Database, to: Database, onProgress?: CopyProgress): Promise<void> {
  await orderEvents(from)
  await copyTables(from, to, tables, onProgress)
  await indexAnew(to)
  await countOn(to, await lastSequence(from))
}

/**
 * Copies a project of a PostgreSQL database as of one moment, at which committed events may not have been read yet:
 * they get sequences behind all others, as their first reader would have given them. Returns the contents of both.
 */
export async function copyProjectAsOf(
  from: ReadableDatabase,
  to: Database,
  onProgress?: CopyProgress,
): Promise<{ readonly before: Contents; readonly after: Contents }> {
  const last = await lastSequence(from)
  const unread: CopiedTable = {
    name: 'events',
    key: ['arrival'],
    where: 'sequence IS NULL',
    changed: (row, position) => ({ ...row, sequence: last + 1 + position }),
  }
  const read = tables.map((table) => (table.name === 'events' ? { ...table, where: 'sequence IS NOT NULL' } : table))
  await copyTables(from, to, [...read, unread], onProgress)
  await indexAnew(to)
  await countOn(to, last)
  return { before: await contentsOf(from, [...read, unread]), after: await contentsOf(to, tables) }
}

/** Reads all of a project, to compare two copies. */
export async function projectContents(database: Database): Promise<Contents> {
  await orderEvents(database)
  return contentsOf(database, tables)
}

/** Deletes all rows of a project, in batches. */
export function removeProject(database: Database): Promise<void> {
  return removeRows(database, [...tables, ...searchIndex])
}

/** Gives events their sequences, by which they are identified: PostgreSQL assigns them when events are read. */
async function orderEvents(database: Database): Promise<void> {
  if (database.dialect === 'postgres') await createEventOrder(database)()
}

async function indexAnew(database: Database): Promise<void> {
  const index = createSearchIndex(database)
  const missing = database.prepare(
    `SELECT ${identityColumns} FROM identities i WHERE NOT EXISTS (
       SELECT 1 FROM identity_search s WHERE s.identity_id = i.id) ORDER BY i.id LIMIT ${peopleAtOnce}`,
  )
  for (;;) {
    const people: readonly Identity[] = (await missing.all()).map(identityOf)
    if (people.length === 0) return
    await database.durable(async () => {
      for (const person of people) await index.add(person)
    })
  }
}

/** Returns the last sequence that was given to an event, which may have been removed since. */
async function lastSequence(database: ReadableDatabase): Promise<number> {
  const sql =
    database.dialect === 'postgres'
      ? 'SELECT coalesce(max(last), 0) AS last FROM event_counters'
      : "SELECT coalesce(max(seq), 0) AS last FROM sqlite_sequence WHERE name = 'events'"
  return integer((await database.prepare(sql).get()) ?? {}, 'last')
}

/** Numbers later events after the copied ones: readers of some of them continue from there. */
async function countOn(to: Database, last: number): Promise<void> {
  const statements =
    to.dialect === 'postgres'
      ? [
          `INSERT INTO event_counters (last) SELECT greatest(coalesce(max(sequence), 0), :last) FROM events WHERE TRUE
           ON CONFLICT (project) DO UPDATE SET last = greatest(event_counters.last, excluded.last)`,
        ]
      : [
          "DELETE FROM sqlite_sequence WHERE name = 'events'",
          `INSERT INTO sqlite_sequence (name, seq) SELECT 'events', max(coalesce(max(sequence), 0), :last) FROM events`,
        ]
  await to.durable(async () => {
    for (const sql of statements) await to.prepare(sql).run(...(sql.includes(':last') ? [{ last }] : []))
  })
}
