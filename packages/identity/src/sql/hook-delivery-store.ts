import { integer, optionalInteger, text, type Row, type Database } from '@gatehouse/platform/database'

import type { HookDelivery, HookDeliveryStore } from '../web-hooks/delivery-store.ts'

/**
 * What is put in or taken out is flushed to the disk. That something was claimed or put off is not: losing that costs a
 * further call at most.
 */
export function createHookDeliveryStore(database: Database): HookDeliveryStore {
  const columns = 'id, hook, body, attempts, due_at, created_at'
  const insert = database.prepare(`INSERT INTO web_hook_deliveries (${columns}) VALUES (?, ?, ?, ?, ?, ?)`)
  const claim = database.prepare(
    `UPDATE web_hook_deliveries SET taken_at = :now WHERE id IN (
       SELECT id FROM web_hook_deliveries WHERE taken_at IS NULL AND due_at <= :now ORDER BY due_at LIMIT :limit
     ) AND taken_at IS NULL RETURNING ${columns}`,
  )
  const postpone = database.prepare(
    'UPDATE web_hook_deliveries SET taken_at = NULL, attempts = ?, due_at = ? WHERE id = ?',
  )
  const remove = database.prepare('DELETE FROM web_hook_deliveries WHERE id = ?')
  const recover = database.prepare('UPDATE web_hook_deliveries SET taken_at = NULL WHERE taken_at < ?')
  const nextDue = database.prepare('SELECT min(due_at) AS due_at FROM web_hook_deliveries WHERE taken_at IS NULL')
  return {
    insert: ({ id, hook, body, attempts, dueAt, createdAt }) =>
      database.durable(async () => void (await insert.run(id, hook, body, attempts, dueAt, createdAt))),
    claim: async (limit, now) => (await database.write(() => claim.all({ limit, now }))).map(deliveryOf),
    postpone: (id, attempts, dueAt) => database.write(async () => void (await postpone.run(attempts, dueAt, id))),
    remove: (id) => database.durable(async () => void (await remove.run(id))),
    recover: (takenBefore) => database.write(async () => void (await recover.run(takenBefore))),
    nextDue: async () => optionalInteger((await nextDue.get()) ?? { due_at: null }, 'due_at'),
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
  }
}
