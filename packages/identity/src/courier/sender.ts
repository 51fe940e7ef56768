import type { OutboxMessage } from './message.ts'

/** Hands one message over. Rejects with a `DeliveryFault` or an `OutboundFault`. */
export interface MessageSender {
  send(message: OutboxMessage): Promise<void>
  close(): void
}

/**
 * A message was not taken. Whoever may read the project's messages is shown the text: it is ours, and of what the other
 * side said it has the status numbers alone.
 */
export class DeliveryFault extends Error {
  /** True: trying again will not help. */
  readonly isFinal: boolean
  constructor(text: string, { isFinal = false, cause }: { readonly isFinal?: boolean; readonly cause?: unknown } = {}) {
    super(text, { cause })
    this.isFinal = isFinal
  }
}
