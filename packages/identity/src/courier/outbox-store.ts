import type { OutboxMessage } from './message.ts'

/** One attempt to deliver a message. Times are Unix milliseconds. */
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
   * Writes a message that is never sent, with the work of `insert`: its time must not reveal which accounts exist. It
   * is dropped when it would be due, and no reader of the outbox finds it.
   */
  withhold(message: OutboxMessage): Promise<void>
  /**
   * Takes due messages in the order of their creation: they become `processing`, and no other call takes them. It takes
   * at most one for each recipient, and none while an earlier one is being sent or waits for another try.
   */
  claim(query: {
    readonly types: readonly OutboxMessage['type'][]
    readonly limit: number
    readonly now: number
    /** Names the process that takes them. */
    readonly holder: string
  }): Promise<readonly OutboxMessage[]>
  /** Renews the lease of messages that are still being sent. */
  renew(ids: readonly string[], holder: string, now: number): Promise<void>
  /** Records an attempt and the new state of the message. False, with no effect: another process has taken it over. */
  settle(message: OutboxMessage, dispatch: Dispatch, holder: string): Promise<boolean>
  /** Returns messages to the queue unchanged: those not tried, or failed through no fault of their own. */
  release(ids: readonly string[], holder: string): Promise<void>
  /** Returns messages to the queue that were not taken or renewed since this moment (a process died); counts them. */
  recover(before: number): Promise<number>
  /** Returns the time when the next message is due, or when a lease ends, `leaseMs` after its last renewal. */
  nextDue(types: readonly OutboxMessage['type'][], leaseMs: number): Promise<number | undefined>
  /** Counts the messages that wait, due or not, or are being sent. */
  waiting(type: OutboxMessage['type']): Promise<number>
  /** Counts the waiting messages that were created before this moment. */
  waitingSince(before: number): Promise<number>
  /** Makes a waiting or abandoned message due now; an abandoned one gets all its attempts again. False: neither. */
  requeue(id: string, now: number): Promise<boolean>
  find(id: string): Promise<OutboxMessage | undefined>
  dispatches(messageId: string): Promise<readonly Dispatch[]>
  /** Returns the reason of the last failed attempt of each; messages without a failed one are absent. */
  lastFaults(messageIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  list(query: {
    readonly size: number
    readonly after?: string
    readonly status?: OutboxMessage['status']
    readonly recipient?: string
  }): Promise<OutboxPage>
  /** Removes messages that were sent, abandoned or withheld before this moment; returns their count. */
  purge(before: number): Promise<number>
}
