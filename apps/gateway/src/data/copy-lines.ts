import type { CopyProgress } from '@gatehouse/platform/database'

/** Between two lines about a table. */
const rowsOfALine = 10_000

/** How far a copy is, in lines for people: one when a table is done, and some while it is long. */
export function copyLines(say: (line: string) => void): CopyProgress {
  let said = 0
  return (table, rows, total) => {
    if (rows < total && rows < said + rowsOfALine) return
    say(`${table}, ${rows} of ${total} rows`)
    said = rows < total ? rows : 0
  }
}
