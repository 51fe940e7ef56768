import { integer, oneOf, text, type Row, type Database } from '@gatehouse/platform/database'

import type { Page } from '../http/paging.ts'
import { folded } from '../sql/folded.ts'
import { createKeyset } from '../sql/keyset.ts'

/** The access policies of a workspace that belongs to an organization. */
export const accessPolicies = ['CHECK_ORGANIZATION_AND_WORKSPACE_MEMBERSHIP', 'CHECK_ACCESS_PERMISSION'] as const

/** A group of projects with its own members and keys. Times are Unix milliseconds. */
export interface Workspace {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly accessPolicy: (typeof accessPolicies)[number]
  /** Whether its members must have used a second factor. */
  readonly secondFactorRequired: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

/** Workspaces in a database. */
export interface WorkspaceStore {
  insert(workspace: Workspace): Promise<void>
  /** Replaces everything but id, slug and `createdAt`. */
  update(workspace: Workspace): Promise<void>
  /** By id or slug. */
  find(idOrSlug: string): Promise<Workspace | undefined>
  /** Lists the workspaces of given ids whose name contains a text, oldest first; one page and one more. */
  list(ids: readonly string[], q: string | undefined, page: Page): Promise<readonly Workspace[]>
  /** Returns the workspace of the first start. */
  first(): Promise<Workspace | undefined>
  isEmpty(): Promise<boolean>
}

/** Creates the store of workspaces in their table. */
export function createWorkspaceStore(database: Database): WorkspaceStore {
  const columns = 'id, slug, name, access_policy, second_factor_required, created_at, updated_at'
  const insert = database.prepare(`INSERT INTO workspaces (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`)
  const update = database.prepare(
    'UPDATE workspaces SET name = ?, access_policy = ?, second_factor_required = ?, updated_at = ? WHERE id = ?',
  )
  const find = database.prepare(`SELECT ${columns} FROM workspaces WHERE id = :key OR slug = :key`)
  const list = createKeyset(database, {
    columns,
    from: 'workspaces',
    where: 'id IN (SELECT value FROM json_each(:ids)) AND (instr(folded(name), :q) > 0 OR :q IS NULL)',
  })
  const first = database.prepare(`SELECT ${columns} FROM workspaces ORDER BY created_at, id LIMIT 1`)
  const any = database.prepare('SELECT 1 FROM workspaces LIMIT 1')
  return {
    insert: ({ id, slug, name, accessPolicy, secondFactorRequired, createdAt, updatedAt }) =>
      database.durable(
        async () =>
          void (await insert.run(id, slug, name, accessPolicy, Number(secondFactorRequired), createdAt, updatedAt)),
      ),
    update: ({ id, name, accessPolicy, secondFactorRequired, updatedAt }) =>
      database.durable(
        async () => void (await update.run(name, accessPolicy, Number(secondFactorRequired), updatedAt, id)),
      ),
    find: async (key) => {
      const row = await find.get({ key: key.toLowerCase() })
      return row && workspaceOf(row)
    },
    list: async (ids, q, page) =>
      (await list({ ids: JSON.stringify(ids), q: q === undefined ? null : folded(q) }, page)).map(workspaceOf),
    first: async () => {
      const row = await first.get()
      return row && workspaceOf(row)
    },
    isEmpty: async () => (await any.get()) === undefined,
  }
}

function workspaceOf(row: Row): Workspace {
  return {
    id: text(row, 'id'),
    slug: text(row, 'slug'),
    name: text(row, 'name'),
    accessPolicy: oneOf(row, 'access_policy', accessPolicies),
    secondFactorRequired: integer(row, 'second_factor_required') === 1,
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
  }
}
