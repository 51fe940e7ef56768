import { environments, type ListedScope, type ListScopes } from '@gatehouse/contract/operators'
import { integer, oneOf, optionalText, text, type Row, type Database } from '@gatehouse/platform/database'

import { folded } from '../sql/folded.ts'

// Roles at a workspace apply to all of its projects.
const query = `
  WITH own AS (SELECT scope_kind, scope_id FROM grants WHERE subject_kind = 'operator' AND subject_id = :subject),
  scopes AS (
    SELECT w.created_at AS above_at, w.id AS above_id, 0 AS at, '' AS id, 'workspace' AS kind, w.name AS shown, w.slug AS key,
      w.slug, w.name, NULL AS project_slug, NULL AS project_name, NULL AS environment
    FROM workspaces w WHERE w.id IN (SELECT scope_id FROM own WHERE scope_kind = 'workspace')
    UNION ALL
    SELECT w.created_at, w.id, p.created_at, p.id, 'project', p.name, p.slug, w.slug, w.name, p.slug, p.name, p.environment
    FROM projects p JOIN workspaces w ON w.id = p.workspace_id
    WHERE p.state <> 'deleted' AND (p.workspace_id IN (SELECT scope_id FROM own WHERE scope_kind = 'workspace')
      OR p.id IN (SELECT scope_id FROM own WHERE scope_kind = 'project'))
  )
  SELECT * FROM scopes
  WHERE (instr(folded(shown), :q) > 0 OR instr(key, :q) > 0 OR :q IS NULL) AND (kind = :kind OR :kind IS NULL)
    AND (above_id = :within OR :within IS NULL) AND (above_id <> :without OR :without IS NULL)`
const key = '(above_at, above_id, at, id)'
const edge = '(:above_at, :above_id, :at, :id)'

/** Lists scopes by one query, page by page in both directions. */
export function createScopeList(database: Database): ListScopes {
  const forward = database.prepare(`${query} AND ${key} > ${edge} ORDER BY above_at, above_id, at, id LIMIT :size`)
  const backward = database.prepare(
    `${query} AND ${key} < ${edge} ORDER BY above_at DESC, above_id DESC, at DESC, id DESC LIMIT :size`,
  )
  return async (subject, { size, token = '', q, within, without, kind }) => {
    const from = positionOf(token)
    if (from === undefined) return { kind: 'stale' }
    const { goesBack, ...at } = from
    const wanted = { within: within ?? null, without: without ?? null, kind: kind ?? null }
    const given = { subject, q: q === undefined ? null : folded(q), ...wanted, ...at, size: size + 1 }
    const rows = goesBack ? (await backward.all(given)).toReversed() : await forward.all(given)
    const isCut = rows.length > size
    const shown = isCut ? (goesBack ? rows.slice(-size) : rows.slice(0, size)) : rows
    const [hasNext, hasPrevious] = goesBack ? [true, isCut] : [isCut, token !== '']
    return {
      kind: 'listed',
      scopes: shown.map(scopeOf),
      next: hasNext ? tokenOf('', shown.at(-1)) : undefined,
      previous: hasPrevious ? tokenOf('<', shown.at(0)) : undefined,
    }
  }
}

function tokenOf(side: '' | '<', row: Row | undefined): string | undefined {
  if (row === undefined) return undefined
  const parts = [integer(row, 'above_at'), text(row, 'above_id'), integer(row, 'at'), text(row, 'id')]
  return Buffer.from(side + parts.join(':')).toString('base64url')
}

function positionOf(token: string) {
  if (token === '') return { goesBack: false, above_at: -1, above_id: '', at: -1, id: '' }
  const [, side, aboveAt, aboveId, at, id] =
    /^(<?)(\d{1,15}):([\da-f-]{36}):(\d{1,15}):([\da-f-]{36}|)$/.exec(Buffer.from(token, 'base64url').toString()) ?? []
  if (aboveId === undefined || id === undefined) return undefined
  return { goesBack: side === '<', above_at: Number(aboveAt), above_id: aboveId, at: Number(at), id }
}

function scopeOf(row: Row): ListedScope {
  const slug = optionalText(row, 'project_slug')
  return {
    workspace: { id: text(row, 'above_id'), slug: text(row, 'slug'), name: text(row, 'name') },
    project:
      slug === undefined
        ? undefined
        : { slug, name: text(row, 'project_name'), environment: oneOf(row, 'environment', environments) },
  }
}
