import { regions, type Region } from '@gatehouse/contract/control-plane'
import { environments, type Environment } from '@gatehouse/contract/operators'
import { integer, oneOf, optionalText, text, tree, type Row, type Database } from '@gatehouse/platform/database'

import { type Principal, idOf } from './principal.ts'
import type { Page } from '../http/paging.ts'
import { folded } from '../sql/folded.ts'
import { createKeyset } from '../sql/keyset.ts'
import { parseSettings, type ProjectSettings } from './project-settings.ts'

const states = ['running', 'halted', 'deleted'] as const

/** One identity service with its configuration. Times are Unix milliseconds. */
export interface Project {
  readonly id: string
  readonly workspaceId: string
  readonly slug: string
  readonly name: string
  readonly environment: Environment
  readonly homeRegion: Region
  /** `deleted`: its data is being archived, and it is no longer shown. */
  readonly state: (typeof states)[number]
  /** Of a halted project: the reason, for operators. Absent: it is being created. */
  readonly haltReason?: string | undefined
  readonly isDefault: boolean
  /** Changes with name, settings or organizations. */
  readonly revisionId: string
  readonly settings: ProjectSettings
  readonly createdAt: number
  readonly updatedAt: number
}

/** Another process has changed or deleted the project since it was read. */
export class ChangedProjectError extends Error {
  override readonly name = 'ChangedProjectError'
}

/** The last change of a project. */
export interface ProjectChange {
  readonly id: string
  readonly number: number
  /** The number at which its document was last read again; 0: never. */
  readonly touchedAt: number
}

/**
 * Projects in a database. Every write of one gets the next number of all changes: processes read the projects after the
 * number that they know. Only `listAll` returns deleted ones. */
export interface ProjectStore {
  insert(project: Project): Promise<void>
  /**
   * Replaces everything but id, workspace, slug and `createdAt`. Rejects with a `ChangedProjectError`, and changes
   * nothing, if the stored project is deleted or has another revision than `from`.
   */
  update(project: Project, from: string): Promise<void>
  remove(id: string): Promise<void>
  /** Makes every process apply the project again: the document that fixes its configuration was changed. */
  touch(id: string): Promise<void>
  /** By id or slug. */
  find(idOrSlug: string): Promise<Project | undefined>
  /** Lists projects of a workspace whose name or slug contains a text, oldest first; one page and one more. */
  listOf(workspaceId: string, q: string | undefined, page: Page): Promise<readonly Project[]>
  /** Lists the projects in which a principal has a role, direct or through the workspace, in the same way. */
  listFor(principal: Principal, q: string | undefined, page: Page): Promise<readonly Project[]>
  /** Returns the number of projects that could not be opened. */
  countHalted(): Promise<number>
  /** Lists every project, including deleted ones. */
  listAll(): Promise<readonly Project[]>
  /** Returns the number of the last change of any project. */
  lastChange(): Promise<number>
  /**
   * Lists the projects that were changed or removed after the change of that number, in the order of their last changes;
   * every project if there is no such number: the database was restored from an older backup.
   */
  changedAfter(number: number): Promise<readonly ProjectChange[]>
}

/** Creates the store of projects in their table. */
export function createProjectStore(database: Database): ProjectStore {
  const columns =
    'id, workspace_id, slug, name, environment, home_region, state, is_default, revision_id, settings, created_at, updated_at, halt_reason'
  const insert = database.prepare(`INSERT INTO projects (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const update = database.prepare(
    `UPDATE projects SET name = ?, environment = ?, home_region = ?, state = ?, revision_id = ?, settings = ?,
     updated_at = ?, halt_reason = ? WHERE id = ? AND revision_id = ? AND state <> 'deleted'`,
  )
  const remove = database.prepare('DELETE FROM projects WHERE id = ?')
  const { count: countChange, ...changes } = prepareChanges(database)
  const find = database.prepare(
    `SELECT ${columns} FROM projects WHERE (id = :key OR slug = :key) AND state <> 'deleted'`,
  )
  const seen = `state <> 'deleted' AND (instr(folded(name), :q) > 0 OR instr(slug, :q) > 0 OR :q IS NULL)`
  const granted = (kind: string) =>
    `SELECT scope_id FROM grants WHERE subject_kind = :kind AND subject_id = :subject AND scope_kind = '${kind}'`
  const listOf = createKeyset(database, {
    columns,
    from: 'projects',
    where: `workspace_id = :workspace AND ${seen}`,
  })
  const listFor = createKeyset(database, {
    columns,
    from: 'projects',
    where: `(workspace_id IN (${granted('workspace')}) OR id IN (${granted('project')})) AND ${seen}`,
  })
  const words = (q: string | undefined) => (q === undefined ? null : folded(q))
  const countHalted = database.prepare(
    `SELECT count(*) AS count FROM projects WHERE state = 'halted' AND halt_reason IS NOT NULL`,
  )
  const listAll = database.prepare(`SELECT ${columns} FROM projects ORDER BY created_at, id`)
  return {
    ...changes,
    insert: (one) =>
      database.durable(async () => {
        await insert.run(
          one.id,
          one.workspaceId,
          one.slug,
          one.name,
          one.environment,
          one.homeRegion,
          one.state,
          one.isDefault ? 1 : 0,
          one.revisionId,
          JSON.stringify(one.settings),
          one.createdAt,
          one.updatedAt,
          reasonOf(one),
        )
        await countChange(one.id)
      }),
    update: ({ id, name, environment, homeRegion, state, haltReason, revisionId, settings, updatedAt }, from) =>
      database.durable(async () => {
        const stored = JSON.stringify(settings)
        const reason = reasonOf({ state, haltReason })
        const values = [name, environment, homeRegion, state, revisionId, stored, updatedAt, reason]
        if ((await update.run(...values, id, from)) === 0)
          throw new ChangedProjectError(`the project ${id} has another revision than ${from}`)
        await countChange(id)
      }),
    remove: (id) =>
      database.durable(async () => {
        await remove.run(id)
        await countChange(id)
      }),
    touch: (id) => database.durable(() => countChange(id, 'touched')),
    find: async (key) => {
      const row = await find.get({ key: key.toLowerCase() })
      return row && projectOf(row)
    },
    listOf: async (workspace, q, page) => (await listOf({ workspace, q: words(q) }, page)).map(projectOf),
    listFor: async (principal, q, page) =>
      (await listFor({ kind: principal.kind, subject: idOf(principal), q: words(q) }, page)).map(projectOf),
    countHalted: async () => integer((await countHalted.get()) ?? {}, 'count'),
    listAll: async () => (await listAll.all()).map(projectOf),
  }
}

/** Prepares the numbers of changes. */
function prepareChanges(database: Database) {
  const last = database.prepare('SELECT coalesce(max(number), 0) AS last FROM project_changes')
  const count = database.prepare(
    `INSERT INTO project_changes (project_id, number, touched) VALUES (:id, :number, :touched)
     ON CONFLICT (project_id) DO UPDATE SET number = excluded.number,
       touched = CASE WHEN excluded.touched > 0 THEN excluded.touched ELSE project_changes.touched END`,
  )
  const after = database.prepare(
    `SELECT project_id, number, touched FROM project_changes
     WHERE number > :number OR :number > (SELECT coalesce(max(number), 0) FROM project_changes) ORDER BY number`,
  )
  const lastChange = async () => integer((await last.get()) ?? {}, 'last')
  return {
    lastChange,
    changedAfter: async (number: number) =>
      (await after.all({ number })).map((row) => ({
        id: text(row, 'project_id'),
        number: integer(row, 'number'),
        touchedAt: integer(row, 'touched'),
      })),
    /** Gives a project the next number. The time keeps it above every number of a database that was restored since. */
    count: async (id: string, how?: 'touched') => {
      const number = Math.max((await lastChange()) + 1, Date.now())
      await count.run({ id, number, touched: how === 'touched' ? number : 0 })
    },
  }
}

/** A project that runs has none. */
function reasonOf({ state, haltReason }: Pick<Project, 'state' | 'haltReason'>): string | null {
  return state === 'halted' ? (haltReason ?? null) : null
}

function projectOf(row: Row): Project {
  return {
    id: text(row, 'id'),
    workspaceId: text(row, 'workspace_id'),
    slug: text(row, 'slug'),
    name: text(row, 'name'),
    environment: oneOf(row, 'environment', environments),
    homeRegion: oneOf(row, 'home_region', regions),
    state: oneOf(row, 'state', states),
    haltReason: optionalText(row, 'halt_reason'),
    isDefault: integer(row, 'is_default') === 1,
    revisionId: text(row, 'revision_id'),
    settings: parseSettings(tree(row, 'settings')),
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
  }
}
