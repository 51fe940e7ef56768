import type { AnswerOf } from '@gatehouse/contract/control-plane'

/** An event stream, as the control plane lists it. A password in its endpoint stands as `xxxxx`. */
export type Stream = AnswerOf<'createEventStream'>

/** A stream, and the state of its deliveries. */
export type StreamState = AnswerOf<'getEventStream'>

/** Returns the destination of a stream, for people to read. */
export function destinationOf(stream: Stream): string {
  return stream.https_endpoint ?? stream.topic_arn ?? stream.id
}

/** Returns the name of a stream. Other control planes have no names: the host or topic is used then. */
export function nameOf(stream: Stream): string {
  if (stream.name !== undefined) return stream.name
  const destination = destinationOf(stream)
  return URL.parse(destination)?.host || destination
}

/** Returns the name that was given to a stream, for its form; empty if the stream is named by its destination. */
export function ownNameOf(stream: Stream): string {
  const { name = '', https_endpoint: endpoint, topic_arn: topic } = stream
  const usual = endpoint === undefined ? topic?.split(':').at(-1) : URL.parse(endpoint)?.host
  return name === usual ? '' : name
}

/** Events that have happened and that the receiver does not have. Events that failed for good are not among them. */
export function backlogOf({ deliveries, progress }: StreamState): number {
  return deliveries.pending + progress.identity.waiting + progress.project.waiting
}

/** `failing`: something on its way has failed, and is tried again. */
export type Health = 'running' | 'failing' | 'paused'

/** Returns the health of a stream, in a word. */
export function healthOf({ status, last_fault: fault }: StreamState): Health {
  if (status === 'paused') return 'paused'
  return fault === null ? 'running' : 'failing'
}
