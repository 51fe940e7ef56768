import type { CommitKind, StoreDatabase, WriteHandle } from '@gatehouse/platform/database'
import { scopeOf } from './dialect.ts'
import { createIdentityStores } from './identity-store.ts'
import type { IdentityReader, IdentityStore } from './identity-store.ts'
import { createOutboxStores } from './outbox-store.ts'
import type { OutboxReader, OutboxStore } from './outbox-store.ts'
import { createSessionStores } from './session-store.ts'
import type { SessionReader, SessionStore } from './session-store.ts'

/** The stores of a unit of work. */
export interface WritingStores {
  readonly sessions: SessionStore
  readonly identities: IdentityStore
  readonly outbox: OutboxStore
}

/** The stores of one project. */
export interface ProjectStores {
  readonly read: {
    readonly sessions: SessionReader
    readonly identities: IdentityReader
    readonly outbox: OutboxReader
  }
  /** Hands out the only stores that write. */
  write<T>(kind: CommitKind, work: (stores: WritingStores) => Promise<T>): Promise<T>
}

/** The stores of one project in a database. */
export function createStores(database: StoreDatabase, project: string): ProjectStores {
  const sessions = createSessionStores(database.dialect)
  const identities = createIdentityStores(database.dialect)
  const outbox = createOutboxStores(database.dialect)
  const bind = (scope: WriteHandle): WritingStores => ({
    sessions: sessions(scope),
    identities: identities(scope),
    outbox: outbox(scope),
  })
  return {
    read: bind(scopeOf(database, project, database.read)),
    write: (kind, work) => database.units.run(kind, (handle) => work(bind(scopeOf(database, project, handle)))),
  }
}
