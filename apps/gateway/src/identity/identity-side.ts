import type { AdminClient } from '@gatehouse/client/admin-client'
import type { FetchHandler } from '@gatehouse/http/handler'
import type { HealthCheck } from '../process/health.ts'
import type { StartNote } from '../process/start-note.ts'

/** The identity service behind the public origin, wherever it lives. */
export interface IdentitySide {
  /** The admin API for the developer tools; absent when none is at hand. */
  readonly adminClient: AdminClient | undefined
  /** The admin API to offer on a listener of its own; absent when the service brings its own listener. */
  readonly adminApi: FetchHandler | undefined
  readonly checks: Readonly<Record<string, HealthCheck>>
  /** What its operator has to know when the gateway has started. Never rejects. */
  startNotes(): Promise<readonly StartNote[]>
  start(): Promise<void>
  stop(): Promise<void>
}
