import type { Database } from '@gatehouse/platform/database'
import { createStoredAllowances, type AllowanceStore } from '@gatehouse/platform/limits'

/** One row for each allowance that was drawn on, until it is removed or purged. */
export function createAllowanceStore(database: Database): AllowanceStore {
  if (database.dialect === 'sqlite') return createStoredAllowances(database)
  // Rows that are not there yet cannot be locked. In one order, so that two units never wait for each other.
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
