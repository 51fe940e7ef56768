import { setImmediate } from 'node:timers/promises'

import type { Database } from './database.ts'
import type { Value } from './prepared.ts'

/** The number of rows of a step: a purge locks the database, and the process of a file, only for milliseconds. */
const rowsAtOnce = 500

/** The expired rows of a table. `key` identifies its rows; `condition` has the parameters, by name. */
export interface Purged {
  readonly table: string
  readonly key: string
  readonly condition: string
}

/**
 * Compiles a purge that removes rows in steps, so that others can read and write in between however many there are.
 * Returns the number of removed rows.
 */
export function preparePurge(
  database: Database,
  { table, key, condition }: Purged,
): (values: Readonly<Record<string, Value>>) => Promise<number> {
  const step = database.prepare(
    `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT :rows)`,
  )
  return async (values) => {
    let removed = 0
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one step after the other
      const changes = await database.write(() => step.run({ ...values, rows: rowsAtOnce }))
      removed += changes
      if (changes < rowsAtOnce) return removed
      // oxlint-disable-next-line no-await-in-loop -- waiting units go first
      await setImmediate()
    }
  }
}
