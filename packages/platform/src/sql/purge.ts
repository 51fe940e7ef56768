import { setImmediate } from 'node:timers/promises'

import type { Database } from './database.ts'
import type { Value } from './prepared.ts'

/** So that a purge holds the database, and the process of a file, for milliseconds. */
const rowsAtOnce = 500

/** Which rows of a table have had their time. `key` tells its rows apart; `condition` has the parameters, by name. */
export interface Purged {
  readonly table: string
  readonly key: string
  readonly condition: string
}

/**
 * Compiles what removes rows in steps, so that others read and write in between however many there are. Answers how many
 * were removed.
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
