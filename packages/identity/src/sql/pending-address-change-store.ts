import { json, type Database, preparePurge } from '@gatehouse/platform/database'

import type { PendingAddressChange, PendingAddressChangeStore } from '../flows/ports/pending-address-changes.ts'

/** Pending changes of addresses. */
export function createPendingAddressChangeStore(database: Database): PendingAddressChangeStore {
  const insert = database.prepare(
    'INSERT INTO pending_address_changes (id, identity_id, expires_at, document) VALUES (?, ?, ?, ?)',
  )
  const update = database.prepare('UPDATE pending_address_changes SET expires_at = ?, document = ? WHERE id = ?')
  const byId = database.prepare('SELECT document FROM pending_address_changes WHERE id = ?')
  const byIdentity = database.prepare(
    'SELECT document FROM pending_address_changes WHERE identity_id = ? AND expires_at > ? ORDER BY rowid',
  )
  const remove = database.prepare('DELETE FROM pending_address_changes WHERE id = ?')
  const purge = preparePurge(database, { table: 'pending_address_changes', key: 'id', condition: 'expires_at <= :end' })
  return {
    insert: (change) =>
      database.durable(
        async () => void (await insert.run(change.id, change.identityId, change.expiresAt, JSON.stringify(change))),
      ),
    update: (change) =>
      database.durable(async () => void (await update.run(change.expiresAt, JSON.stringify(change), change.id))),
    find: async (id) => {
      const row = await byId.get(id)
      return row && (json(row, 'document') as PendingAddressChange)
    },
    ofIdentity: async (identityId, now) =>
      (await byIdentity.all(identityId, now)).map((row) => json(row, 'document') as PendingAddressChange),
    delete: (id) => database.durable(async () => void (await remove.run(id))),
    purge: (end) => purge({ end }),
  }
}
