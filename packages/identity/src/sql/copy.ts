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

/** TABLE: what a project has, in an order in which nothing refers to what is not there yet. */
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

/** The index of a search is not the same on both, and made anew. */
const searchIndex: readonly CopiedTable[] = [
  { name: 'identity_search_starts', key: ['start', 'number'] },
  { name: 'identity_search', key: ['identity_id'] },
]
const peopleAtOnce = 500

/**
 * Copies all that a project has into a database that nothing writes to meanwhile. What is there already stays: an interrupted
 * copy is begun again.
 */
export async function copyProject(from: Database, to: Database, onProgress?: CopyProgress): Promise<void> {
  await orderEvents(from)
  await copyTables(from, to, tables, onProgress)
  await indexAnew(to)
  await countOn(to, await lastSequence(from))
}

/**
 * Copies a project of a PostgreSQL database as it was at one moment, when events may have been committed that no reader has
 * had: they get sequences behind all others, as their first reader would have given them. Answers what both sides have.
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

/** Reads all of it, to compare two copies. */
export async function projectContents(database: Database): Promise<Contents> {
  await orderEvents(database)
  return contentsOf(database, tables)
}

/** Deletes all that a project has, some rows at a time. */
export function removeProject(database: Database): Promise<void> {
  return removeRows(database, [...tables, ...searchIndex])
}

/** An event is known by its sequence, which PostgreSQL gives it when events are read. */
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

/** The last sequence that was given to an event, which may have had its time since. */
async function lastSequence(database: ReadableDatabase): Promise<number> {
  const sql =
    database.dialect === 'postgres'
      ? 'SELECT coalesce(max(last), 0) AS last FROM event_counters'
      : "SELECT coalesce(max(seq), 0) AS last FROM sqlite_sequence WHERE name = 'events'"
  return integer((await database.prepare(sql).get()) ?? {}, 'last')
}

/** Events that come later get the sequences behind those that were given: who has read some of them goes on from there. */
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
