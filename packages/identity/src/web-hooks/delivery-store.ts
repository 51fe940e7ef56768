/** A web hook call that waits. Times are Unix milliseconds. */
export interface HookDelivery {
  readonly id: string
  /** The name of its hook (hook-names.ts); the address and secrets are not stored. */
  readonly hook: string
  readonly body: string
  readonly attempts: number
  readonly dueAt: number
  readonly createdAt: number
  /** Deliveries with the same key are sent one by one, in the order of `createdAt`; absent: it waits for none. */
  readonly orderingKey?: string | undefined
  /** The trace it belongs to, as text; absent: none. */
  readonly trace?: string | undefined
}

/** Deliveries in a database. */
export interface HookDeliveryStore {
  insert(delivery: HookDelivery): Promise<void>
  /** Takes due deliveries for `holder` alone: the earliest of each ordering key, oldest first. */
  claim(limit: number, now: number, holder: string): Promise<readonly HookDelivery[]>
  /** Renews the lease of running deliveries. */
  renew(ids: readonly string[], holder: string, now: number): Promise<void>
  /** Postpones a delivery; no effect if another process has taken it over. */
  postpone(id: string, attempts: number, dueAt: number, holder: string): Promise<void>
  /** Removes a delivery that succeeded or was given up. */
  remove(id: string): Promise<void>
  /** Returns deliveries to the queue that were neither taken nor renewed since this moment (their process died). */
  recover(before: number): Promise<void>
  /** Returns the time when the next one is due, or when a lease ends, `leaseMs` after its last renewal. */
  nextDue(leaseMs: number): Promise<number | undefined>
}
