import { AsyncLocalStorage } from 'node:async_hooks'

import type { EventActor, EventClient } from '@gatehouse/contract/events'

/** What is known of the request that is being answered, for the events it brings about. */
export interface EventOrigin<Cause = unknown> {
  readonly actor: EventActor
  /** Where it came from; worked out for the few requests that something is written down of. */
  readonly client: () => EventClient | null
  readonly flowId?: string
  /** `Accept-Language`, as it was sent. */
  readonly acceptLanguage?: string | null
  /** The id by which the log has the request. */
  readonly requestId?: string | null
  /** More about it, for the caller that put it there. */
  readonly cause?: Cause
}

/** The origin of whatever is going on; the background's, where no request is being answered. */
export interface EventOrigins<Cause = unknown> {
  readonly current: () => EventOrigin<Cause>
  /** Runs a piece of work whose events come from here; keys that are left out stay as they are. */
  readonly within: <T>(origin: Partial<EventOrigin<Cause>>, work: () => T) => T
}

/** The bookkeeping of one service: two in one process do not see each other's requests. */
export function createEventOrigins<Cause>(): EventOrigins<Cause> {
  const storage = new AsyncLocalStorage<EventOrigin<Cause>>()
  const current = (): EventOrigin<Cause> => storage.getStore() ?? background
  return { current, within: (origin, work) => storage.run({ ...current(), ...origin }, work) }
}

/** No client: an administrator, or work in the background. */
export const noClient = (): null => null

/** No request asked for it: work in the background. */
export const background: EventOrigin<never> = { actor: { type: 'system', id: null }, client: noClient }

/** Who calls the admin API, where the process does not know more. */
export const administrator: EventActor = { type: 'administrator', id: null }
