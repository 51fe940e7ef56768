/** Something about the identity service that its operator has to know when the gateway starts. */
export interface StartNote {
  /** `fault`: people cannot sign in, or operators cannot work, until it is mended. `absence`: a choice, and what it costs. */
  readonly kind: 'fault' | 'absence'
  readonly text: string
  /** The setting, and the same text in parts. */
  readonly subject: string
  readonly wrong: string
  readonly fix: string
}
