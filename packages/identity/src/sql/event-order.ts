import { integer, type Database } from '@gatehouse/platform/database'

/**
 * Gives the committed events of PostgreSQL without a sequence one behind all others; readers of events call it first. A
 * number drawn while an event is written would not do: of two transactions the one that drew first may commit last, and
 * a reader of the later number would never see the earlier one. One reader at a time assigns sequences, in the order of
 * commits as readers see them, regardless of open transactions.
 */
export function createEventOrder(database: Database): () => Promise<void> {
  const waits = database.prepare('SELECT 1 AS one FROM events WHERE sequence IS NULL LIMIT 1')
  // Locks the row, and with it every other reader, until the sequences are committed.
  const hold = database.prepare(
    `INSERT INTO event_counters (last) VALUES (0) ON CONFLICT (project) DO UPDATE SET last = event_counters.last
     RETURNING last`,
  )
  const assign = database.prepare(
    `UPDATE events e SET sequence = fresh.sequence FROM (
       SELECT arrival, :last + row_number() OVER (ORDER BY arrival) AS sequence FROM events WHERE sequence IS NULL
     ) fresh WHERE e.arrival = fresh.arrival`,
  )
  const count = database.prepare('UPDATE event_counters SET last = last + ?')
  return async () => {
    if ((await waits.get()) === undefined) return
    await database.write(async () => {
      const last = integer((await hold.get()) ?? {}, 'last')
      await count.run(await assign.run({ last }))
    })
  }
}
