import { integer, text, type StoreDatabase, type WriteHandle } from '@gatehouse/platform/database'
import { statements } from './dialect.ts'

/** An event that was committed. */
export interface StoredEvent {
  /** Where it stands: no event with a smaller one appears any more. */
  readonly position: number
  readonly name: string
}

/** Events, for reading. */
export interface OutboxReader {
  /** Those behind a position, the first committed first. */
  after(position: number, limit: number): Promise<readonly StoredEvent[]>
}

/** Events, inside a unit of work. */
export interface OutboxStore extends OutboxReader {
  append(name: string): Promise<void>
  /**
   * Gives positions to what was committed since the last time; whoever reads does it before. An identity column is drawn
   * while a transaction is open, so its order is not that of commits: a reader would pass over an event of a transaction
   * that stays open. On SQLite one transaction writes at a time, and there is nothing to do.
   */
  settle(): Promise<void>
}

const outboxSql = {
  after: {
    sqlite: 'SELECT position, name FROM events WHERE position > ? ORDER BY position LIMIT ?',
    postgres: 'SELECT position, name FROM events WHERE project = $1 AND position > $2 ORDER BY position LIMIT $3',
  },
  append: {
    sqlite: 'INSERT INTO events (name) VALUES (?)',
    postgres: 'INSERT INTO events (project, name) VALUES ($1, $2)',
  },
  // Held until the commit, so the next one sees which positions were given.
  lock: {
    sqlite: 'SELECT 1',
    postgres: "SELECT pg_advisory_xact_lock(hashtextextended('events ' || $1, 0))",
  },
  settle: {
    sqlite: 'SELECT 1',
    postgres: `UPDATE events SET position = settled.position
      FROM (SELECT id, nextval('event_positions') AS position
            FROM (SELECT id FROM events WHERE project = $1 AND position IS NULL ORDER BY id) AS unsettled) AS settled
      WHERE events.id = settled.id`,
  },
} as const

/** Events of a dialect; made once, then bound to the handle of each unit of work. */
export function createOutboxStores(dialect: StoreDatabase['dialect']): (scope: WriteHandle) => OutboxStore {
  const sql = statements(dialect, 'events', outboxSql)
  return (scope) => ({
    async after(position, limit) {
      const rows = await scope.all(sql.after, position, limit)
      return rows.map((row) => ({ position: integer(row, 'position'), name: text(row, 'name') }))
    },
    async append(name) {
      await scope.run(sql.append, name)
    },
    async settle() {
      if (dialect === 'sqlite') return
      await scope.first(sql.lock)
      await scope.run(sql.settle)
    },
  })
}
