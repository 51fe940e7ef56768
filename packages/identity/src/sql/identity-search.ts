import { integer, text as textIn, type Database, type PreparedStatement, type Row } from '@gatehouse/platform/database'

import type {
  FoundIdentities,
  IdentitySearch,
  SearchFilter,
  SearchOrder,
  SearchPosition,
} from '../identities/identity-store.ts'
import { bitOf, secondStepBits } from '../identities/listed.ts'
import { wordsIn } from '../identities/searchable.ts'
import { isWordStart } from '../identities/word-starts.ts'
import { identityOf } from './identity-row.ts'
import { allRuns, runsOf } from './search-index.ts'
import { candidatesOf, orders, pageOf, type SearchShape, totalOf } from './search-statements.ts'

interface Condition {
  readonly name: keyof SearchFilter
  readonly sql: string
  /** Returns the value of the condition; undefined: the condition does not apply. */
  readonly value: (filter: SearchFilter) => string | number | undefined
}

/** TABLE: the condition of each filter on a row of the index. */
const conditions: readonly Condition[] = [
  { name: 'state', sql: 'state = :state', value: ({ state }) => state },
  { name: 'schemaId', sql: 'schema_id = :schemaId', value: ({ schemaId }) => schemaId },
  { name: 'organizationId', sql: 'organization_id = :organizationId', value: ({ organizationId }) => organizationId },
  { name: 'isVerified', sql: 'verified = :isVerified', value: ({ isVerified }) => numberOf(isVerified) },
  {
    name: 'hasSecondStep',
    sql: `CASE WHEN (methods & ${secondStepBits}) <> 0 THEN 1 ELSE 0 END = :hasSecondStep`,
    value: ({ hasSecondStep }) => numberOf(hasSecondStep),
  },
  { name: 'method', sql: '(methods & :method) <> 0', value: ({ method }) => method && bitOf(method) },
  { name: 'createdAfter', sql: 'created_at >= :createdAfter', value: ({ createdAfter }) => createdAfter },
  { name: 'lastSeenBefore', sql: 'last_seen < :lastSeenBefore', value: ({ lastSeenBefore }) => lastSeenBefore },
]

function numberOf(truth: boolean | undefined): number | undefined {
  return truth === undefined ? undefined : Number(truth)
}

/** The number from which most people match: a scan in order soon meets the next one, and copies none for sorting. */
const usualManyFrom = 5_000

/** TABLE: the statements of a search. */
const texts = { page: pageOf, total: totalOf, candidates: candidatesOf }

/**
 * Prepares the search for people by words. Statements are few, and prepared at their first use. `manyFrom`: the number
 * of people left by the indexes from which the indexes are walked instead.
 */
export function prepareSearch(
  database: Database,
  manyFrom = usualManyFrom,
): (query: IdentitySearch) => Promise<FoundIdentities> {
  const statements = new Map<string, PreparedStatement>()
  const prepared = (kind: keyof typeof texts, shape: SearchShape) => {
    const key = JSON.stringify([kind, shape])
    const known = statements.get(key) ?? database.prepare(texts[kind](shape))
    statements.set(key, known)
    return known
  }

  /** Checks that the indexes leave many people. Conditions without an index are not counted: one pass checks all. */
  async function hasManyCandidates(shape: SearchShape, values: Readonly<Record<string, string>>): Promise<boolean> {
    if (shape.starts === 0 && !shape.hasRuns) return false
    const counted = (await prepared('candidates', shape).get({ ...values, limit: manyFrom })) ?? {}
    return Object.keys(counted).every((name) => integer(counted, name) >= manyFrom)
  }

  return async ({ text, order, size, at, ...narrowed }) => {
    const words = wordsIn(text)
    const starts = words.filter(isWordStart)
    const parts = words.filter((word) => !isWordStart(word))
    const runs =
      database.dialect === 'postgres' ? undefined : allRuns([...new Set(parts.flatMap((word) => runsOf(word)))])
    const asked = conditions.flatMap(({ name, sql, value }) => {
      const given = value(narrowed)
      return given === undefined ? [] : [{ name, sql, given }]
    })
    const isBefore = at?.isBefore === true
    const byStart = Object.fromEntries(starts.map((start, index) => [`start${index}`, start]))
    const byRuns = runs === undefined ? {} : { runs }
    const shape: SearchShape = {
      dialect: database.dialect,
      order,
      isBefore,
      starts: starts.length,
      parts: parts.length,
      hasRuns: runs !== undefined,
      narrowedBy: asked.map(({ sql }) => sql),
      isMany: false,
    }
    const chosen = { ...shape, isMany: await hasManyCandidates(shape, { ...byStart, ...byRuns }) }
    const values = {
      ...Object.fromEntries(asked.map(({ name, given }) => [name, given])),
      ...Object.fromEntries(parts.map((part, index) => [`part${index}`, part])),
      ...byStart,
      ...(!chosen.isMany && byRuns),
    }
    const { value, id } = at ?? { value: orders[order].start, id: '' }
    const read = await prepared('page', chosen).all({ ...values, at: value, id, limit: size + 1 })
    const rows = isBefore ? read.slice(0, size).toReversed() : read.slice(0, size)
    const hasMore = read.length > size
    const counted = chosen.isMany ? undefined : read[0]
    const total = counted ?? (await prepared('total', chosen).get(values)) ?? {}
    const end = (row: Row | undefined, before: boolean) => row && positionOf(order, row, before)
    return {
      found: rows.map((row) => ({ identity: identityOf(row), lastSeenAt: integer(row, 'last_seen') || undefined })),
      next: isBefore || hasMore ? end(rows.at(-1), false) : undefined,
      previous: at !== undefined && (!isBefore || hasMore) ? end(rows[0], true) : undefined,
      total: integer(total, 'total'),
    }
  }
}

function positionOf(order: SearchOrder, row: Row, isBefore: boolean): SearchPosition {
  const value = orders[order].column === 'name' ? textIn(row, 'value') : integer(row, 'value')
  return { value, id: textIn(row, 'identity_id'), isBefore }
}
