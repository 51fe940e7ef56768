import type { AnswerOf } from '@gatehouse/contract/control-plane'

/** An event stream, as the control plane lists it. A password in its endpoint stands as `xxxxx`. */
export type Stream = AnswerOf<'createEventStream'>

/** A stream, and the state of its deliveries. */
export type StreamState = AnswerOf<'getEventStream'>

/** Where a stream leads, for people to read. */
export function destinationOf(stream: Stream): string {
  return stream.https_endpoint ?? stream.topic_arn ?? stream.id
}

/** What a stream is called. A control plane of another make has no names: it is called by its host or topic. */
export function nameOf(stream: Stream): string {
  if (stream.name !== undefined) return stream.name
  const destination = destinationOf(stream)
  return URL.parse(destination)?.host || destination
}

/** The name that was given to a stream; empty where it is called by its destination, for the form that changes it. */
export function ownNameOf(stream: Stream): string {
  const { name = '', https_endpoint: endpoint, topic_arn: topic } = stream
  const usual = endpoint === undefined ? topic?.split(':').at(-1) : URL.parse(endpoint)?.host
  return name === usual ? '' : name
}

/** Events that have happened and that the receiver does not have. What failed for good is not among them. */
export function backlogOf({ deliveries, progress }: StreamState): number {
  return deliveries.pending + progress.identity.waiting + progress.project.waiting
}

/** `failing`: something on its way has failed, and is tried again. */
export type Health = 'running' | 'failing' | 'paused'

/** How a stream fares, in a word. */
export function healthOf({ status, last_fault: fault }: StreamState): Health {
  if (status === 'paused') return 'paused'
  return fault === null ? 'running' : 'failing'
}
