import { integer, oneOf, optionalText, text, type Row, type Database } from '@gatehouse/platform/database'

/** The kinds of actors: a person, an API key, the holder of an onboarding link, the process itself. */
export const actorKinds = ['operator', 'key', 'link', 'system'] as const

/** The actor of an operation, under the name at that time. */
export interface Actor {
  readonly kind: (typeof actorKinds)[number]
  readonly id: string
  readonly name: string
}

/** One line of the audit log. `at` is Unix milliseconds. */
export interface AuditEntry {
  readonly id: string
  readonly at: number
  readonly actor: Actor
  readonly operation: string
  readonly workspaceId: string | undefined
  readonly projectId: string | undefined
  readonly target: { readonly kind: string; readonly id: string; readonly name: string }
  /** The reason, if the actor gave one. */
  readonly reason: string | undefined
}

/** A line and its position in the log; later lines have greater numbers. */
export type PlacedEntry = AuditEntry & { readonly position: number }

/** The scope of a query. A workspace's scope includes its projects' lines. */
export type AuditScope =
  | { readonly kind: 'workspace'; readonly id: string }
  | { readonly kind: 'project'; readonly id: string }

/** A filter of lines; absent: all of them. */
export interface AuditFilter {
  readonly operation?: string | undefined
  /** A part of the actor's name at that time, in any case. */
  readonly actor?: string | undefined
  /** Unix milliseconds; from this moment on. */
  readonly from?: number | undefined
  /** Unix milliseconds; before this moment. */
  readonly to?: number | undefined
}

/** The audit log: append-only by a trigger of the database itself. */
export interface AuditStore {
  append(entry: AuditEntry): Promise<void>
  /** Returns the position of the last line of all scopes; 0: there is none. */
  lastPosition(): Promise<number>
  /** Lists lines before a position, newest first. */
  newest(
    scope: AuditScope,
    filter: AuditFilter,
    size: number,
    before: number | undefined,
  ): Promise<readonly PlacedEntry[]>
  /** Lists lines after a position, oldest first. */
  oldest(scope: AuditScope, filter: AuditFilter, size: number, after: number): Promise<readonly PlacedEntry[]>
  /** The operations that a part has lines of, by name. */
  operations(scope: AuditScope): Promise<readonly string[]>
}

/** Creates the store of the audit log in its table, which a trigger makes append-only. */
export function createAuditStore(database: Database): AuditStore {
  const columns =
    'id, at, actor_kind, actor_id, actor_name, operation, workspace_id, project_id, target_kind, target_id, target_name, reason'
  const append = database.prepare(`INSERT INTO audit_log (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const wanted = `(operation = :operation OR :operation IS NULL)
    AND (instr(lower(actor_name), lower(:actor)) > 0 OR :actor IS NULL)
    AND (at >= :from OR :from IS NULL) AND (at < :to OR :to IS NULL)`
  const reading = (column: string) => {
    const select = `SELECT position, ${columns} FROM audit_log WHERE ${column} = :id AND ${wanted}`
    return {
      newest: database.prepare(`${select} AND position < :edge ORDER BY position DESC LIMIT :size`),
      oldest: database.prepare(`${select} AND position > :edge ORDER BY position LIMIT :size`),
      operations: database.prepare(`SELECT DISTINCT operation FROM audit_log WHERE ${column} = ? ORDER BY operation`),
    }
  }
  const last = database.prepare('SELECT coalesce(max(position), 0) AS last FROM audit_log')
  const read = { workspace: reading('workspace_id'), project: reading('project_id') }
  return {
    append: ({ id, at, actor, operation, workspaceId, projectId, target, reason }) =>
      database.durable(
        async () =>
          void (await append.run(
            id,
            at,
            actor.kind,
            actor.id,
            actor.name,
            operation,
            workspaceId ?? null,
            projectId ?? null,
            target.kind,
            target.id,
            target.name,
            reason ?? null,
          )),
      ),
    lastPosition: async () => integer((await last.get()) ?? {}, 'last'),
    newest: async ({ kind, id }, filter, size, before = Number.MAX_SAFE_INTEGER) =>
      (await read[kind].newest.all({ ...given(filter), id, edge: before, size })).map(entryOf),
    oldest: async ({ kind, id }, filter, size, after) =>
      (await read[kind].oldest.all({ ...given(filter), id, edge: after, size })).map(entryOf),
    operations: async ({ kind, id }) => (await read[kind].operations.all(id)).map((row) => text(row, 'operation')),
  }
}

function given({ operation, actor, from, to }: AuditFilter) {
  return { operation: operation ?? null, actor: actor ?? null, from: from ?? null, to: to ?? null }
}

function entryOf(row: Row): PlacedEntry {
  return {
    position: integer(row, 'position'),
    id: text(row, 'id'),
    at: integer(row, 'at'),
    actor: {
      kind: oneOf(row, 'actor_kind', actorKinds),
      id: text(row, 'actor_id'),
      name: text(row, 'actor_name'),
    },
    operation: text(row, 'operation'),
    workspaceId: optionalText(row, 'workspace_id'),
    projectId: optionalText(row, 'project_id'),
    target: { kind: text(row, 'target_kind'), id: text(row, 'target_id'), name: text(row, 'target_name') },
    reason: optionalText(row, 'reason'),
  }
}
