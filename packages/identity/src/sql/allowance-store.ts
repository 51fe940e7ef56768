import { optionalInteger, type Database } from '@gatehouse/platform/database'

import type { AllowanceStore } from '@gatehouse/platform/limits'

/** One row for each allowance that was drawn on, until it is removed or purged. */
export function createAllowanceStore(database: Database): AllowanceStore {
  const find = database.prepare(
    `SELECT spent.refilled_at FROM json_each(?) AS wanted
     LEFT JOIN spent_allowances AS spent ON spent.id = wanted.value ORDER BY wanted.key`,
  )
  const put = database.prepare(
    `INSERT INTO spent_allowances (id, refilled_at) VALUES (?, ?)
     ON CONFLICT (${database.dialect === 'sqlite' ? 'id' : 'project, id'}) DO UPDATE SET refilled_at = excluded.refilled_at`,
  )
  const remove = database.prepare('DELETE FROM spent_allowances WHERE id = ?')
  const purge = database.prepare('DELETE FROM spent_allowances WHERE refilled_at <= ?')
  // Rows that are not there yet cannot be locked. In one order, so that two units never wait for each other.
  const hold =
    database.dialect === 'postgres'
      ? database.prepare(
          `SELECT pg_advisory_xact_lock(number) FROM (
             SELECT DISTINCT hashtextextended(own_project() || ' ' || value, 0) AS number FROM json_each(?) ORDER BY number
           ) AS numbers`,
        )
      : undefined
  return {
    hold: async (ids) => void (await hold?.all(JSON.stringify(ids))),
    refilledAt: async (ids) => (await find.all(JSON.stringify(ids))).map((row) => optionalInteger(row, 'refilled_at')),
    put: (id, refilledAt) => database.write(async () => void (await put.run(id, refilledAt))),
    remove: (id) => database.write(async () => void (await remove.run(id))),
    purge: (now) => database.write(() => purge.run(now)),
  }
}
