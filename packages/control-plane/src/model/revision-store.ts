import { integer, oneOf, optionalText, text, tree, type Row, type Database } from '@gatehouse/platform/database'

import { actorKinds, type Actor } from './audit-store.ts'
import type { BrandingPart } from '@gatehouse/contract/control-plane'
import type { Cursor } from '../http/paging.ts'
import { parseSettings, type ProjectSettings } from './project-settings.ts'

/** An `Actor`, or an id from before names were kept, which the audit log did not know. */
export type Maker = Actor | { readonly kind: 'unknown'; readonly id: string }

/** A project's configuration at some time. `createdAt` is Unix milliseconds. */
export interface Revision {
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly settings: ProjectSettings
  /** The author, under the name at that time. */
  readonly madeBy: Maker
  readonly createdAt: number
}

/** Revisions in a database. */
export interface RevisionStore {
  /** Inserts a revision. `changed`: the parts of the branding that differ from the one before. */
  insert(revision: Revision, changed?: readonly BrandingPart[]): Promise<void>
  find(projectId: string, id: string): Promise<Revision | undefined>
  /** Lists revisions, newest first; one page. */
  list(projectId: string, size: number, before: Cursor | undefined): Promise<readonly Revision[]>
  /** Lists in the same way the revisions that changed a part of the branding. */
  listOf(part: BrandingPart, projectId: string, size: number, before: Cursor | undefined): Promise<readonly Revision[]>
}

/** Creates the store of every configuration that a project has had. */
export function createRevisionStore(database: Database): RevisionStore {
  const columns = 'id, project_id, name, settings, made_by, maker_kind, maker_name, created_at'
  const insert = database.prepare(`INSERT INTO project_revisions (${columns}, changes_brand, changes_mails)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const find = database.prepare(`SELECT ${columns} FROM project_revisions WHERE project_id = ? AND id = ?`)
  const prepareList = (where = '') =>
    database.prepare(
      `SELECT ${columns} FROM project_revisions WHERE project_id = :project AND (created_at, id) < (:at, :id) ${where}
     ORDER BY created_at DESC, id DESC LIMIT :size`,
    )
  const list = prepareList()
  const listOf = { brand: prepareList('AND changes_brand = 1'), mails: prepareList('AND changes_mails = 1') }
  const page = (project: string, size: number, before: Cursor | undefined) => ({
    project,
    at: before?.at ?? Number.MAX_SAFE_INTEGER,
    id: before?.id ?? '',
    size,
  })
  return {
    insert: ({ id, projectId, name, settings, madeBy, createdAt }, changed = []) =>
      database.durable(async () => {
        const maker = madeBy.kind === 'unknown' ? [null, null] : [madeBy.kind, madeBy.name]
        const parts = (['brand', 'mails'] as const).map((part) => (changed.includes(part) ? 1 : 0))
        await insert.run(id, projectId, name, JSON.stringify(settings), madeBy.id, ...maker, createdAt, ...parts)
      }),
    find: async (projectId, id) => {
      const row = await find.get(projectId, id)
      return row && revisionOf(row)
    },
    list: async (project, size, before) => (await list.all(page(project, size, before))).map(revisionOf),
    listOf: async (part, project, size, before) =>
      (await listOf[part].all(page(project, size, before))).map(revisionOf),
  }
}

/** Returns the author in the wire format; null: no more than the id is known. */
export function presentActor(maker: Maker): Actor | null {
  return maker.kind === 'unknown' ? null : maker
}

function revisionOf(row: Row): Revision {
  return {
    id: text(row, 'id'),
    projectId: text(row, 'project_id'),
    name: text(row, 'name'),
    settings: parseSettings(tree(row, 'settings')),
    madeBy: makerOf(row),
    createdAt: integer(row, 'created_at'),
  }
}

function makerOf(row: Row): Maker {
  const id = text(row, 'made_by')
  const name = optionalText(row, 'maker_name')
  return name === undefined ? { kind: 'unknown', id } : { kind: oneOf(row, 'maker_kind', actorKinds), id, name }
}
