import type { HookConfig } from '../../configuration/config.ts'
import type { Refusal } from '../../http/answer.ts'
import type { IdentityChange } from '../../identities/change-identity.ts'
import type { Identity } from '../../identities/identity.ts'
import type { FieldMessage } from '../../nodes/change.ts'
import type { Session } from '../../sessions/session.ts'
import type { Fields } from '../http/submission.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { StoredFlow } from '../model/flow.ts'

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

/** A flow that has begun: nothing was submitted yet, and whose it is is known of settings alone. */
export type OpeningEvent = Pick<HookEvent, 'flow' | 'request' | 'session'> & Partial<Pick<HookEvent, 'identity'>>

/** What the hooks of a flow say, all together. */
export type HookVerdict =
  /** `change`: what they make of the account before it is stored. */
  | { readonly kind: 'go_on'; readonly change: IdentityChange }
  /** An empty field means the form. */
  | { readonly kind: 'rejected'; readonly messages: readonly FieldMessage[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** Calls the services that the configuration names at the end of a flow. */
export interface WebHooks {
  /** True if a flow waits for any of these: what it read before is old then. */
  readonly waits: (hooks: readonly HookConfig[]) => boolean
  /**
   * Before anything is stored: those that may refuse. One after the other, and each sees what the ones before have
   * changed; the first refusal ends it. Only a registration and settings take changes.
   */
  before(hooks: readonly HookConfig[], event: HookEvent): Promise<HookVerdict>
  /** Before a form is shown: all that are waited for, one after the other; the first refusal ends it. */
  opening(hooks: readonly HookConfig[], event: OpeningEvent): Promise<HookVerdict>
  /** After it was stored: those that are waited for. */
  after(hooks: readonly HookConfig[], event: HookEvent): Promise<HookVerdict>
  /** Those that are not waited for. Belongs in the transaction that the event is about. */
  enqueue(hooks: readonly HookConfig[], event: HookEvent | OpeningEvent): Promise<void>
}

/** A hook that has to agree did not answer, or its answer cannot be used. */
export const hookFailed: Refusal = {
  code: 502,
  id: 'upstream_error',
  reason: 'A service that has to agree to this did not answer as it should. Please try again later.',
}
