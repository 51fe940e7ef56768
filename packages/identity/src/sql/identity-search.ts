import { integer, text as textIn, type Database, type PreparedStatement, type Row } from '@gatehouse/platform/database'
import type {
  FoundIdentities,
  IdentitySearch,
  SearchFilter,
  SearchOrder,
  SearchPosition,
} from '../identities/identity-store.ts'
import { bitOf, secondStepBits } from '../identities/listed.ts'
import { wordsIn, isWordStart } from '../identities/searchable.ts'
import { identityOf, identityColumns } from './identity-row.ts'
import { allRuns, runsOf } from './search-index.ts'

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

const [first, last] = [-1, Number.MAX_SAFE_INTEGER]
/** Behind every name. */
const lastName = '\u{10FFFF}'

/** TABLE: the column of each order, its index, and its start. */
const orders = {
  newest: { column: 'created_at', index: 'in_order', isDescending: true, start: last },
  oldest: { column: 'created_at', index: 'in_order', isDescending: false, start: first },
  name_asc: { column: 'name', index: 'by_name', isDescending: false, start: '' },
  name_desc: { column: 'name', index: 'by_name', isDescending: true, start: lastName },
  last_seen_desc: { column: 'last_seen', index: 'by_last_seen', isDescending: true, start: last },
  last_seen_asc: { column: 'last_seen', index: 'by_last_seen', isDescending: false, start: first },
} as const satisfies Readonly<Record<SearchOrder, object>>

/** The input of a statement's text; everything else is a value of it. */
interface SearchShape {
  readonly dialect: Database['dialect']
  readonly order: SearchOrder
  readonly isBefore: boolean
  /** The number of words to find where a word begins: `:start0` and so on. */
  readonly starts: number
  /** The number of words to find anywhere: `:part0` and so on. */
  readonly parts: number
  /** True if the index of runs of letters narrows the search: `:runs`. */
  readonly hasRuns: boolean
  readonly narrowedBy: readonly string[]
  /** True if the indexes leave many people: they are walked in order until a page is full. */
  readonly isMany: boolean
}

const range = (count: number) => Array.from({ length: count }, (_, at) => at)
const inRuns = 'SELECT rowid FROM identity_search_runs WHERE identity_search_runs MATCH :runs'
const inStarts = (at: number) => `SELECT number FROM identity_search_starts WHERE start = :start${at}`

/** Returns a statement that counts the people that each index leaves, `:limit` at most. */
function candidatesOf({ starts, hasRuns }: SearchShape): string {
  const sources = [...range(starts).map(inStarts), ...(hasRuns ? [inRuns] : [])]
  const counts = sources.map((source, at) => `(SELECT count(*) FROM (${source} LIMIT :limit) c${at}) AS count${at}`)
  return `SELECT ${counts.join(', ')}`
}

/** Returns the conditions of a row beside the indexes of words. */
function asked({ parts, narrowedBy }: SearchShape): readonly string[] {
  return [...range(parts).map((at) => `instr(words, :part${at}) > 0`), ...narrowedBy]
}

function where(all: readonly string[]): string {
  return all.length === 0 ? '' : ` WHERE ${all.join(' AND ')}`
}

/**
 * Returns a statement for all found people; without words the index of the order suffices. An organization has few of a
 * project's people: its own index finds them.
 */
function foundBy(shape: SearchShape): string {
  const { order, starts, parts, hasRuns } = shape
  const byIndex = [...(hasRuns ? [inRuns] : []), ...range(starts).map(inStarts)]
  const indexed = starts + parts === 0 ? inOrder(shape) : ''
  const all = [...byIndex.map((source) => `number IN (${source})`), ...asked(shape)]
  return `SELECT identity_id, ${orders[order].column} AS value, last_seen FROM identity_search${indexed}${where(all)}`
}

function inOrder({ dialect, order, narrowedBy }: SearchShape): string {
  const isOfOne = narrowedBy.some((condition) => condition.startsWith('organization_id'))
  return dialect === 'sqlite' ? ` INDEXED BY identity_search_${isOfOne ? 'by_organization' : orders[order].index}` : ''
}

/** Returns a statement that counts the found people. */
function totalOf(shape: SearchShape): string {
  const { starts, isMany } = shape
  if (!isMany) return `SELECT count(*) AS total FROM (${foundBy(shape)}) found`
  const others = asked(shape)
  if (starts === 1 && others.length === 0) return `SELECT count(*) AS total FROM (${inStarts(0)}) found`
  // For so many, one sequential read is cheaper than a look-up of each.
  const all = [...range(starts).map((at) => `number IN (${inStarts(at)})`), ...others]
  return `SELECT count(*) AS total FROM identity_search${where(all)}`
}

/** Returns a statement for a page of them, with their number in each row if they are few. */
function pageOf(shape: SearchShape): string {
  const isDescending = orders[shape.order].isDescending !== shape.isBefore
  const [before, direction] = isDescending ? ['<', 'DESC'] : ['>', 'ASC']
  const shown = `SELECT ${identityColumns}, page.identity_id, page.value, page.last_seen`
  const joined = `FROM page JOIN identities i ON i.id = page.identity_id
    ORDER BY page.value ${direction}, page.identity_id ${direction}`
  if (shape.isMany) {
    const { column } = orders[shape.order]
    const begins = range(shape.starts).map(
      (at) => `EXISTS (${inStarts(at)} AND identity_search_starts.number = identity_search.number)`,
    )
    const all = [...begins, ...asked(shape), `(${column}, identity_id) ${before} (:at, :id)`]
    return `WITH page AS MATERIALIZED (
      SELECT identity_id, ${column} AS value, last_seen FROM identity_search${inOrder(shape)}${where(all)}
      ORDER BY ${column} ${direction}, identity_id ${direction} LIMIT :limit)
      ${shown} ${joined}`
  }
  // With words, one search finds the accounts, for the page and the total.
  const kept = shape.starts + shape.parts === 0 ? '' : 'MATERIALIZED '
  return `WITH found AS ${kept}(${foundBy(shape)}),
    page AS MATERIALIZED (SELECT identity_id, value, last_seen FROM found
      WHERE (value, identity_id) ${before} (:at, :id)
      ORDER BY value ${direction}, identity_id ${direction} LIMIT :limit)
    ${shown}, (SELECT count(*) FROM found) AS total ${joined}`
}
