/** A web hook that waits to be called. Times are Unix milliseconds. */
export interface HookDelivery {
  readonly id: string
  /** The name of its hook (hook-names.ts); the address and secrets are not stored. */
  readonly hook: string
  readonly body: string
  readonly attempts: number
  readonly dueAt: number
  readonly createdAt: number
  /** Deliveries with the same key go out one after the other, in the order of `createdAt`; absent: it waits for none. */
  readonly orderingKey?: string | undefined
  /** The trace it belongs to, as text; absent: none. */
  readonly trace?: string | undefined
}

/** Deliveries in a database. */
export interface HookDeliveryStore {
  insert(delivery: HookDelivery): Promise<void>
  /** Takes what is due and the earliest of its ordering key, oldest first: no other call takes it. `holder` names who does. */
  claim(limit: number, now: number, holder: string): Promise<readonly HookDelivery[]>
  /** Says that deliveries are under way still. */
  renew(ids: readonly string[], holder: string, now: number): Promise<void>
  /** Puts a delivery back, to be tried later; nothing where another process has taken it over. */
  postpone(id: string, attempts: number, dueAt: number, holder: string): Promise<void>
  /** It was delivered, or given up. */
  remove(id: string): Promise<void>
  /** Gives back what was neither taken nor renewed since this moment (its process died). */
  recover(before: number): Promise<void>
  /** When the next one is due, or one under way may be given back, `leaseMs` after its last sign. */
  nextDue(leaseMs: number): Promise<number | undefined>
}
