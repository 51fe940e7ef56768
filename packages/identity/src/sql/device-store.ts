import { integer, json, text, type Row, type Database, preparePurge } from '@gatehouse/platform/database'

import type { RememberedDevice, RememberedDeviceStore } from '../devices/device-store.ts'

/** Creates the store of remembered devices. */
export function createRememberedDeviceStore(database: Database): RememberedDeviceStore {
  const columns = 'id, identity_id, device, created_at, used_at, expires_at'
  const insert = database.prepare(
    `INSERT INTO remembered_devices (id, identity_id, token_hash, device, created_at, used_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const byToken = database.prepare(`SELECT ${columns} FROM remembered_devices WHERE token_hash = ?`)
  const touch = database.prepare('UPDATE remembered_devices SET used_at = ? WHERE id = ?')
  const ofIdentity = database.prepare(
    `SELECT ${columns} FROM remembered_devices WHERE identity_id = ? AND expires_at > ?
     ORDER BY used_at DESC, id LIMIT 500`,
  )
  const remove = database.prepare('DELETE FROM remembered_devices WHERE identity_id = ? AND id = ?')
  const removeAll = database.prepare('DELETE FROM remembered_devices WHERE identity_id = ?')
  const clear = database.prepare('DELETE FROM remembered_devices')
  const purge = preparePurge(database, { table: 'remembered_devices', key: 'id', condition: 'expires_at <= :end' })
  return {
    insert: ({ id, identityId, device, createdAt, usedAt, expiresAt }, tokenHash) =>
      database.durable(
        async () =>
          void (await insert.run(id, identityId, tokenHash, JSON.stringify(device), createdAt, usedAt, expiresAt)),
      ),
    findByTokenHash: async (tokenHash) => {
      const row = await byToken.get(tokenHash)
      return row && deviceOf(row)
    },
    touch: (id, now) => database.write(async () => void (await touch.run(now, id))),
    listByIdentity: async (identityId, now) => (await ofIdentity.all(identityId, now)).map(deviceOf),
    delete: (identityId, id) => database.durable(async () => (await remove.run(identityId, id)) > 0),
    deleteByIdentity: (identityId) => database.durable(() => removeAll.run(identityId)),
    deleteAll: () => database.durable(async () => void (await clear.run())),
    purge: (end) => purge({ end }),
  }
}

function deviceOf(row: Row): RememberedDevice {
  return {
    id: text(row, 'id'),
    identityId: text(row, 'identity_id'),
    device: json(row, 'device') as RememberedDevice['device'],
    createdAt: integer(row, 'created_at'),
    usedAt: integer(row, 'used_at'),
    expiresAt: integer(row, 'expires_at'),
  }
}
