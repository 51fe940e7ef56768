import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Runs a task outside the current request and unit of work: background work continues after them, and belongs to
 * neither.
 */
export const detached: <T>(task: () => T) => T = AsyncLocalStorage.snapshot()
