import { LRUCache } from 'lru-cache'

import type { Database } from '@gatehouse/platform/database'

/** A look-up that remembers. */
export interface Remembered<Key, Value> {
  (key: Key): Promise<Value | undefined>
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
  read: (key: Key) => Promise<Value | undefined>,
  max: number,
): Remembered<Key, Value> {
  const known = new LRUCache<Key, Value>({ max })
  let generation: number | undefined
  // Moves on with everything that is forgotten: what was read before that may be old when it arrives.
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
