import { setImmediate } from 'node:timers/promises'
import { integer, optionalInteger, text, type Database, type Row } from '@gatehouse/platform/database'
import { wordStarts } from '../identities/searchable.ts'

/** The beginnings of words, for searches by one or two letters. The database removes them with their words. */
export interface WordStartIndex {
  /** `number`: of the row of the index, which has none so far. Belongs in the transaction of its change. */
  add(number: number, words: string): Promise<void>
  /**
   * Enters missing people: those from before the index, and those whom a process of the previous version wrote. It
   * works in batches, so that others read and write in between. Returns their number.
   */
  addMissing(): Promise<number>
}

/** The number of people in one step. */
const usualAtOnce = 500

/** Creates the index that finds people by the beginnings of words. */
export function createWordStartIndex(database: Database, atOnce = usualAtOnce): WordStartIndex {
  const addRows = database.prepare(
    `INSERT INTO identity_search_starts (start, number)
     SELECT value, :number FROM json_each(:starts) WHERE TRUE ON CONFLICT DO NOTHING`,
  )
  const stepEnd = database.prepare(
    `SELECT max(number) AS last FROM (
       SELECT number FROM identity_search WHERE number > ? ORDER BY number LIMIT ${atOnce}) step`,
  )
  const missingIn = database.prepareHeld(
    `SELECT number, words FROM identity_search s WHERE number > ? AND number <= ?
       AND NOT EXISTS (SELECT 1 FROM identity_search_starts t WHERE t.number = s.number)`,
  )
  const add: WordStartIndex['add'] = async (number, words) =>
    void (await addRows.run({ number, starts: JSON.stringify(wordStarts(words)) }))
  // Some people have nothing to enter.
  const missing = async (after: number, last: number): Promise<readonly Row[]> =>
    (await missingIn.all(after, last)).filter((row) => wordStarts(text(row, 'words')).length > 0)

  return {
    add,
    addMissing: async () => {
      let added = 0
      let after = 0
      for (;;) {
        const [start, last] = [after, optionalInteger((await stepEnd.get(after)) ?? { last: null }, 'last')]
        if (last === undefined) return added
        if ((await missing(start, last)).length > 0) {
          added += await database.durable(async () => {
            // The transaction locks them against changes and deletion.
            const rows = await missing(start, last)
            for (const row of rows) await add(integer(row, 'number'), text(row, 'words'))
            return rows.length
          })
        }
        after = last
        await setImmediate()
      }
    },
  }
}
