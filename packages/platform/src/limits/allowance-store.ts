/** Used allowances. Times are Unix milliseconds. */
export interface AllowanceStore {
  /** Locks these ids for the unit of work: no other unit counts them until it ends. Name all ids of a unit at once. */
  hold(ids: readonly string[]): Promise<void>
  /** Returns when each is full again, in the order of the ids; `undefined` for one that is full. */
  refilledAt(ids: readonly string[]): Promise<readonly (number | undefined)[]>
  put(id: string, refilledAt: number): Promise<void>
  remove(id: string): Promise<void>
  /** Removes those that are full again; returns how many. */
  purge(now: number): Promise<number>
}
