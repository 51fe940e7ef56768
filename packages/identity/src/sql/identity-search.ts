import { integer, type Database, type PreparedStatement } from '@gatehouse/platform/database'

import type { Identity } from '../identities/identity.ts'
import type { FoundIdentities, IdentitySearch, SearchPosition } from '../identities/identity-store.ts'
import { wordsIn } from '../identities/searchable.ts'
import { identityColumns, identityOf } from './identity-row.ts'
import { allRuns, runsOf } from './search-index.ts'

const orders = {
  newest: { before: '<', direction: 'DESC', start: { createdAt: Number.MAX_SAFE_INTEGER, id: '' } },
  oldest: { before: '>', direction: 'ASC', start: { createdAt: -1, id: '' } },
} as const

/** What the text of a statement depends on; everything else is a value of it. */
interface Shape {
  readonly dialect: Database['dialect']
  readonly order: keyof typeof orders
  readonly words: number
  readonly hasRuns: boolean
  readonly narrowedBy: readonly string[]
}

/** Prepares looking for people by words. Statements are few, and prepared when they are first asked for. */
export function prepareSearch(database: Database): (query: IdentitySearch) => Promise<FoundIdentities> {
  const statements = new Map<string, PreparedStatement>()
  const prepared = (kind: 'page' | 'total', shape: Shape) => {
    const key = JSON.stringify([kind, shape])
    const known = statements.get(key) ?? database.prepare(kind === 'page' ? pageOf(shape) : totalOf(shape))
    statements.set(key, known)
    return known
  }

  return async ({ text, order, size, after, state, schemaId, organizationId }) => {
    const words = wordsIn(text)
    const runs =
      database.dialect === 'postgres' ? undefined : allRuns([...new Set(words.flatMap((word) => runsOf(word)))])
    const narrowed = Object.entries({ state, schema_id: schemaId, organization_id: organizationId })
    const given = narrowed.filter((one): one is [string, string] => one[1] !== undefined)
    const shape = {
      dialect: database.dialect,
      order,
      words: words.length,
      hasRuns: runs !== undefined,
      narrowedBy: given.map(([name]) => name),
    }
    const values = {
      ...Object.fromEntries(given),
      ...Object.fromEntries(words.map((word, at) => [`word${at}`, word])),
      ...(runs !== undefined && { runs }),
    }
    const rows = await prepared('page', shape).all({ ...values, ...(after ?? orders[order].start), limit: size + 1 })
    const identities = rows.slice(0, size).map(identityOf)
    const total = rows[0] ?? (await prepared('total', shape).get(values)) ?? {}
    return {
      identities,
      next: rows.length > size ? positionOf(identities.at(-1)) : undefined,
      total: integer(total, 'total'),
    }
  }
}

/** Everybody who is found; without words the index of the order has all that it takes. */
function foundBy({ dialect, words, hasRuns, narrowedBy }: Shape): string {
  const conditions = [
    ...(hasRuns ? ['number IN (SELECT rowid FROM identity_search_runs WHERE identity_search_runs MATCH :runs)'] : []),
    ...Array.from({ length: words }, (_, at) => `instr(words, :word${at}) > 0`),
    ...narrowedBy.map((column) => `${column} = :${column}`),
  ]
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
  const index = words === 0 && dialect === 'sqlite' ? ' INDEXED BY identity_search_in_order' : ''
  return `SELECT identity_id, created_at FROM identity_search${index}${where}`
}

function totalOf(shape: Shape): string {
  return `SELECT count(*) AS total FROM (${foundBy(shape)}) found`
}

// With words, whoever is found is looked for once, for the page and the total.
function pageOf(shape: Shape): string {
  const { before, direction } = orders[shape.order]
  const kept = shape.words === 0 ? '' : 'MATERIALIZED '
  return `WITH found AS ${kept}(${foundBy(shape)}),
    page AS MATERIALIZED (SELECT identity_id, created_at FROM found
      WHERE (created_at, identity_id) ${before} (:createdAt, :id)
      ORDER BY created_at ${direction}, identity_id ${direction} LIMIT :limit)
    SELECT ${identityColumns}, (SELECT count(*) FROM found) AS total
    FROM page JOIN identities i ON i.id = page.identity_id
    ORDER BY page.created_at ${direction}, page.identity_id ${direction}`
}

function positionOf(last: Identity | undefined): SearchPosition | undefined {
  return last && { createdAt: last.createdAt, id: last.id }
}
