import type { OutboxMessage } from './message.ts'

/** Hands one message over. Rejects with the other side's or the network's error. */
export interface MessageSender {
  send(message: OutboxMessage): Promise<void>
  close(): void
}

/** Trying again will not help. */
export class UndeliverableError extends Error {}
