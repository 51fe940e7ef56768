/** What is kept of what happens. */
export interface EventPolicy {
  /** How long events are kept, and thereby how long a paused stream can be behind, in milliseconds. Default: 90 days. */
  readonly keptMs?: number
  /** False: events do not tell from which address and browser a request came. Default: they do. */
  readonly keepsClient?: boolean
}
