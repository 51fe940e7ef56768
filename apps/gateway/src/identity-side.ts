import type { AdminClient } from '@gatehouse/client/admin-client'
import type { IdentityClient } from '@gatehouse/client/client'
import type { FetchHandler } from '@gatehouse/http/fetch-handler'
import type { HealthCheck } from './health.ts'

/** An identity service, wherever it lives. The rest of the gateway does not know which kind it is. */
export interface IdentitySide {
  /** Answers the public API's paths. */
  readonly publicApi: FetchHandler
  /** The public API for our own pages. */
  readonly client: IdentityClient
  /** The admin API for the developers' desk; absent when none is at hand. */
  readonly adminClient: AdminClient | undefined
  /** The admin API to offer on a listener of its own; absent when the service brings its own listener. */
  readonly adminApi: FetchHandler | undefined
  /** Origins beyond our own that forms may lead to, as far as its configuration is known here. */
  readonly formActionOrigins: readonly string[]
  readonly checks: Readonly<Record<string, HealthCheck>>
  /** What to tell the operator at start. */
  readonly warnings: readonly string[]
  start(): Promise<void>
  stop(): Promise<void>
}
