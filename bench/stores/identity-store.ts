import {
  integer,
  json,
  text,
  ConcurrentChangeError,
  type StoreDatabase,
  type WriteHandle,
} from '@gatehouse/platform/database'
import { statements } from './dialect.ts'

/** A person as stored. */
export interface Identity {
  readonly id: string
  readonly state: 'active' | 'inactive'
  readonly traits: unknown
  /** Secrets of methods by their kind. */
  readonly credentials: Readonly<Record<string, unknown>>
  /** Unique among all identities. */
  readonly addresses: readonly string[]
}

/** What was read, and the version that has to be there still when it is written. */
export interface VersionedIdentity extends Identity {
  readonly version: number
}

/** Identities, for reading. */
export interface IdentityReader {
  get(id: string): Promise<VersionedIdentity | undefined>
  findByAddress(address: string): Promise<VersionedIdentity | undefined>
}

/** Identities, inside a unit of work. A taken address rejects with a `UniqueConflictError`. */
export interface IdentityStore extends IdentityReader {
  create(identity: Identity): Promise<void>
  /** Rejects with a `ConcurrentChangeError` where it was changed since it was read. */
  replace(identity: VersionedIdentity): Promise<void>
}

const identitySql = {
  get: {
    sqlite: 'SELECT version, state, traits FROM identities WHERE id = ?',
    postgres: 'SELECT version, state, traits FROM identities WHERE project = $1 AND id = $2',
  },
  owner: {
    sqlite: 'SELECT identity FROM addresses WHERE value = ?',
    postgres: 'SELECT identity FROM addresses WHERE project = $1 AND value = $2',
  },
  credentials: {
    sqlite: 'SELECT kind, config FROM credentials WHERE identity = ? ORDER BY kind',
    postgres: 'SELECT kind, config FROM credentials WHERE project = $1 AND identity = $2 ORDER BY kind',
  },
  addresses: {
    sqlite: 'SELECT value FROM addresses WHERE identity = ? ORDER BY value',
    postgres: 'SELECT value FROM addresses WHERE project = $1 AND identity = $2 ORDER BY value',
  },
  create: {
    sqlite: 'INSERT INTO identities (id, version, state, traits) VALUES (?, 1, ?, ?)',
    postgres: 'INSERT INTO identities (project, id, version, state, traits) VALUES ($1, $2, 1, $3, $4)',
  },
  replace: {
    sqlite: 'UPDATE identities SET state = ?, traits = ?, version = version + 1 WHERE id = ? AND version = ?',
    postgres:
      'UPDATE identities SET state = $2, traits = $3, version = version + 1 WHERE project = $1 AND id = $4 AND version = $5',
  },
  clearCredentials: {
    sqlite: 'DELETE FROM credentials WHERE identity = ?',
    postgres: 'DELETE FROM credentials WHERE project = $1 AND identity = $2',
  },
  clearAddresses: {
    sqlite: 'DELETE FROM addresses WHERE identity = ?',
    postgres: 'DELETE FROM addresses WHERE project = $1 AND identity = $2',
  },
  addCredential: {
    sqlite: 'INSERT INTO credentials (identity, kind, config) VALUES (?, ?, ?)',
    postgres: 'INSERT INTO credentials (project, identity, kind, config) VALUES ($1, $2, $3, $4)',
  },
  addAddress: {
    sqlite: 'INSERT INTO addresses (identity, value) VALUES (?, ?)',
    postgres: 'INSERT INTO addresses (project, identity, value) VALUES ($1, $2, $3)',
  },
} as const

/** Identities of a dialect; made once, then bound to the handle of each unit of work. */
export function createIdentityStores(dialect: StoreDatabase['dialect']): (scope: WriteHandle) => IdentityStore {
  const sql = statements(dialect, 'identities', identitySql)
  return (scope) => {
    async function get(id: string): Promise<VersionedIdentity | undefined> {
      const row = await scope.first(sql.get, id)
      if (row === undefined) return undefined
      const credentials = await scope.all(sql.credentials, id)
      const addresses = await scope.all(sql.addresses, id)
      return {
        id,
        version: integer(row, 'version'),
        state: text(row, 'state') === 'active' ? 'active' : 'inactive',
        traits: json(row, 'traits'),
        credentials: Object.fromEntries(credentials.map((one) => [text(one, 'kind'), json(one, 'config')])),
        addresses: addresses.map((one) => text(one, 'value')),
      }
    }

    async function addParts({ id, credentials, addresses }: Identity): Promise<void> {
      for (const [kind, config] of Object.entries(credentials)) {
        await scope.run(sql.addCredential, id, kind, JSON.stringify(config))
      }
      for (const address of addresses) await scope.run(sql.addAddress, id, address)
    }

    return {
      get,
      async findByAddress(address) {
        const row = await scope.first(sql.owner, address)
        return row === undefined ? undefined : get(text(row, 'identity'))
      },
      async create(identity) {
        await scope.run(sql.create, identity.id, identity.state, JSON.stringify(identity.traits))
        await addParts(identity)
      },
      async replace(identity) {
        const { id, state, traits, version } = identity
        const changed = await scope.run(sql.replace, state, JSON.stringify(traits), id, version)
        if (changed === 0) throw new ConcurrentChangeError(`identity ${id} is no longer at version ${version}`)
        await scope.run(sql.clearCredentials, id)
        await scope.run(sql.clearAddresses, id)
        await addParts(identity)
      },
    }
  }
}
