/** How a message is to be read: a plain statement, a refusal, or a good outcome. */
export type MessageType = 'info' | 'error' | 'success'

/** Values that fill a message's text. Keys per id are the wire's (`context`). */
export type MessageContext = Readonly<Record<string, unknown>>

/**
 * A text on the wire. Translate by `id` and `context`; `text` is an English fallback.
 */
export interface Message {
  readonly id: number
  readonly text: string
  readonly type: MessageType
  readonly context?: MessageContext
}
