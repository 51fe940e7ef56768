import { AsyncLocalStorage } from 'node:async_hooks'

import type { EventActor, EventClient } from '@gatehouse/contract/events'

/** The facts of the request that is being answered, for the events that it causes. */
export interface EventOrigin<Cause = unknown> {
  readonly actor: EventActor
  /** Returns its client; computed only for the few requests that cause an event. */
  readonly client: () => EventClient | null
  readonly flowId?: string
  /** `Accept-Language`, as sent. */
  readonly acceptLanguage?: string | null
  /** The request's id in the log. */
  readonly requestId?: string | null
  /** Further data of the caller that set it. */
  readonly cause?: Cause
}

/** The origin of the present work; the background's, if no request is being answered. */
export interface EventOrigins<Cause = unknown> {
  readonly current: () => EventOrigin<Cause>
  /** Runs work whose events have this origin; omitted keys keep their values. */
  readonly within: <T>(origin: Partial<EventOrigin<Cause>>, work: () => T) => T
}

/** Creates the origins of one service: two in one process do not see each other's requests. */
export function createEventOrigins<Cause>(): EventOrigins<Cause> {
  const storage = new AsyncLocalStorage<EventOrigin<Cause>>()
  const current = (): EventOrigin<Cause> => storage.getStore() ?? background
  return { current, within: (origin, work) => storage.run({ ...current(), ...origin }, work) }
}

/** Returns no client: for an administrator, or work in the background. */
export const noClient = (): null => null

/** The origin of work in the background: no request caused it. */
export const background: EventOrigin<never> = { actor: { type: 'system', id: null }, client: noClient }

/** The caller of the admin API, if the process does not know more. */
export const administrator: EventActor = { type: 'administrator', id: null }
