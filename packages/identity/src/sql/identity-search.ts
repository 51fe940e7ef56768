import { integer, type Database } from '@gatehouse/platform/database'

import type { FoundIdentities, IdentitySearch } from '../identities/identity-store.ts'
import { searchable } from '../identities/searchable.ts'
import { identityColumns, identityOf } from './identity-row.ts'
import { allRuns, runsOf } from './search-index.ts'

/** How words are separated. */
const spaces = /\s+/

const narrowed = `(:state IS NULL OR i.state = :state) AND (:schema IS NULL OR i.schema_id = :schema)
  AND (:organization IS NULL OR i.organization_id = :organization)`

/** Every word is a part of what is known of somebody; the index of runs leaves few to look at. */
const hasWords = `NOT EXISTS (SELECT 1 FROM json_each(:words) w WHERE instr(s.words, w.value) = 0)`
const from = {
  everybody: `identities i WHERE ${narrowed}`,
  words: `identity_search s JOIN identities i ON i.id = s.identity_id WHERE ${hasWords} AND ${narrowed}`,
  runs: `identity_search s JOIN identities i ON i.id = s.identity_id
    WHERE s.number IN (SELECT rowid FROM identity_search_runs WHERE identity_search_runs MATCH :runs)
    AND ${hasWords} AND ${narrowed}`,
} as const

const orders = {
  newest: '(i.created_at, i.id) < (:createdAt, :id) ORDER BY i.created_at DESC, i.id DESC',
  oldest: '(i.created_at, i.id) > (:createdAt, :id) ORDER BY i.created_at, i.id',
} as const

/** Before the first one. */
const starts = { newest: { createdAt: Number.MAX_SAFE_INTEGER, id: '' }, oldest: { createdAt: -1, id: '' } } as const

/** Prepares looking for people by words, one statement for each way and order. */
export function prepareSearch(database: Database): (query: IdentitySearch) => FoundIdentities {
  const prepared = (way: keyof typeof from) => ({
    newest: database.prepare(`SELECT ${identityColumns} FROM ${from[way]} AND ${orders.newest} LIMIT :limit`),
    oldest: database.prepare(`SELECT ${identityColumns} FROM ${from[way]} AND ${orders.oldest} LIMIT :limit`),
    total: database.prepare(`SELECT count(*) AS total FROM ${from[way]}`),
  })
  const ways = { everybody: prepared('everybody'), words: prepared('words'), runs: prepared('runs') }

  return ({ text, order, size, after, state = null, schemaId = null, organizationId = null }) => {
    const words = searchable(text)
      .split(spaces)
      .filter((word) => word !== '')
    const runs = allRuns([...new Set(words.flatMap((word) => runsOf(word)))])
    const way = ways[words.length === 0 ? 'everybody' : runs === undefined ? 'words' : 'runs']
    const filters = {
      state,
      schema: schemaId,
      organization: organizationId,
      ...(words.length > 0 && { words: JSON.stringify(words) }),
      ...(runs !== undefined && { runs }),
    }
    const found = way[order].all({ ...filters, ...(after ?? starts[order]), limit: size + 1 }).map(identityOf)
    return {
      identities: found.slice(0, size),
      next: found.length > size ? position(found[size - 1]) : undefined,
      total: integer(way.total.get(filters) ?? {}, 'total'),
    }
  }
}

function position(last: { readonly createdAt: number; readonly id: string } | undefined) {
  return last && { createdAt: last.createdAt, id: last.id }
}
