/** A web hook that waits to be called. Times are Unix milliseconds. */
export interface HookDelivery {
  readonly id: string
  /** Which hook of the configuration; its address and secrets are not stored. */
  readonly hook: string
  readonly body: string
  readonly attempts: number
  readonly dueAt: number
  readonly createdAt: number
}

/** Deliveries in a database. */
export interface HookDeliveryStore {
  insert(delivery: HookDelivery): Promise<void>
  /** Takes what is due, oldest first: no other call takes it. */
  claim(limit: number, now: number): Promise<readonly HookDelivery[]>
  /** Puts a delivery back, to be tried later. */
  postpone(id: string, attempts: number, dueAt: number): Promise<void>
  /** It was delivered, or given up. */
  remove(id: string): Promise<void>
  /** Gives back what was taken before this moment (its process died). */
  recover(takenBefore: number): Promise<void>
  nextDue(): Promise<number | undefined>
}
