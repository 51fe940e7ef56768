import { json, type Database, preparePurge } from '@gatehouse/platform/database'

import type { PendingRegistration, PendingRegistrationStore } from '../flows/ports/pending-registrations.ts'

/** Pending registrations. */
export function createPendingRegistrationStore(database: Database): PendingRegistrationStore {
  const insert = database.prepare('INSERT INTO pending_registrations (id, expires_at, document) VALUES (?, ?, ?)')
  const update = database.prepare('UPDATE pending_registrations SET expires_at = ?, document = ? WHERE id = ?')
  const byId = database.prepare('SELECT document FROM pending_registrations WHERE id = ?')
  const remove = database.prepare('DELETE FROM pending_registrations WHERE id = ?')
  const purge = preparePurge(database, { table: 'pending_registrations', key: 'id', condition: 'expires_at < :end' })
  return {
    insert: (registration) =>
      database.durable(
        async () => void (await insert.run(registration.id, registration.expiresAt, JSON.stringify(registration))),
      ),
    update: (registration) =>
      database.durable(
        async () => void (await update.run(registration.expiresAt, JSON.stringify(registration), registration.id)),
      ),
    find: async (id) => {
      const row = await byId.get(id)
      return row && (json(row, 'document') as PendingRegistration)
    },
    delete: (id) => database.durable(async () => void (await remove.run(id))),
    purge: (end) => purge({ end }),
  }
}
