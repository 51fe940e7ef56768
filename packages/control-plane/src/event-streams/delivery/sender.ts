import { outboundFault, outboundKindOf, type Reach } from '@gatehouse/platform/outbound'

import type { EventStream } from '../store.ts'
import type { Delivery } from './store.ts'

/** The outcome of an attempt. `fault` is shown to the project's operators: a cause, without anything that was sent. */
export type Attempt =
  | { readonly kind: 'delivered'; readonly status: number | undefined }
  | { readonly kind: 'failed'; readonly status: number | undefined; readonly fault: string }

/** The reach of a receiver of events. `loopback`: this machine as well, for development. */
export type DeliveryReach = Exclude<Reach, 'any'>

/** The parts of a delivery that a sender needs. */
export type Parcel = Pick<Delivery, 'eventId' | 'eventType' | 'lane' | 'body'>

/** Sends one event to one kind of destination. Never rejects; stops when the signal aborts. */
export interface Sender {
  send(stream: EventStream, parcel: Parcel, signal: AbortSignal): Promise<Attempt>
  /** Closes kept connections. */
  close(): void
}

/** The maximum duration of one attempt, in milliseconds. */
export const timeoutMs = 10_000
const tooLate = `there was no answer within ${timeoutMs / 1000} seconds`

/** The kind of a stored reason, for readers who want no more than a sentence in their language; `null`: it has none. */
export function faultKindOf(fault: string | null | undefined) {
  if (fault === tooLate) return 'timeout'
  return outboundKindOf(fault ?? '') ?? null
}

/** Returns the reason of a failure: one of a closed set of sentences, without any text of the other side. */
export function faultOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return tooLate
  const { reason, message } = outboundFault(error)
  return reason === 'timeout' ? tooLate : message
}
