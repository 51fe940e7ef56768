/** The storage of events. */
export interface EventPolicy {
  /** The time for which events are kept, and so the longest pause of a stream, in milliseconds. Default: 90 days. */
  readonly keptMs?: number
  /** False: events omit the address and browser of a request. Default: true. */
  readonly keepsClient?: boolean
}
