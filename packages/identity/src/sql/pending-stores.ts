import { type Database, json, preparePurge } from '@gatehouse/platform/database'
import type { PendingAddressChange, PendingAddressChangeStore } from '../flows/ports/pending-address-changes.ts'
import type { PendingRegistration, PendingRegistrationStore } from '../flows/ports/pending-registrations.ts'

/** Creates the stores of accounts and changes that wait for the proof of an address. */
export function createPendingStores(database: Database) {
  return {
    pendingRegistrations: createPendingRegistrationStore(database),
    pendingAddressChanges: createPendingAddressChangeStore(database),
  }
}

/** Creates the store of pending registrations. */
function createPendingRegistrationStore(database: Database): PendingRegistrationStore {
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

/** Creates the store of pending changes of addresses. */
function createPendingAddressChangeStore(database: Database): PendingAddressChangeStore {
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
