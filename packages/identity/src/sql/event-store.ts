import {
  integer,
  optionalText,
  preparePurge,
  text,
  type Database,
  type PreparedStatement,
  type Row,
  type Values,
} from '@gatehouse/platform/database'

import { createEventOrder } from './event-order.ts'
import type { EventStore, SignInCount, StoredEvent } from '../events/event-store.ts'

const columns = 'id, type, schema_version, time, identity_id, session_id, flow_id, actor, client, data, trace'
const inData = {
  sqlite: { method: "json_extract(data, '$.method')", duration: "json_extract(data, '$.duration_ms')" },
  postgres: { method: "data::json ->> 'method'", duration: "(data::json ->> 'duration_ms')::float8" },
} as const

/** Creates the store of events in the table `events`. */
export function createEventStore(database: Database): EventStore {
  const insert = database.prepare(`INSERT INTO events (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const { method, duration } = inData[database.dialect]
  const order = database.dialect === 'postgres' ? createEventOrder(database) : undefined
  const tail = database.prepare(`SELECT sequence, ${columns} FROM events WHERE sequence > ? ORDER BY sequence LIMIT ?`)
  const latest = database.prepare('SELECT coalesce(max(sequence), 0) AS sequence FROM events')
  const before = database.prepare(
    'SELECT coalesce(min(sequence) - 1, (SELECT coalesce(max(sequence), 0) FROM events)) AS sequence FROM events WHERE time >= ?',
  )
  const newestFirst = 'sequence < ? ORDER BY sequence DESC LIMIT ?'
  const newest = database.prepare(`SELECT sequence, ${columns} FROM events WHERE ${newestFirst}`)
  const newestOfType = database.prepare(`SELECT sequence, ${columns} FROM events WHERE type = ? AND ${newestFirst}`)
  const count = database.prepare('SELECT count(*) AS total FROM events WHERE sequence > ? AND sequence <= ?')
  const ofIdentity = database.prepare(
    `SELECT sequence, ${columns} FROM events
     WHERE identity_id = :identity AND sequence < :before
       AND (:types = '[]' OR type IN (SELECT value FROM json_each(:types)))
     ORDER BY sequence DESC LIMIT :limit`,
  )
  const signIns = database.prepare(
    // Parameters of SQLite are real numbers, so the quotient is one as well.
    `SELECT CAST((time - :from) / :bucket AS INTEGER) AS bucket, type = 'LoginSucceeded' AS succeeded,
       coalesce(${method}, '') AS method, count(*) AS count, sum(${duration}) AS duration_sum, max(${duration}) AS longest
     FROM events WHERE type IN ('LoginSucceeded', 'LoginFailed') AND time >= :from AND time < :to
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  )
  const forget = database.prepare('UPDATE events SET client = NULL WHERE identity_id = ? AND client IS NOT NULL')
  const purge = preparePurge(database, { table: 'events', key: 'sequence', condition: 'time < :end' })

  /** Queries after every committed event has its sequence. */
  async function ask(statement: PreparedStatement, ...values: Values): Promise<readonly Row[]> {
    await order?.()
    return statement.all(...values)
  }

  return {
    insert: (event) =>
      database.write(async () => {
        const { id, type, schemaVersion, time, identityId, sessionId, flowId, actor, client, data, trace } = event
        const about = [identityId ?? null, sessionId ?? null, flowId ?? null]
        await insert.run(id, type, schemaVersion, time, ...about, actor, client ?? null, data, trace ?? null)
      }),
    tail: async (after, limit) => (await ask(tail, after, limit)).map(eventOf),
    latest: async () => integer((await ask(latest))[0] ?? {}, 'sequence'),
    sequenceBefore: async (time) => integer((await ask(before, time))[0] ?? {}, 'sequence'),
    newest: async ({ before: end, limit, type }) =>
      (type === undefined ? await ask(newest, end, limit) : await ask(newestOfType, type, end, limit)).map(eventOf),
    count: async ({ after, upTo }) => integer((await ask(count, after, upTo))[0] ?? {}, 'total'),
    ofIdentity: async ({ identityId, before: end, limit, types }) =>
      (await ask(ofIdentity, { identity: identityId, before: end, limit, types: JSON.stringify(types) })).map(eventOf),
    signIns: async ({ from, to, bucketMs }) => (await signIns.all({ from, to, bucket: bucketMs })).map(countOf),
    forgetClients: (identityId) => database.write(async () => void (await forget.run(identityId))),
    purge: (end) => purge({ end }),
  }
}

function eventOf(row: Row): StoredEvent {
  return {
    sequence: integer(row, 'sequence'),
    id: text(row, 'id'),
    type: text(row, 'type'),
    schemaVersion: integer(row, 'schema_version'),
    time: integer(row, 'time'),
    identityId: optionalText(row, 'identity_id'),
    sessionId: optionalText(row, 'session_id'),
    flowId: optionalText(row, 'flow_id'),
    actor: text(row, 'actor'),
    client: optionalText(row, 'client'),
    data: text(row, 'data'),
    trace: optionalText(row, 'trace'),
  }
}

function countOf(row: Row): SignInCount {
  return {
    bucket: integer(row, 'bucket'),
    succeeded: integer(row, 'succeeded') === 1,
    method: text(row, 'method'),
    count: integer(row, 'count'),
    durationSumMs: integer(row, 'duration_sum'),
    longestMs: integer(row, 'longest'),
  }
}
