import type { Database } from './database.ts'
import { integer } from './row.ts'

/** Used allowances on disk; synchronous. Times are Unix milliseconds. */
export interface AllowanceStore {
  /** When it is full again; `undefined` where nothing is used up. */
  refilledAt(id: string): number | undefined
  put(id: string, refilledAt: number): void
  remove(id: string): void
  /** Removes those that are full again; returns how many. */
  purge(now: number): number
}

/** One row for each allowance that was drawn on, until it is removed or purged. */
export function createAllowanceStore(database: Database): AllowanceStore {
  const find = database.prepare('SELECT refilled_at FROM spent_allowances WHERE id = ?')
  const put = database.prepare(
    `INSERT INTO spent_allowances (id, refilled_at) VALUES (?, ?)
     ON CONFLICT (id) DO UPDATE SET refilled_at = excluded.refilled_at`,
  )
  const remove = database.prepare('DELETE FROM spent_allowances WHERE id = ?')
  const purge = database.prepare('DELETE FROM spent_allowances WHERE refilled_at <= ?')
  return {
    refilledAt: (id) => {
      const row = find.get(id)
      return row === undefined ? undefined : integer(row, 'refilled_at')
    },
    put: (id, refilledAt) => database.write(() => void put.run(id, refilledAt)),
    remove: (id) => database.write(() => void remove.run(id)),
    purge: (now) => database.write(() => Number(purge.run(now).changes)),
  }
}
