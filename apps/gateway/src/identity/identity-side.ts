import type { AdminClient } from '@gatehouse/client/admin-client'
import type { FetchHandler } from '@gatehouse/http/handler'
import type { BackgroundPiece } from '@gatehouse/platform/work'
import type { HealthCheck } from '../process/health.ts'
import type { WatchedGauge } from '../metrics/watched-gauge.ts'
import type { StartNote } from '../process/start-note.ts'

/** The identity service behind the public origin, embedded or remote. */
export interface IdentitySide {
  /** The admin API for the developer tools; absent if none is available. */
  readonly adminClient: AdminClient | undefined
  /** The admin API for a separate listener; absent if the service brings its own listener. */
  readonly adminApi: FetchHandler | undefined
  readonly checks: Readonly<Record<string, HealthCheck>>
  /** The gauges of its databases; only the process with the background work reports them. */
  readonly gauges: readonly WatchedGauge[]
  /** Returns notes for the operator after the gateway's start. Never rejects. */
  startNotes(): Promise<readonly StartNote[]>
  /** TABLE: its background work, by name. */
  readonly background: Readonly<Record<string, BackgroundPiece>>
  stop(): Promise<void>
}
