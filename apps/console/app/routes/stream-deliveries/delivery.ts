/** States of a delivery, in the order of the tabs. */
export const states = ['pending', 'delivered', 'dead'] as const

/** One event on its way to a stream, as the control plane lists it. Times are RFC 3339. */
export interface Delivery {
  readonly id: number
  readonly event_type: string
  readonly state: (typeof states)[number]
  readonly attempts: number
  readonly next_attempt_at: string | null
  readonly response_status: number | null
  /** In English, as the sender said it. */
  readonly fault: string | null
  /** The envelope; gone once it was delivered. */
  readonly event: unknown
  readonly created_at: string
  readonly updated_at: string
}
