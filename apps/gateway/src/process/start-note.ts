/** A note about the identity service for the operator at the gateway's start. */
export interface StartNote {
  /** `fault`: people cannot sign in, or operators cannot work, until it is fixed. `absence`: a choice, and its cost. */
  readonly kind: 'fault' | 'absence'
  readonly text: string
  /** The setting, and the same text in parts. */
  readonly subject: string
  readonly wrong: string
  readonly fix: string
}
