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
  /** Takes messages that are due, oldest first: they are `processing`, and no other call takes them. */
  claim(query: {
    readonly types: readonly OutboxMessage['type'][]
    readonly limit: number
    readonly now: number
  }): Promise<readonly OutboxMessage[]>
  /** Writes down an attempt and what became of the message. */
  settle(message: OutboxMessage, dispatch: Dispatch): Promise<void>
  /** Gives back what was taken before this moment and never settled (its process died); returns how many. */
  recover(takenBefore: number): Promise<number>
  /** When the next queued message is due. */
  nextDue(types: readonly OutboxMessage['type'][]): Promise<number | undefined>
  /** How many wait, whether due or not. */
  waiting(type: OutboxMessage['type']): Promise<number>
  find(id: string): Promise<OutboxMessage | undefined>
  dispatches(messageId: string): Promise<readonly Dispatch[]>
  list(query: {
    readonly size: number
    readonly after?: string
    readonly status?: OutboxMessage['status']
    readonly recipient?: string
  }): Promise<OutboxPage>
  /** Removes what was sent, given up or withheld before this moment; returns how many. */
  purge(before: number): Promise<number>
}
