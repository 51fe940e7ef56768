/** Used allowances. Times are Unix milliseconds. */
export interface AllowanceStore {
  /** Until the unit of work ends no other one counts these. All of a unit are named at once. */
  hold(ids: readonly string[]): Promise<void>
  /** When each is full again, in the order of the ids; `undefined` where nothing is used up. */
  refilledAt(ids: readonly string[]): Promise<readonly (number | undefined)[]>
  put(id: string, refilledAt: number): Promise<void>
  remove(id: string): Promise<void>
  /** Removes those that are full again; returns how many. */
  purge(now: number): Promise<number>
}
