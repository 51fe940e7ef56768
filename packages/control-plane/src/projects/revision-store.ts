import { integer, oneOf, optionalText, text, tree, type Row, type Database } from '@gatehouse/platform/database'

import { actorKinds } from '../audit/store.ts'
import type { Actor } from '../audit/store.ts'
import type { Cursor } from '../http/paging.ts'
import { parseSettings } from './settings.ts'
import type { ProjectSettings } from './settings.ts'

/** An `Actor`, or an id of before names were kept that the audit log did not know. */
export type Maker = Actor | { readonly kind: 'unknown'; readonly id: string }

/** What a project was configured with at some time. `createdAt` is Unix milliseconds. */
export interface Revision {
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly settings: ProjectSettings
  /** Who made it, under the name they had then. */
  readonly madeBy: Maker
  readonly createdAt: number
}

/** Revisions in a database. */
export interface RevisionStore {
  insert(revision: Revision): Promise<void>
  find(projectId: string, id: string): Promise<Revision | undefined>
  /** Newest first; one page. */
  list(projectId: string, size: number, before: Cursor | undefined): Promise<readonly Revision[]>
}

/** Every configuration that a project has had, in SQLite. */
export function createRevisionStore(database: Database): RevisionStore {
  const columns = 'id, project_id, name, settings, made_by, maker_kind, maker_name, created_at'
  const insert = database.prepare(`INSERT INTO project_revisions (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
  const find = database.prepare(`SELECT ${columns} FROM project_revisions WHERE project_id = ? AND id = ?`)
  const list = database.prepare(
    `SELECT ${columns} FROM project_revisions WHERE project_id = :project AND (created_at, id) < (:at, :id)
     ORDER BY created_at DESC, id DESC LIMIT :size`,
  )
  return {
    insert: ({ id, projectId, name, settings, madeBy, createdAt }) =>
      database.durable(async () => {
        const maker = madeBy.kind === 'unknown' ? [null, null] : [madeBy.kind, madeBy.name]
        await insert.run(id, projectId, name, JSON.stringify(settings), madeBy.id, ...maker, createdAt)
      }),
    find: async (projectId, id) => {
      const row = await find.get(projectId, id)
      return row && revisionOf(row)
    },
    list: async (project, size, before) =>
      (await list.all({ project, at: before?.at ?? Number.MAX_SAFE_INTEGER, id: before?.id ?? '', size })).map(
        revisionOf,
      ),
  }
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
