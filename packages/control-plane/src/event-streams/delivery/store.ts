import type { EventEnvelope } from '@gatehouse/contract/events'
import {
  integer,
  oneOf,
  optionalInteger,
  optionalText,
  preparePurge,
  text,
  type Row,
  type Database,
} from '@gatehouse/platform/database'

/** The source of an event: people’s accounts, or the project itself. */
export type SourceName = EventEnvelope['source']
/** The state of a delivery. `dead`: given up, until an operator redrives it. */
export type DeliveryState = 'pending' | 'delivered' | 'dead'

/** One event on its way to one stream. Times are Unix milliseconds. */
export interface Delivery {
  readonly id: number
  readonly streamId: string
  readonly source: SourceName
  readonly sequence: number
  /** The lane keeps the order: deliveries of one lane are sent one after the other. */
  readonly lane: string
  readonly eventId: string
  readonly eventType: string
  /** The envelope as JSON: the same bytes at every attempt. Empty once it was delivered. */
  readonly body: string
  readonly state: DeliveryState
  readonly attempts: number
  readonly dueAt: number
  /** The status of the last attempt's answer. */
  readonly responseStatus: number | undefined
  readonly fault: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
}

/** The data of a failed attempt. */
export interface Failure {
  readonly attempts: number
  readonly responseStatus: number | undefined
  readonly fault: string
  readonly now: number
}

/** The pending and dead deliveries of all streams. */
export interface DeliveryBacklog {
  readonly pending: number
  readonly dead: number
  /** The time at which the oldest pending delivery was stored, in Unix milliseconds. */
  readonly oldestAt: number | undefined
}

/** A stream; `revision` differs after each change of it, of its position, and of its given up deliveries. */
export interface StreamRevision {
  readonly id: string
  readonly projectId: string
  readonly revision: number
}

/** Deliveries in a database. A stored delivery stays until it is delivered, even if the process ends. */
export interface DeliveryStore {
  /** Lists all streams. */
  streams(): Promise<readonly StreamRevision[]>
  cursor(streamId: string, source: SourceName): Promise<number | undefined>
  /** Moves the cursor back, so that the events after it are sent again; never forward. */
  rewind(streamId: string, source: SourceName, sequence: number): Promise<void>
  /**
   * Stores the events after a position as deliveries and moves the cursor behind them. An event that was settled before
   * becomes due again. Does nothing if the cursor was moved from this position meanwhile.
   */
  take(
    streamId: string,
    source: SourceName,
    after: number,
    events: readonly EventEnvelope[],
    now: number,
  ): Promise<void>
  pendingCount(streamId: string): Promise<number>
  /** The first pending delivery of each lane, if it is due; those that wait longest first. */
  heads(streamId: string, now: number, limit: number): Promise<readonly Delivery[]>
  /** Returns the time at which the next later delivery is due. */
  nextDue(streamId: string, now: number): Promise<number | undefined>
  delivered(id: number, responseStatus: number | undefined, now: number): Promise<void>
  /** Stores a failed attempt. This and `bury` do nothing if another process has stored an outcome meanwhile. */
  postpone(id: number, failure: Failure & { readonly dueAt: number }): Promise<void>
  /** Gives one up; `redrive` can retry it. */
  bury(id: number, failure: Failure): Promise<void>
  /** Retries failed deliveries: one, or all of the stream. Returns how many. */
  redrive(streamId: string, id: number | undefined, now: number): Promise<number>
  list(query: {
    readonly streamId: string
    readonly state: DeliveryState | undefined
    readonly before: number
    readonly limit: number
  }): Promise<readonly Delivery[]>
  /** The backlog of all active streams; deliveries of a paused one wait by intention. */
  backlog(): Promise<DeliveryBacklog>
  counts(streamId: string): Promise<Readonly<Record<DeliveryState, number>>>
  /** The last fault of pending deliveries, and the next attempt; absent: none has failed. */
  trouble(streamId: string): Promise<{ readonly fault: string; readonly dueAt: number } | undefined>
  /** Removes deliveries that were settled before these moments. */
  purge(before: { readonly delivered: number; readonly dead: number }): Promise<void>
}

const columns = `id, stream_id, source, sequence, lane, event_id, event_type, body, state, attempts, due_at,
  response_status, fault, created_at, updated_at`

/** Creates the store of deliveries and of each stream's cursor in their tables. */
export function createDeliveryStore(database: Database): DeliveryStore {
  return { ...prepareIntake(database), ...prepareQueue(database), ...prepareOverview(database) }
}

/** Prepares the statements that turn events into deliveries. */
function prepareIntake(database: Database): Pick<DeliveryStore, 'streams' | 'cursor' | 'rewind' | 'take'> {
  const streams = database.prepare('SELECT id, project_id, revision FROM event_streams ORDER BY id')
  const cursor = database.prepare('SELECT sequence FROM event_stream_cursors WHERE stream_id = ? AND source = ?')
  const moveCursor = (condition: string) =>
    database.prepare(
      `INSERT INTO event_stream_cursors (stream_id, source, sequence) VALUES (:stream, :source, :to)
       ON CONFLICT (stream_id, source) DO UPDATE SET sequence = excluded.sequence WHERE ${condition}`,
    )
  const advance = moveCursor('event_stream_cursors.sequence = :after')
  const rewind = moveCursor('event_stream_cursors.sequence > excluded.sequence')
  const touch = prepareTouch(database)
  const take = database.prepare(
    `INSERT INTO event_deliveries
       (stream_id, source, sequence, lane, event_id, event_type, body, state, attempts, due_at, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', 0, ?, ?, ?)
     ON CONFLICT (stream_id, source, sequence) DO UPDATE SET
       body = excluded.body, state = 'pending', attempts = 0, due_at = excluded.due_at, updated_at = excluded.updated_at
       WHERE event_deliveries.state <> 'pending'`,
  )

  return {
    streams: async () =>
      (await streams.all()).map((row) => ({
        id: text(row, 'id'),
        projectId: text(row, 'project_id'),
        revision: integer(row, 'revision'),
      })),
    cursor: async (streamId, source) => {
      const row = await cursor.get(streamId, source)
      return row && integer(row, 'sequence')
    },
    rewind: (streamId, source, sequence) =>
      database.durable(async () => {
        await rewind.run({ stream: streamId, source, to: sequence })
        await touch(streamId)
      }),
    take: (streamId, source, after, events, now) =>
      database.durable(async () => {
        const to = events.at(-1)?.sequence ?? after
        if ((await advance.run({ stream: streamId, source, to, after })) === 0) return
        for (const event of events) {
          const { id, type, sequence } = event
          await take.run(streamId, source, sequence, laneOf(event), id, type, JSON.stringify(event), now, now, now)
        }
      }),
  }
}

/** Prepares the statements for due deliveries and the results of attempts. */
function prepareQueue(
  database: Database,
): Pick<DeliveryStore, 'pendingCount' | 'heads' | 'nextDue' | 'delivered' | 'postpone' | 'bury'> {
  const pendingCount = database.prepare(
    `SELECT count(*) AS total FROM event_deliveries WHERE stream_id = ? AND state = 'pending'`,
  )
  const heads = database.prepare(
    `SELECT ${columns} FROM event_deliveries d WHERE stream_id = :stream AND state = 'pending' AND due_at <= :now
       AND NOT EXISTS (
         SELECT 1 FROM event_deliveries e WHERE e.stream_id = d.stream_id AND e.lane = d.lane AND e.state = 'pending'
           AND e.sequence < d.sequence)
     ORDER BY due_at, id LIMIT :limit`,
  )
  const nextDue = database.prepare(
    `SELECT min(due_at) AS due_at FROM event_deliveries WHERE stream_id = ? AND state = 'pending' AND due_at > ?`,
  )
  const delivered = database.prepare(
    `UPDATE event_deliveries SET state = 'delivered', body = '', attempts = attempts + 1, response_status = ?, fault = NULL,
     updated_at = ? WHERE id = ?`,
  )
  const failed = database.prepare(
    `UPDATE event_deliveries SET state = ?, attempts = ?, due_at = ?, response_status = ?, fault = ?, updated_at = ?
     WHERE id = ? AND state = 'pending' AND attempts = ?`,
  )

  return {
    pendingCount: async (streamId) => integer((await pendingCount.get(streamId)) ?? {}, 'total'),
    heads: async (streamId, now, limit) => (await heads.all({ stream: streamId, now, limit })).map(deliveryOf),
    nextDue: async (streamId, now) => optionalInteger((await nextDue.get(streamId, now)) ?? { due_at: null }, 'due_at'),
    delivered: (id, responseStatus, now) =>
      database.durable(async () => void (await delivered.run(responseStatus ?? null, now, id))),
    postpone: (id, { attempts, dueAt, responseStatus, fault, now }) =>
      database.durable(
        async () =>
          void (await failed.run('pending', attempts, dueAt, responseStatus ?? null, fault, now, id, attempts - 1)),
      ),
    bury: (id, { attempts, responseStatus, fault, now }) =>
      database.durable(
        async () =>
          void (await failed.run('dead', attempts, now, responseStatus ?? null, fault, now, id, attempts - 1)),
      ),
  }
}

/** Prepares the statements for lists, retries and the removal of old deliveries. */
function prepareOverview(
  database: Database,
): Pick<DeliveryStore, 'redrive' | 'list' | 'counts' | 'backlog' | 'trouble' | 'purge'> {
  const redrive = database.prepare(
    `UPDATE event_deliveries SET state = 'pending', attempts = 0, due_at = :now, updated_at = :now
     WHERE stream_id = :stream AND state = 'dead' AND (id = :id OR :id IS NULL)`,
  )
  const touch = prepareTouch(database)
  const list = database.prepare(
    `SELECT ${columns} FROM event_deliveries WHERE stream_id = :stream AND id < :before
       AND (state = :state OR :state IS NULL) ORDER BY id DESC LIMIT :limit`,
  )
  const count = database.prepare(
    'SELECT state, count(*) AS total FROM event_deliveries WHERE stream_id = ? GROUP BY state',
  )
  const backlog = database.prepare(
    // Reads from each stream its unsettled deliveries: most are settled, and none of these is read. SQLite keeps the
    // order of a CROSS JOIN.
    `SELECT d.state, count(*) AS total, min(d.created_at) AS oldest FROM event_streams s
     CROSS JOIN event_deliveries d WHERE d.stream_id = s.id AND d.state IN ('pending', 'dead') AND s.status = 'active'
     GROUP BY d.state`,
  )
  const trouble = database.prepare(
    `SELECT fault, (SELECT min(due_at) FROM event_deliveries WHERE stream_id = :stream AND state = 'pending') AS due_at
     FROM event_deliveries WHERE stream_id = :stream AND state = 'pending' AND fault IS NOT NULL AND attempts > 0
     ORDER BY updated_at DESC, id DESC LIMIT 1`,
  )
  const purge = preparePurge(database, {
    table: 'event_deliveries',
    key: 'id',
    // The condition repeats itself so that the index on settled deliveries is used.
    condition: "state <> 'pending' AND state = :state AND updated_at < :end",
  })

  return {
    redrive: (streamId, id, now) =>
      database.durable(async () => {
        await touch(streamId)
        return redrive.run({ stream: streamId, id: id ?? null, now })
      }),
    list: async ({ streamId, state, before, limit }) =>
      (await list.all({ stream: streamId, state: state ?? null, before, limit })).map(deliveryOf),
    counts: async (streamId) => {
      const totals = { pending: 0, delivered: 0, dead: 0 }
      for (const row of await count.all(streamId)) totals[stateOf(row)] = integer(row, 'total')
      return totals
    },
    backlog: async () => {
      const found = new Map((await backlog.all()).map((row) => [stateOf(row), row]))
      const totalOf = (state: DeliveryState) => integer(found.get(state) ?? { total: 0 }, 'total')
      const pending = found.get('pending')
      return { pending: totalOf('pending'), dead: totalOf('dead'), oldestAt: pending && integer(pending, 'oldest') }
    },
    trouble: async (streamId) => {
      const row = await trouble.get({ stream: streamId })
      return row && { fault: text(row, 'fault'), dueAt: integer(row, 'due_at') }
    },
    purge: async (before) => {
      await purge({ state: 'delivered', end: before.delivered })
      await purge({ state: 'dead', end: before.dead })
    },
  }
}

/** Prepares the statement by which the process that delivers learns that a stream has other deliveries. */
function prepareTouch(database: Database): (streamId: string) => Promise<unknown> {
  const touch = database.prepare('UPDATE event_streams SET revision = revision + 1 WHERE id = ?')
  return (streamId) => touch.run(streamId)
}

/** Returns the lane of an event: one for each identity, one for the project, otherwise one for each event. */
function laneOf({ source, identity_id: identityId, id }: EventEnvelope): string {
  if (source === 'project') return source
  return `${source}:${identityId ?? id}`
}

function stateOf(row: Row): DeliveryState {
  return oneOf(row, 'state', ['pending', 'delivered', 'dead'])
}

function deliveryOf(row: Row): Delivery {
  return {
    id: integer(row, 'id'),
    streamId: text(row, 'stream_id'),
    source: oneOf(row, 'source', ['identity', 'project']),
    sequence: integer(row, 'sequence'),
    lane: text(row, 'lane'),
    eventId: text(row, 'event_id'),
    eventType: text(row, 'event_type'),
    body: text(row, 'body'),
    state: stateOf(row),
    attempts: integer(row, 'attempts'),
    dueAt: integer(row, 'due_at'),
    responseStatus: optionalInteger(row, 'response_status'),
    fault: optionalText(row, 'fault'),
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
  }
}
