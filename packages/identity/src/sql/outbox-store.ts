import {
  integer,
  json,
  optionalInteger,
  optionalText,
  text,
  type Row,
  type Database,
  preparePurge,
} from '@gatehouse/platform/database'
import type { OutboxMessage } from '../courier/message.ts'
import type { Dispatch, OutboxStore } from '../courier/outbox-store.ts'
import { createSealedTexts, noTexts, type MessageTexts, type SealedTexts } from '../courier/sealed-texts.ts'
import type { Seals } from '../credentials/sealed.ts'
import type { EventRecorder, EventOf } from '../events/recorder.ts'

const columns = `id, status, type, channel, recipient, subject, body, html, template_type, send_count, due_at, created_at,
  updated_at, template_data, sealed, trace`
const ofTypes = 'type IN (SELECT value FROM json_each(:types))'
/**
 * A message without an earlier one for its recipient: of two codes the later one counts, and has to arrive last. A
 * message that waits for another try delays those behind it, but no other recipients.
 */
const isNext = `NOT EXISTS (
  SELECT 1 FROM courier_messages AS earlier
  WHERE earlier.recipient = courier_messages.recipient AND earlier.type = courier_messages.type
    AND earlier.status IN ('queued', 'processing') AND earlier.withheld = 0
    AND (earlier.created_at, earlier.id) < (courier_messages.created_at, courier_messages.id)
)`

/** Creates the outbox in its tables; texts are sealed on the disk, and each end is recorded with its event. */
export function createOutboxStore(
  database: Database,
  seals: Seals,
  { recorder }: { readonly recorder: Pick<EventRecorder, 'record'> },
): OutboxStore {
  const texts = createSealedTexts(seals)
  const insert = database.prepare(
    `INSERT INTO courier_messages (${columns}, withheld) VALUES (?, ?, ?, ?, ?, '', '', '', ?, ?, ?, ?, ?, '{}', ?, ?, ?)`,
  )
  const requeue = database.prepare(
    `UPDATE courier_messages SET status = 'queued', due_at = :now, updated_at = :now,
       send_count = CASE status WHEN 'abandoned' THEN 0 ELSE send_count END
     WHERE id = :id AND status IN ('queued', 'abandoned') AND withheld = 0`,
  )
  const purge = preparePurge(database, {
    table: 'courier_messages',
    key: 'id',
    condition: `(status IN ('sent', 'abandoned') OR withheld = 1) AND created_at < :end`,
  })
  return {
    ...outboxQueue(database, recorder, texts),
    ...outboxReads(database, texts),
    insert: (message) =>
      database.durable(async () => {
        await insert.run(...valuesOf(texts, message), 0)
        await recordEnd(recorder, message)
      }),
    withhold: (message) => database.durable(async () => void (await insert.run(...valuesOf(texts, message), 1))),
    requeue: (id, now) => database.durable(async () => (await requeue.run({ id, now })) > 0),
    purge: (end) => purge({ end }),
  }
}

/** The work of the courier: it claims messages, and settles them. */
function outboxQueue(
  database: Database,
  recorder: Pick<EventRecorder, 'record'>,
  texts: SealedTexts,
): Pick<OutboxStore, 'claim' | 'release' | 'renew' | 'settle' | 'recover' | 'nextDue'> {
  const dropWithheld = database.prepare(
    `DELETE FROM courier_messages WHERE status = 'queued' AND due_at <= :now AND withheld = 1 AND ${ofTypes}`,
  )
  const claim = database.prepare(
    `UPDATE courier_messages SET status = 'processing', updated_at = :now, taken_by = :holder WHERE id IN (
       SELECT id FROM courier_messages WHERE status = 'queued' AND due_at <= :now AND withheld = 0 AND ${ofTypes}
         AND ${isNext}
       ORDER BY created_at, id LIMIT :limit
     ) AND status = 'queued' RETURNING ${columns}`,
  )
  const settle = database.prepare(
    `UPDATE courier_messages
     SET status = ?, subject = '', body = '', html = '', template_data = '{}', sealed = ?, send_count = ?, due_at = ?,
       updated_at = ?, taken_by = NULL WHERE id = ? AND status = 'processing' AND taken_by = ?`,
  )
  const renew = database.prepare(
    `UPDATE courier_messages SET updated_at = :now WHERE status = 'processing' AND taken_by = :holder
       AND id IN (SELECT value FROM json_each(:ids))`,
  )
  const insertDispatch = database.prepare(
    'INSERT INTO courier_dispatches (id, message_id, status, error, created_at) VALUES (?, ?, ?, ?, ?)',
  )
  const release = database.prepare(
    `UPDATE courier_messages SET status = 'queued', taken_by = NULL WHERE status = 'processing' AND taken_by = :holder
       AND id IN (SELECT value FROM json_each(:ids))`,
  )
  const recover = database.prepare(
    `UPDATE courier_messages SET status = 'queued', taken_by = NULL WHERE status = 'processing' AND updated_at <= ?`,
  )
  const nextDue = database.prepare(
    `SELECT min(due_at) AS due_at FROM (
       SELECT min(due_at) AS due_at FROM courier_messages WHERE status = 'queued' AND ${ofTypes} AND ${isNext}
       UNION ALL
       SELECT min(updated_at) + :lease FROM courier_messages WHERE status = 'processing' AND ${ofTypes}
     ) AS moments`,
  )

  return {
    claim: async ({ types, limit, now, holder }) => {
      const due = { types: JSON.stringify(types), now }
      const rows = await database.write(async () => {
        await dropWithheld.run(due)
        return claim.all({ ...due, limit, holder })
      })
      // UPDATE returns its rows in no order.
      return rows.map((row) => readMessage(texts, row)).toSorted(asAskedFor)
    },
    release: (ids, holder) =>
      database.write(async () => void (await release.run({ ids: JSON.stringify(ids), holder }))),
    renew: (ids, holder, now) =>
      database.write(async () => void (await renew.run({ ids: JSON.stringify(ids), holder, now }))),
    settle: (message, dispatch, holder) =>
      database.durable(async () => {
        const { status, sendCount, dueAt, updatedAt, id } = message
        const sealed = texts.seal(message) ?? null
        if ((await settle.run(status, sealed, sendCount, dueAt, updatedAt, id, holder)) === 0) return false
        await insertDispatch.run(dispatch.id, id, dispatch.status, dispatch.error ?? null, dispatch.createdAt)
        await recordEnd(recorder, message)
        return true
      }),
    recover: (before) => database.write(() => recover.run(before)),
    nextDue: async (types, lease) => {
      const row = await nextDue.get({ types: JSON.stringify(types), lease })
      return optionalInteger(row ?? { due_at: null }, 'due_at')
    },
  }
}

/** The messages that operators see. */
function outboxReads(
  database: Database,
  texts: SealedTexts,
): Pick<OutboxStore, 'waiting' | 'waitingSince' | 'find' | 'dispatches' | 'lastFaults' | 'list'> {
  const waiting = database.prepare(
    `SELECT count(*) AS total FROM courier_messages
     WHERE status IN ('queued', 'processing') AND withheld = 0 AND type = ?`,
  )
  const waitingSince = database.prepare(
    `SELECT count(*) AS total FROM courier_messages WHERE status = 'queued' AND withheld = 0 AND created_at <= ?`,
  )
  const byId = database.prepare(`SELECT ${columns} FROM courier_messages WHERE id = ? AND withheld = 0`)
  const dispatches = database.prepare(
    'SELECT id, message_id, status, error, created_at FROM courier_dispatches WHERE message_id = ? ORDER BY created_at',
  )
  const faults = database.prepare(
    `SELECT message_id, error FROM courier_dispatches
     WHERE message_id IN (SELECT value FROM json_each(?)) AND status = 'failed' AND error IS NOT NULL ORDER BY created_at`,
  )
  const page = database.prepare(
    `SELECT ${columns} FROM courier_messages
     WHERE (created_at, id) < (:at, :id) AND withheld = 0 AND (status = :status OR :status IS NULL)
       AND (recipient = :recipient OR :recipient IS NULL)
     ORDER BY created_at DESC, id DESC LIMIT :size`,
  )

  return {
    waiting: async (type) => integer((await waiting.get(type)) ?? {}, 'total'),
    waitingSince: async (before) => integer((await waitingSince.get(before)) ?? {}, 'total'),
    find: async (id) => {
      const row = await byId.get(id)
      return row && readMessage(texts, row)
    },
    dispatches: async (messageId) => (await dispatches.all(messageId)).map(dispatchOf),
    lastFaults: async (messageIds) => {
      if (messageIds.length === 0) return new Map()
      const rows = await faults.all(JSON.stringify(messageIds))
      return new Map(rows.map((row) => [text(row, 'message_id'), text(row, 'error')]))
    },
    list: async (query) => {
      const [at = '', id = ''] = query.after?.split('/') ?? []
      const rows = await page.all({
        at: query.after === undefined ? Number.MAX_SAFE_INTEGER : Number(at),
        id,
        status: query.status ?? null,
        recipient: query.recipient ?? null,
        size: query.size + 1,
      })
      const messages = rows.slice(0, query.size).map((row) => readMessage(texts, row))
      const last = messages.at(-1)
      return { messages, next: rows.length > query.size && last ? `${last.createdAt}/${last.id}` : undefined }
    },
  }
}

function asAskedFor(one: OutboxMessage, other: OutboxMessage): number {
  return one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1)
}

function valuesOf(texts: SealedTexts, message: OutboxMessage) {
  const { id, status, type, channel, recipient } = message
  const { templateType, sendCount, dueAt, createdAt, updatedAt, trace = null } = message
  const sealed = texts.seal(message) ?? null
  return [
    id,
    status,
    type,
    channel,
    recipient,
    templateType,
    sendCount,
    dueAt,
    createdAt,
    updatedAt,
    sealed,
    trace,
  ] as const
}

function readMessage(texts: SealedTexts, row: Row): OutboxMessage {
  const id = text(row, 'id')
  return {
    id,
    status: text(row, 'status') as OutboxMessage['status'],
    type: text(row, 'type') as OutboxMessage['type'],
    channel: text(row, 'channel'),
    recipient: text(row, 'recipient'),
    ...textsOf(texts, id, row),
    templateType: text(row, 'template_type'),
    sendCount: integer(row, 'send_count'),
    dueAt: integer(row, 'due_at'),
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
    trace: optionalText(row, 'trace'),
  }
}

function textsOf(texts: SealedTexts, id: string, row: Row): MessageTexts & Pick<OutboxMessage, 'isUnreadable'> {
  const sealed = optionalText(row, 'sealed')
  if (sealed !== undefined) return texts.open(id, sealed) ?? { ...noTexts, isUnreadable: true }
  // From an older database, or without any text.
  return {
    subject: text(row, 'subject'),
    body: text(row, 'body'),
    html: text(row, 'html'),
    templateData: json(row, 'template_data') as OutboxMessage['templateData'],
  }
}

function dispatchOf(row: Row): Dispatch {
  return {
    id: text(row, 'id'),
    messageId: text(row, 'message_id'),
    status: text(row, 'status') as Dispatch['status'],
    error: optionalText(row, 'error'),
    createdAt: integer(row, 'created_at'),
  }
}

async function recordEnd(recorder: Pick<EventRecorder, 'record'>, message: OutboxMessage): Promise<void> {
  const event = messageEnded(message)
  if (event) await recorder.record(...event)
}

/** Returns the event of a message that was sent or abandoned; nothing: it waits. */
function messageEnded(
  message: OutboxMessage,
): EventOf<'CourierMessageDispatched' | 'CourierMessageAbandoned'> | undefined {
  const { id, status, channel, templateType, sendCount } = message
  if (status !== 'sent' && status !== 'abandoned') return undefined
  return [
    status === 'sent' ? 'CourierMessageDispatched' : 'CourierMessageAbandoned',
    // The worker may have been woken by a request, but no request sends a message.
    { by: 'system' },
    { message_id: id, channel, template_type: templateType, send_count: sendCount },
  ]
}
