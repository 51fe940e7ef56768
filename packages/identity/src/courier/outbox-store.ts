import type { OutboxMessage } from './message.ts'

/** One attempt to hand a message over. Times are Unix milliseconds. */
export interface Dispatch {
  readonly id: string
  readonly messageId: string
  readonly status: 'success' | 'failed'
  readonly error: string | undefined
  readonly createdAt: number
}

/** A page of messages, newest first. `next` is absent on the last page. */
export interface OutboxPage {
  readonly messages: readonly OutboxMessage[]
  readonly next: string | undefined
}

/** The outbox in a database. */
export interface OutboxStore {
  insert(message: OutboxMessage): Promise<void>
  /**
   * Writes a message that is never sent, with the work of `insert`: its time must not tell who has an account. It is
   * dropped when it would be due, and no reader of the outbox finds it.
   */
  withhold(message: OutboxMessage): Promise<void>
  /**
   * Takes messages that are due, in the order in which they were asked for: they are `processing`, and no other call takes
   * them. Of one recipient it is never more than one, and none while an earlier one is on its way or waits for another try.
   */
  claim(query: {
    readonly types: readonly OutboxMessage['type'][]
    readonly limit: number
    readonly now: number
    /** Names who takes them. */
    readonly holder: string
  }): Promise<readonly OutboxMessage[]>
  /** Says that messages are being handed over still. */
  renew(ids: readonly string[], holder: string, now: number): Promise<void>
  /** Writes down an attempt and what became of the message. False, and nothing: another process has taken it over. */
  settle(message: OutboxMessage, dispatch: Dispatch, holder: string): Promise<boolean>
  /** Gives back what was taken and not tried, or failed by no fault of its own: as it was before. */
  release(ids: readonly string[], holder: string): Promise<void>
  /** Gives back what was neither taken nor renewed since this moment (its process died); returns how many. */
  recover(before: number): Promise<number>
  /** When the next queued message is due, or one that is being handed over may be given back, `leaseMs` after its last sign. */
  nextDue(types: readonly OutboxMessage['type'][], leaseMs: number): Promise<number | undefined>
  /** How many wait, whether due or not, or are being handed over. */
  waiting(type: OutboxMessage['type']): Promise<number>
  /** How many wait that came before this moment. */
  waitingSince(before: number): Promise<number>
  /** Has a message that waits or was given up sent now; one that was given up gets all its attempts again. False: neither. */
  requeue(id: string, now: number): Promise<boolean>
  find(id: string): Promise<OutboxMessage | undefined>
  dispatches(messageId: string): Promise<readonly Dispatch[]>
  /** Why the last attempt of each failed; messages without a failed one are left out. */
  lastFaults(messageIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  list(query: {
    readonly size: number
    readonly after?: string
    readonly status?: OutboxMessage['status']
    readonly recipient?: string
  }): Promise<OutboxPage>
  /** Removes what was sent, given up or withheld before this moment; returns how many. */
  purge(before: number): Promise<number>
}
