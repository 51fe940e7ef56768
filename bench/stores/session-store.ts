import { integer, json, text, type StoreDatabase, type WriteHandle } from '@gatehouse/platform/database'
import { statements } from './dialect.ts'

/** A session with whose it is, as whoami answers it. */
export interface ActiveSession {
  readonly id: string
  readonly expiresAt: number
  readonly identity: { readonly id: string; readonly traits: unknown }
}

/** A session to be stored. */
export interface NewSession {
  readonly id: string
  readonly token: string
  readonly identity: string
  readonly expiresAt: number
}

/** Sessions, for reading. */
export interface SessionReader {
  /** The session of a token, unless it has ended by `now` (ms) or its identity is inactive. */
  whoami(token: string, now: number): Promise<ActiveSession | undefined>
}

/** Sessions, inside a unit of work. */
export interface SessionStore extends SessionReader {
  create(session: NewSession): Promise<void>
}

const sessionSql = {
  whoami: {
    sqlite: `SELECT s.id, s.expires_at, i.id AS identity, i.traits FROM sessions s JOIN identities i ON i.id = s.identity
             WHERE s.token = ? AND s.expires_at > ? AND i.state = 'active'`,
    postgres: `SELECT s.id, s.expires_at, i.id AS identity, i.traits
               FROM sessions s JOIN identities i ON i.project = s.project AND i.id = s.identity
               WHERE s.project = $1 AND s.token = $2 AND s.expires_at > $3 AND i.state = 'active'`,
  },
  create: {
    sqlite: 'INSERT INTO sessions (id, token, identity, expires_at) VALUES (?, ?, ?, ?)',
    postgres: 'INSERT INTO sessions (project, id, token, identity, expires_at) VALUES ($1, $2, $3, $4, $5)',
  },
} as const

/** Sessions of a dialect; made once, then bound to the handle of each unit of work. */
export function createSessionStores(dialect: StoreDatabase['dialect']): (scope: WriteHandle) => SessionStore {
  const sql = statements(dialect, 'sessions', sessionSql)
  return (scope) => ({
    async whoami(token, now) {
      const row = await scope.first(sql.whoami, token, now)
      if (row === undefined) return undefined
      const identity = { id: text(row, 'identity'), traits: json(row, 'traits') }
      return { id: text(row, 'id'), expiresAt: integer(row, 'expires_at'), identity }
    },
    async create({ id, token, identity, expiresAt }) {
      await scope.run(sql.create, id, token, identity, expiresAt)
    },
  })
}
