import { outboundFault, type Reach } from '@gatehouse/platform/outbound'

import type { EventStream } from '../store.ts'
import type { Delivery } from './store.ts'

/** How an attempt ended. `fault` is shown to the operators of the project: a cause, without anything that was sent. */
export type Attempt =
  | { readonly kind: 'delivered'; readonly status: number | undefined }
  | { readonly kind: 'failed'; readonly status: number | undefined; readonly fault: string }

/** How far a receiver of events may be. `loopback`: on this machine as well, for development. */
export type DeliveryReach = Exclude<Reach, 'any'>

/** What a sender has to know of a delivery. */
export type Parcel = Pick<Delivery, 'eventId' | 'eventType' | 'lane' | 'body'>

/** Hands one event over to one kind of destination. Never rejects; gives up when the signal says so. */
export interface Sender {
  send(stream: EventStream, parcel: Parcel, signal: AbortSignal): Promise<Attempt>
  /** Ends connections that are kept open. */
  close(): void
}

/** How long one attempt may take, in milliseconds. */
export const patienceMs = 10_000
const tooLate = `there was no answer within ${patienceMs / 1000} seconds`

/** Why something failed: one of a closed set of sentences, without a byte of what the other side said. */
export function faultOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return tooLate
  const { reason, message } = outboundFault(error)
  return reason === 'timeout' ? tooLate : message
}
