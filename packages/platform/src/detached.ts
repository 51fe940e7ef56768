import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Runs a task outside the request and the unit of work that are under way: work in the background goes on after them, and
 * what it does belongs to neither.
 */
export const detached: <T>(task: () => T) => T = AsyncLocalStorage.snapshot()
