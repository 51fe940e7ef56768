/** An event stream, as the control plane lists it. Times are RFC 3339. */
export interface Stream {
  readonly id: string
  readonly type: 'https' | 'sns'
  readonly status: 'active' | 'paused'
  /** A password in it stands as `xxxxx`. */
  readonly https_endpoint?: string
  readonly topic_arn?: string
  readonly role_arn?: string
  readonly created_at: string
}

interface Progress {
  /** Events that happened and were not taken over yet. */
  readonly waiting: number
}

/** A stream, and how it fares. */
export interface StreamState extends Stream {
  readonly deliveries: Readonly<Record<'pending' | 'delivered' | 'dead', number>>
  readonly progress: { readonly identity: Progress; readonly project: Progress }
  /** In English, as the sender said it. */
  readonly last_fault: string | null
  readonly next_attempt_at: string | null
}

/** Where a stream leads, for people to read. */
export function destinationOf(stream: Stream): string {
  return stream.https_endpoint ?? stream.topic_arn ?? stream.id
}

/** Events that have happened and that the receiver does not have. Dead letters are not among them. */
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
