import type { Database } from '../sql/database.ts'
import { preparePurge } from '../sql/purge.ts'
import { optionalInteger } from '../sql/row.ts'
import type { AllowanceStore } from './allowance-store.ts'

/** The differences between the tables `spent_allowances` of services. */
export interface StoredAllowancesOptions {
  /** The columns that identify a row. Default: `id`. */
  readonly key?: string
  /** As in `AllowanceStore`. Default: nothing, if units of work are serial. */
  readonly hold?: AllowanceStore['hold']
}

/** Creates the store: `spent_allowances` has a row for each used allowance, until it is removed or purged. */
export function createStoredAllowances(
  database: Database,
  { key = 'id', hold = async () => {} }: StoredAllowancesOptions = {},
): AllowanceStore {
  const find = database.prepare(
    `SELECT spent.refilled_at FROM json_each(?) AS wanted
     LEFT JOIN spent_allowances AS spent ON spent.id = wanted.value ORDER BY wanted.key`,
  )
  const put = database.prepareWrite(
    `INSERT INTO spent_allowances (id, refilled_at) VALUES (?, ?)
     ON CONFLICT (${key}) DO UPDATE SET refilled_at = excluded.refilled_at`,
  )
  const remove = database.prepareWrite('DELETE FROM spent_allowances WHERE id = ?')
  const purge = preparePurge(database, { table: 'spent_allowances', key: 'id', condition: 'refilled_at <= :end' })
  return {
    hold,
    refilledAt: async (ids) => (await find.all(JSON.stringify(ids))).map((row) => optionalInteger(row, 'refilled_at')),
    put: async (id, refilledAt) => void (await put.run(id, refilledAt)),
    remove: async (id) => void (await remove.run(id)),
    purge: (end) => purge({ end }),
  }
}
