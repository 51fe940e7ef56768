/** The actor that caused an event. `id` is there if it is known. */
export interface EventActor {
  /**
   * `person`: through the public API. `administrator`: through the admin API; `id` is the API key, if one was used.
   * `operator`: through the control plane or the console. `system`: work in the background.
   */
  readonly type: 'person' | 'administrator' | 'operator' | 'system'
  readonly id: string | null
}

/** The client of a request, as the proxy in front reports it. */
export interface EventClient {
  readonly ip_address: string
  readonly user_agent: string
}

/** One thing that happened, as receivers of event streams get it. Keys may be added; none changes its meaning. */
export interface EventEnvelope {
  /** The same in every delivery of this event, so that a receiver recognizes a repetition. */
  readonly id: string
  /** A name of the catalogue in docs/reference/events.md. */
  readonly type: string
  /**
   * The log that recorded it: `identity`, the identity service; `project`, the control plane. Each counts separately.
   */
  readonly source: 'identity' | 'project'
  /** Of `data`, per type: a greater number has other keys. */
  readonly schema_version: number
  /** Its position in the order of its source, growing, with gaps. */
  readonly sequence: number
  /** RFC 3339 with milliseconds, UTC. */
  readonly time: string
  readonly project_id: string | null
  readonly identity_id: string | null
  readonly session_id: string | null
  readonly flow_id: string | null
  readonly actor: EventActor
  /** Null if no request caused it, or if the operator decided not to keep it. */
  readonly client: EventClient | null
  readonly data: Readonly<Record<string, unknown>>
  /** The trace of the request that caused it, by W3C Trace Context; absent: it belonged to none. */
  readonly traceparent?: string | undefined
  readonly tracestate?: string | undefined
}

/** An outbox of events in the order in which they were stored. */
export interface EventSource {
  /** Events after this sequence, oldest first. */
  tail(query: { readonly after: number; readonly limit: number }): Promise<readonly EventEnvelope[]>
  /** The sequence of the last event before this moment (Unix milliseconds); 0 if there is none. */
  sequenceBefore(time: number): Promise<number>
  /** The sequence of the newest event; 0 if there is none. */
  latest(): Promise<number>
  /** Events before this sequence, newest first; only those of the type and of the identity, if they are given. */
  newest(query: {
    readonly before: number
    readonly limit: number
    readonly type?: string | undefined
    readonly identityId?: string | undefined
  }): Promise<readonly EventEnvelope[]>
  /** How many events there are after one sequence, up to and including another. */
  count(range: { readonly after: number; readonly upTo: number }): Promise<number>
  /** Every type that there can be. */
  readonly types: readonly string[]
  /** Calls back soon after events were stored; the answer ends that. */
  onStored(listener: () => void): () => void
}

/** A page of an account's history, newest first. */
export interface EventPage {
  readonly events: readonly EventEnvelope[]
  /** To be handed in as `before` for the next page; absent on the last one. */
  readonly next: number | undefined
}

/** Sign-ins within one stretch of time. */
export interface SignInBucket {
  /** Its beginning, in Unix milliseconds. */
  readonly start: number
  readonly succeeded: number
  readonly failed: number
  /** By strategy id; the empty name: none was chosen. */
  readonly methods: Readonly<Record<string, { readonly succeeded: number; readonly failed: number }>>
  /** The service's average and longest time for one, in milliseconds; absent if there was none. */
  readonly durationMs: { readonly average: number; readonly longest: number } | undefined
}

/** Reads the events of one identity service. */
export interface EventReader extends EventSource {
  /** The history of one account. `types`: only these. `size`: 1 to 500. */
  eventsOfIdentity(
    identityId: string,
    page: { readonly size: number; readonly before?: number; readonly types?: readonly string[] },
  ): Promise<EventPage>
  /**
   * Successes, failures, methods and latency of sign-ins from `from` up to `to` (Unix milliseconds), in stretches of
   * `bucketMs`, empty ones included. Throws a RangeError for more than 1,000 stretches, or for none.
   */
  signInActivity(
    range: { readonly from: number; readonly to: number },
    bucketMs: number,
  ): Promise<readonly SignInBucket[]>
}
