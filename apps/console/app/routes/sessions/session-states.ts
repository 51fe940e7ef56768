/** TABLE: which sessions the list can show; the first one unless something else is asked for. */
export const sessionStates = ['active', 'ended', 'all'] as const

/** One of them. */
export type SessionState = (typeof sessionStates)[number]
