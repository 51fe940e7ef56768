import type { HookConfig } from '../../configuration/config.ts'
import type { Refusal } from '../../http/answer.ts'
import type { Identity } from '../../identities/identity.ts'
import type { Session } from '../../sessions/session.ts'
import type { Fields } from '../http/submission.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { StoredFlow } from '../model/flow.ts'
import type { Rejected } from './strategy-outcome.ts'

/** A flow that has come to its end, as hooks hear of it. */
export interface HookEvent {
  readonly flow: StoredFlow
  readonly request: RequestContext
  readonly fields: Fields
  /** The method it was done with; also the key of its hooks in the configuration. */
  readonly method: string
  readonly identity: Identity
  readonly session?: Session
}

/** Changes to the account that a hook asks for, before it is stored. */
export interface IdentityChange {
  readonly traits?: Readonly<Record<string, unknown>> | undefined
  readonly metadata_public?: unknown
  readonly metadata_admin?: unknown
  readonly external_id?: string | undefined
}

/** What the hooks of a flow say, all together. */
export type HookVerdict =
  | { readonly kind: 'go_on'; readonly changes: readonly IdentityChange[] }
  | { readonly kind: 'rejected'; readonly rejected: Rejected }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** Calls the services that the configuration names at the end of a flow. */
export interface WebHooks {
  /** True if a flow waits for any of these: what it read before is old then. */
  readonly waits: (hooks: readonly HookConfig[]) => boolean
  /** Before anything is stored: those that may refuse. One after the other; the first refusal ends it. */
  before(hooks: readonly HookConfig[], event: HookEvent): Promise<HookVerdict>
  /** After it was stored: those that are waited for. */
  after(hooks: readonly HookConfig[], event: HookEvent): Promise<HookVerdict>
  /** Those that are not waited for. Belongs in the transaction that the event is about. */
  enqueue(hooks: readonly HookConfig[], event: HookEvent): Promise<void>
}
