import type { CopyProgress } from '@gatehouse/platform/database'

/** The number of rows between two lines about a table. */
const rowsOfALine = 10_000

/** Reports a copy's progress in lines: one after each table, and some during a long one. */
export function copyLines(say: (line: string) => void): CopyProgress {
  let said = 0
  return (table, rows, total) => {
    if (rows < total && rows < said + rowsOfALine) return
    say(`${table}, ${rows} of ${total} rows`)
    said = rows < total ? rows : 0
  }
}
