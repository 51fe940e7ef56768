import { randomUUID } from 'node:crypto'
import type { Role } from '@gatehouse/contract/operators'
import type { Database } from '@gatehouse/platform/database'

import type { GrantStore, Scope } from '../model/grant-store.ts'
import type { ApiKey, KeyStore } from './store.ts'
import { bearerOf, digestOf, type NewToken } from './token.ts'

/** A key as it is asked for. `expiresAt` in Unix milliseconds; undefined: it never expires. */
export interface NewKey {
  readonly scope: Scope
  readonly name: string
  readonly role: Role
  /** The operator or key that creates it. */
  readonly ownerId: string
  readonly expiresAt: number | undefined
}

/** Creates, recognizes and revokes keys. */
export interface Keyring {
  /** Stores a new key with its role. Inside the caller's transaction. */
  add(key: NewKey, token: NewToken, now: number): Promise<ApiKey>
  /** The live key of a request's bearer token. Notes that it was used. */
  recognize(headers: Headers, now: number): Promise<ApiKey | undefined>
  /** The key of a request's bearer token that would count if it had not expired. */
  expired(headers: Headers): Promise<ApiKey | undefined>
  /** Revokes a key inside the caller's transaction. True if there was one. */
  revoke(scope: Scope, id: string, now: number): Promise<boolean>
  /** Revokes every key of a scope inside the caller's transaction. */
  revokeAll(scope: Scope, now: number): Promise<void>
}

/** The interval at which last uses are recorded, in milliseconds: a write for every request would cost too much. */
const useResolutionMs = 60_000

/** Creates the keyring over the stored keys and their roles. */
export function createKeyring(deps: {
  readonly database: Database
  readonly keys: KeyStore
  readonly grants: GrantStore
}): Keyring {
  const { database, keys, grants } = deps
  return {
    add: async ({ scope, name, role, ownerId, expiresAt }, { digest, prefix, lastCharacters }, now) => {
      const stamps = { createdAt: now, updatedAt: now, expiresAt, lastUsedAt: undefined }
      const key: ApiKey = { id: randomUUID(), scope, name, prefix, lastCharacters, ownerId, ...stamps }
      await keys.insert(key, digest)
      await grants.put({ kind: 'key', keyId: key.id }, scope, role, now)
      return key
    },
    recognize: async (headers, now) => {
      const token = bearerOf(headers)
      const key = token === undefined ? undefined : await keys.findLive(digestOf(token), now)
      if (key && now - (key.lastUsedAt ?? 0) >= useResolutionMs) await database.durable(() => keys.touch(key.id, now))
      return key
    },
    expired: async (headers) => {
      const token = bearerOf(headers)
      return token === undefined ? undefined : keys.findKept(digestOf(token))
    },
    revoke: async (scope, id, now) => {
      const found = await keys.revoke(scope, id, now)
      if (found) await grants.removeAll({ kind: 'key', keyId: id })
      return found
    },
    revokeAll: async (scope, now) => {
      for (const keyId of await keys.revokeAll(scope, now)) await grants.removeAll({ kind: 'key', keyId })
    },
  }
}
