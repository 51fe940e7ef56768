import { integer, text, type Database } from '@gatehouse/platform/database'

import type { Identity } from '../identities/identity.ts'

/** The index behind searches in traits. Every call belongs into the transaction of the change that it is about. */
export interface TraitIndex {
  add(identity: Identity): void
  /** Before the identity itself is changed: what its traits were is read from there. */
  replace(identity: Identity): void
  /** Before the identity itself is deleted. */
  remove(id: string): void
}

/** Makes the index by which people are found by part of a trait. */
export function createTraitIndex(database: Database): TraitIndex {
  const addRow = database.prepare('INSERT INTO identity_trait_rows (identity_id) VALUES (?) RETURNING number')
  const rowOf = database.prepare('SELECT number FROM identity_trait_rows WHERE identity_id = ?')
  // In SQL, so that values are written here exactly as a search reads them there.
  const addWords = database.prepare(
    `INSERT INTO identity_trait_words (rowid, words)
     SELECT ?, group_concat(t.atom, char(10)) FROM json_tree(?) t`,
  )
  const removeWords = database.prepare('DELETE FROM identity_trait_words WHERE rowid = ?')
  const traitsOf = database.prepare(`SELECT document -> '$.traits' AS traits FROM identities WHERE id = ?`)

  return {
    add: ({ id, traits }) => {
      addWords.run(integer(addRow.get(id) ?? {}, 'number'), JSON.stringify(traits))
    },
    replace: ({ id, traits }) => {
      const row = traitsOf.get(id)
      const words = JSON.stringify(traits)
      // Most changes are of credentials and counters.
      if (row === undefined || text(row, 'traits') === words) return
      const number = integer(rowOf.get(id) ?? {}, 'number')
      removeWords.run(number)
      addWords.run(number, words)
    },
    remove: (id) => {
      const row = rowOf.get(id)
      if (row !== undefined) removeWords.run(integer(row, 'number'))
    },
  }
}

/** Runs of three letters are what the index knows; of a long text the first ones say enough. */
const shortest = 3
const mostRuns = 64

/** What to look for in the index so that everything with these words is found, and some more; nothing for fewer letters. */
export function trigramsOf(words: string): string | undefined {
  const letters = Array.from(words)
  // Queries of the index end at the first NUL.
  if (letters.length < shortest || words.includes('\0')) return undefined
  const count = Math.min(mostRuns, letters.length - shortest + 1)
  const runs = Array.from({ length: count }, (_, at) => letters.slice(at, at + shortest).join(''))
  return [...new Set(runs)].map((run) => `"${run.replaceAll('"', '""')}"`).join(' ')
}
