import { isDeepStrictEqual } from 'node:util'
import { integer, optionalText, text, type Database, type Row } from '@gatehouse/platform/database'
import type { Identity } from '../identities/identity.ts'
import { listedFactsOf } from '../identities/listed.ts'
import { searchable } from '../identities/searchable.ts'
import { identifierRows, keyFamily } from './identity-row.ts'
import { createWordStartIndex } from './word-start-index.ts'

/** The index of searches. Every call belongs in the transaction of its change. */
export interface SearchIndex {
  add(identity: Identity): Promise<void>
  replace(identity: Identity): Promise<void>
  /** Removes a row. Call it before the identity itself is deleted, which removes the row as well. */
  remove(id: string): Promise<void>
}

/** Creates the index by which people are found by parts of their data. */
export function createSearchIndex(database: Database): SearchIndex {
  const addRow = database.prepare(
    `INSERT INTO identity_search (identity_id, ${columns.join(', ')}, last_seen)
     VALUES (?, ${columns.map(() => '?').join(', ')}, coalesce(
       (SELECT max(coalesce(s.last_used_at, s.authenticated_at)) FROM sessions s WHERE s.identity_id = ?), 0))
     RETURNING number`,
  )
  const rowOf = database.prepare(`SELECT number, ${columns.join(', ')} FROM identity_search WHERE identity_id = ?`)
  const changeRow = database.prepare(
    `UPDATE identity_search SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE number = ?`,
  )
  const starts = createWordStartIndex(database)
  const runs = createRuns(database)

  return {
    add: async (identity) => {
      const known = knownOf(identity)
      const number = integer((await addRow.get(identity.id, ...known, identity.id)) ?? {}, 'number')
      await starts.add(number, known[0])
      await runs?.add(number, known[0])
    },
    replace: async (identity) => {
      const row = await rowOf.get(identity.id)
      const known = knownOf(identity)
      // Most changes concern credentials and counters.
      if (row === undefined || isDeepStrictEqual(knownIn(row), known)) return
      const number = integer(row, 'number')
      await changeRow.run(...known, number)
      const [words] = known
      if (text(row, 'words') === words) return
      await starts.add(number, words)
      await runs?.remove(number)
      await runs?.add(number, words)
    },
    remove: async (id) => {
      const row = await rowOf.get(id)
      if (row === undefined) return
      await runs?.remove(integer(row, 'number'))
    },
  }
}

/** Creates SQLite's index of runs of letters; PostgreSQL scans the words of a project. */
function createRuns(database: Database) {
  if (database.dialect !== 'sqlite') return undefined
  const add = database.prepare('INSERT INTO identity_search_runs (rowid, words) VALUES (?, ?)')
  const remove = database.prepare('DELETE FROM identity_search_runs WHERE rowid = ?')
  return {
    add: async (number: number, words: string) => void (await add.run(number, words)),
    remove: async (number: number) => void (await remove.run(number)),
  }
}

/** The written columns of an account, in the order of `knownOf`; its sessions write `last_seen`. */
const columns = ['words', 'state', 'schema_id', 'organization_id', 'created_at', 'name', 'methods', 'verified'] as const

function knownIn(row: Row): Known {
  const [words, state, schemaId] = [text(row, 'words'), text(row, 'state'), text(row, 'schema_id')]
  const organization = optionalText(row, 'organization_id') ?? null
  const verified = row['verified'] === null ? null : integer(row, 'verified')
  const [createdAt, methods] = [integer(row, 'created_at'), integer(row, 'methods')]
  return [words, state, schemaId, organization, createdAt, text(row, 'name'), methods, verified]
}

type Known = [
  words: string,
  state: string,
  schemaId: string,
  organizationId: string | null,
  createdAt: number,
  name: string,
  methods: number,
  verified: number | null,
]

/** Returns the row of an account: the words that find it, and the values that filter and sort lists. */
function knownOf(identity: Identity): Known {
  const { state, schemaId, organizationId = null, createdAt } = identity
  const { name, methods, verified } = listedFactsOf(identity)
  const proved = verified === null ? null : Number(verified)
  return [wordsOf(identity), state, schemaId, organizationId, createdAt, name, methods, proved]
}

/** Characters of an account that searches use: every three successive ones are a row of the index. */
const searchedCharacters = 4_096

/** Returns the words that find an account, a line each: its ids and sign-in names, then the values of its traits. */
function wordsOf(identity: Identity): string {
  const names = identifierRows(identity).flatMap(([family, name]) => (family === keyFamily ? [] : [name]))
  const known = [identity.id, identity.externalId ?? '', ...names, ...valuesIn(identity.traits)]
  // A NUL would end the text for some functions of SQLite.
  const folded = searchable([...new Set(known)].join('\n').replaceAll('\0', ' '))
  return folded.slice(0, searchedCharacters).toWellFormed()
}

function valuesIn(node: unknown): readonly string[] {
  if (typeof node === 'object' && node !== null) return Object.values(node).flatMap((inner) => valuesIn(inner))
  if (typeof node === 'string') return [node]
  return typeof node === 'number' || typeof node === 'boolean' ? [`${node}`] : []
}

/** The index has runs of three letters; of a long text the first ones suffice. */
const shortest = 3
const mostRuns = 64

/** Returns the runs for a search of the index that finds a superset of this text; nothing for fewer letters. */
export function runsOf(sought: string): readonly string[] {
  const letters = Array.from(searchable(sought))
  // Queries of the index end at the first NUL.
  if (letters.length < shortest || sought.includes('\0')) return []
  const count = Math.min(mostRuns, letters.length - shortest + 1)
  const runs = Array.from({ length: count }, (_, at) => letters.slice(at, at + shortest).join(''))
  return [...new Set(runs)]
}

/** Returns the runs as a query of the index: all of them are required. */
export function allRuns(runs: readonly string[]): string | undefined {
  return runs.length === 0 ? undefined : runs.map((run) => `"${run.replaceAll('"', '""')}"`).join(' ')
}
