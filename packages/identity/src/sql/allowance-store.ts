import type { Database } from '@gatehouse/platform/database'
import { createStoredAllowances, type AllowanceStore } from '@gatehouse/platform/limits'

/** Creates the store: one row for each used allowance, until it is removed or purged. */
export function createAllowanceStore(database: Database): AllowanceStore {
  if (database.dialect === 'sqlite') return createStoredAllowances(database)
  // Missing rows cannot be locked. The fixed order prevents deadlocks between two units.
  const lock = database.prepare(
    `SELECT pg_advisory_xact_lock(number) FROM (
       SELECT DISTINCT hashtextextended(own_project() || ' ' || value, 0) AS number FROM json_each(?) ORDER BY number
     ) AS numbers`,
  )
  return createStoredAllowances(database, {
    key: 'project, id',
    hold: async (ids) => void (await lock.all(JSON.stringify(ids))),
  })
}
