import type { HookConfig } from '../../configuration/config.ts'
import type { Refusal } from '../../http/answer.ts'
import type { IdentityChange } from '../../identities/change-identity.ts'
import type { Identity } from '../../identities/identity.ts'
import type { FieldMessage } from '../../nodes/change.ts'
import type { Session } from '../../sessions/session.ts'
import type { Fields } from '../http/submission.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { StoredFlow } from '../model/flow.ts'

/** A flow that has ended, as hooks receive it. */
export interface HookEvent {
  readonly flow: StoredFlow
  readonly request: RequestContext
  readonly fields: Fields
  /** The method; also the key of its hooks in the configuration. */
  readonly method: string
  readonly identity: Identity
  readonly session?: Session
}

/** A flow that has begun: nothing was submitted yet, and only a settings flow has a known account. */
export type OpeningEvent = Pick<HookEvent, 'flow' | 'request' | 'session'> & Partial<Pick<HookEvent, 'identity'>>

/** The verdict of all hooks of a flow together. */
export type HookVerdict =
  /** `change`: their changes of the account before it is stored. */
  | { readonly kind: 'go_on'; readonly change: IdentityChange }
  /** An empty field means the form. */
  | { readonly kind: 'rejected'; readonly messages: readonly FieldMessage[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** Calls the configured services at the end of a flow. */
export interface WebHooks {
  /**
   * Calls the hooks that may refuse, before anything is stored. They run in order, and each sees the changes of its
   * predecessors; the first refusal stops them. Only a registration and settings accept changes.
   */
  before(hooks: readonly HookConfig[], event: HookEvent): Promise<HookVerdict>
  /** Calls the awaited hooks in order before a form is shown; the first refusal stops them. */
  opening(hooks: readonly HookConfig[], event: OpeningEvent): Promise<HookVerdict>
  /** Calls the awaited hooks after the data was stored. */
  after(hooks: readonly HookConfig[], event: HookEvent): Promise<HookVerdict>
  /** Stores the calls of the hooks that are not awaited. Belongs in the transaction of the event. */
  enqueue(hooks: readonly HookConfig[], event: HookEvent | OpeningEvent): Promise<void>
}

/** The refusal if a hook that has to agree did not answer, or its answer is unusable. */
export const hookFailed: Refusal = {
  code: 502,
  id: 'upstream_error',
  reason: 'A service that has to agree to this did not answer as it should. Please try again later.',
}
