import { LRUCache } from 'lru-cache'

import type { Database } from '@gatehouse/platform/database'

/** A look-up that remembers. */
export interface Remembered<Key, Value> {
  (key: Key): Value | undefined
  /** Forgets one key, or all: for writes that move no generation on. Inside a transaction it is not read again. */
  forget(key?: Key): void
}

/**
 * Remembers what `read` found, up to `max` keys, until a row that was read before may have changed (`Transactions.amend`,
 * or another process that wrote to the file). Nothing is remembered of a key without a value, nor inside a transaction,
 * which may still be rolled back. The same object is handed out again, so that more can be kept by it.
 */
export function remembered<Key extends string, Value extends object>(
  database: Pick<Database, 'generation'>,
  read: (key: Key) => Value | undefined,
  max: number,
): Remembered<Key, Value> {
  const known = new LRUCache<Key, Value>({ max })
  let generation: number | undefined
  const find = (key: Key) => {
    const current = database.generation()
    if (current === undefined) return read(key)
    if (current !== generation) {
      known.clear()
      generation = current
    }
    const before = known.get(key)
    if (before !== undefined) return before
    const value = read(key)
    if (value !== undefined) known.set(key, value)
    return value
  }
  const forget = (key?: Key) => void (key === undefined ? known.clear() : known.delete(key))
  return Object.assign(find, { forget })
}
