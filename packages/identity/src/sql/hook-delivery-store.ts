import { integer, optionalInteger, optionalText, text, type Row, type Database } from '@gatehouse/platform/database'

import type { HookDelivery, HookDeliveryStore } from '../web-hooks/deliveries.ts'

/** The earliest delivery of its ordering key, whether taken, due or waiting for another try. */
const isNext = `NOT EXISTS (
  SELECT 1 FROM web_hook_deliveries AS earlier
  WHERE earlier.ordering_key = web_hook_deliveries.ordering_key
    AND (earlier.created_at, earlier.id) < (web_hook_deliveries.created_at, web_hook_deliveries.id)
)`

/**
 * Creates the store. Inserts and deletes are flushed to the disk. Claims and postponements are not: losing one costs a
 * further call at most.
 */
export function createHookDeliveryStore(database: Database): HookDeliveryStore {
  const columns = 'id, hook, body, attempts, due_at, created_at, trace, ordering_key'
  const insert = database.prepare(
    // Later than those that wait: clocks of machines differ, and a millisecond may have several.
    `INSERT INTO web_hook_deliveries (${columns}) VALUES (:id, :hook, :body, :attempts, :dueAt,
       max(:createdAt, (SELECT coalesce(max(created_at), 0) + 1 FROM web_hook_deliveries WHERE ordering_key = :key)),
       :trace, :key)`,
  )
  const claim = database.prepare(
    `UPDATE web_hook_deliveries SET taken_at = :now, taken_by = :holder WHERE id IN (
       SELECT id FROM web_hook_deliveries WHERE taken_at IS NULL AND due_at <= :now AND ${isNext}
       ORDER BY due_at LIMIT :limit
     ) AND taken_at IS NULL RETURNING ${columns}`,
  )
  const renew = database.prepare(
    `UPDATE web_hook_deliveries SET taken_at = :now WHERE taken_by = :holder
       AND id IN (SELECT value FROM json_each(:ids))`,
  )
  const postpone = database.prepare(
    'UPDATE web_hook_deliveries SET taken_at = NULL, taken_by = NULL, attempts = ?, due_at = ? WHERE id = ? AND taken_by = ?',
  )
  const remove = database.prepare('DELETE FROM web_hook_deliveries WHERE id = ?')
  const recover = database.prepare(
    'UPDATE web_hook_deliveries SET taken_at = NULL, taken_by = NULL WHERE taken_at <= ?',
  )
  const nextDue = database.prepare(
    `SELECT min(due_at) AS due_at FROM (
       SELECT min(due_at) AS due_at FROM web_hook_deliveries WHERE taken_at IS NULL AND ${isNext}
       UNION ALL
       SELECT min(taken_at) + :lease FROM web_hook_deliveries WHERE taken_at IS NOT NULL
     ) AS moments`,
  )
  return {
    insert: ({ id, hook, body, attempts, dueAt, createdAt, trace, orderingKey }) =>
      database.durable(
        async () =>
          void (await insert.run({
            id,
            hook,
            body,
            attempts,
            dueAt,
            createdAt,
            trace: trace ?? null,
            key: orderingKey ?? null,
          })),
      ),
    claim: async (limit, now, holder) =>
      (await database.write(() => claim.all({ limit, now, holder }))).map(deliveryOf),
    renew: (ids, holder, now) =>
      database.write(async () => void (await renew.run({ ids: JSON.stringify(ids), holder, now }))),
    postpone: (id, attempts, dueAt, holder) =>
      database.write(async () => void (await postpone.run(attempts, dueAt, id, holder))),
    remove: (id) => database.durable(async () => void (await remove.run(id))),
    recover: (before) => database.write(async () => void (await recover.run(before))),
    nextDue: async (lease) => optionalInteger((await nextDue.get({ lease })) ?? { due_at: null }, 'due_at'),
  }
}

function deliveryOf(row: Row): HookDelivery {
  return {
    id: text(row, 'id'),
    hook: text(row, 'hook'),
    body: text(row, 'body'),
    attempts: integer(row, 'attempts'),
    dueAt: integer(row, 'due_at'),
    createdAt: integer(row, 'created_at'),
    trace: optionalText(row, 'trace'),
    orderingKey: optionalText(row, 'ordering_key'),
  }
}
