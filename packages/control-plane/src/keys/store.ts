import { integer, oneOf, optionalInteger, text, type Row, type Database } from '@gatehouse/platform/database'

import type { Scope } from '../model/grant-store.ts'
import type { Page } from '../http/paging.ts'
import { createKeyset } from '../sql/keyset.ts'

/** A key of a workspace or a project, without its secret. Times are Unix milliseconds. */
export interface ApiKey {
  readonly id: string
  readonly scope: Scope
  readonly name: string
  readonly prefix: string
  readonly lastCharacters: string
  /** The operator or key that created it. */
  readonly ownerId: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly expiresAt: number | undefined
  readonly lastUsedAt: number | undefined
}

/** Keys in a database. Revoked ones are kept, and only `find` returns them. */
export interface KeyStore {
  insert(key: ApiKey, digest: string): Promise<void>
  /** Finds a key in any state. */
  find(id: string): Promise<ApiKey | undefined>
  /** The live key of a secret's digest. */
  findLive(digest: string, now: number): Promise<ApiKey | undefined>
  /** A key of a secret's digest that was not revoked, live or expired. */
  findKept(digest: string): Promise<ApiKey | undefined>
  /** The live key of an id. */
  isLive(id: string, now: number): Promise<boolean>
  /** Lists keys, oldest first, including expired ones; one page and one more. */
  list(scope: Scope, page: Page): Promise<readonly ApiKey[]>
  /** Revokes a key. True if it was not revoked before. */
  revoke(scope: Scope, id: string, now: number): Promise<boolean>
  /** Revokes every key of a scope, and returns their ids. */
  revokeAll(scope: Scope, now: number): Promise<readonly string[]>
  touch(id: string, now: number): Promise<void>
}

/** Creates the store of keys in their table, by the digests of their tokens. */
export function createKeyStore(database: Database): KeyStore {
  const columns =
    'id, scope_kind, scope_id, name, prefix, last_characters, owner_id, created_at, updated_at, expires_at, last_used_at'
  const insert = database.prepare(
    `INSERT INTO api_keys (${columns}, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const live = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)'
  const byScope = 'scope_kind = ? AND scope_id = ?'
  const find = database.prepare(`SELECT ${columns} FROM api_keys WHERE id = ?`)
  const findLive = database.prepare(`SELECT ${columns} FROM api_keys WHERE digest = ? AND ${live}`)
  const findKept = database.prepare(`SELECT ${columns} FROM api_keys WHERE digest = ? AND revoked_at IS NULL`)
  const isLive = database.prepare(`SELECT 1 FROM api_keys WHERE id = ? AND ${live}`)
  const list = createKeyset(database, {
    columns,
    from: 'api_keys',
    where: 'scope_kind = :kind AND scope_id = :scope AND revoked_at IS NULL',
  })
  const change = 'UPDATE api_keys SET revoked_at = ?, updated_at = ? WHERE'
  const revoke = database.prepare(`${change} ${byScope} AND id = ? AND revoked_at IS NULL`)
  const revokeAll = database.prepare(`${change} ${byScope} AND revoked_at IS NULL RETURNING id`)
  const touch = database.prepare('UPDATE api_keys SET last_used_at = ? WHERE id = ?')
  return {
    insert: (key, digest) =>
      database.durable(
        async () =>
          void (await insert.run(
            key.id,
            key.scope.kind,
            key.scope.id,
            key.name,
            key.prefix,
            key.lastCharacters,
            key.ownerId,
            key.createdAt,
            key.updatedAt,
            key.expiresAt ?? null,
            key.lastUsedAt ?? null,
            digest,
          )),
      ),
    find: async (id) => keyOf(await find.get(id)),
    findLive: async (digest, now) => keyOf(await findLive.get(digest, now)),
    findKept: async (digest) => keyOf(await findKept.get(digest)),
    isLive: async (id, now) => (await isLive.get(id, now)) !== undefined,
    list: async ({ kind, id: scope }, page) => (await list({ kind, scope }, page)).map(requiredKeyOf),
    revoke: (scope, id, now) =>
      database.durable(async () => (await revoke.run(now, now, scope.kind, scope.id, id)) > 0),
    revokeAll: async (scope, now) =>
      (await revokeAll.all(now, now, scope.kind, scope.id)).map((row) => text(row, 'id')),
    touch: (id, now) => database.durable(async () => void (await touch.run(now, id))),
  }
}

function keyOf(row: Row | undefined): ApiKey | undefined {
  return row && requiredKeyOf(row)
}

function requiredKeyOf(row: Row): ApiKey {
  return {
    id: text(row, 'id'),
    scope: { kind: oneOf(row, 'scope_kind', ['workspace', 'project']), id: text(row, 'scope_id') },
    name: text(row, 'name'),
    prefix: text(row, 'prefix'),
    lastCharacters: text(row, 'last_characters'),
    ownerId: text(row, 'owner_id'),
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
    expiresAt: optionalInteger(row, 'expires_at'),
    lastUsedAt: optionalInteger(row, 'last_used_at'),
  }
}
