import { LRUCache } from 'lru-cache'

import type { Database } from '@gatehouse/platform/database'

/** A look-up with a cache. */
export interface Remembered<Key, Value> {
  (key: Key): Promise<Value | undefined>
  /** Forgets one key, or all, after writes that do not change the generation. Not cached again inside a transaction. */
  forget(key?: Key): void
}

/**
 * Caches results of `read`, up to `max` keys, until a cached row may have changed (`Transactions.amend`, or another
 * process that wrote to the file). Nothing is cached for a key without a value, or inside a transaction, which may
 * still be rolled back. The same object is returned each time, so that other caches can use it as their key.
 */
export function remembered<Key extends string, Value extends object>(
  database: Pick<Database, 'generation'>,
  read: (key: Key) => Promise<Value | undefined>,
  max: number,
): Remembered<Key, Value> {
  const known = new LRUCache<Key, Value>({ max })
  let generation: number | undefined
  // Counts the invalidations: a value read before one may be outdated when it arrives.
  let forgotten = 0
  const find = async (key: Key) => {
    const current = database.generation()
    if (current === undefined) return read(key)
    if (current !== generation) {
      known.clear()
      generation = current
      forgotten += 1
    }
    const before = known.get(key)
    if (before !== undefined) return before
    const reading = forgotten
    const value = await read(key)
    if (value !== undefined && reading === forgotten) known.set(key, value)
    return value
  }
  const forget = (key?: Key) => {
    forgotten += 1
    if (key === undefined) known.clear()
    else known.delete(key)
  }
  return Object.assign(find, { forget })
}
