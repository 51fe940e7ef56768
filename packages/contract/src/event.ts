/** Who brought an event about. `id` is there where it is known who it was. */
export interface EventActor {
  /**
   * `person`: through the public API. `administrator`: through the admin API. `operator`: through the control plane or
   * the console. `system`: nobody; work in the background.
   */
  readonly type: 'person' | 'administrator' | 'operator' | 'system'
  readonly id: string | null
}

/** Where a request came from, by what the proxy in front says. */
export interface EventClient {
  readonly ip_address: string
  readonly user_agent: string
}

/** One thing that happened, as receivers of event streams get it. Keys may be added; none changes its meaning. */
export interface EventEnvelope {
  /** The same in every delivery of this event: what to recognize a repetition by. */
  readonly id: string
  /** A name of the catalogue in docs/events.md. */
  readonly type: string
  /** Where it was written down: `identity`, the identity service; `project`, the control plane. Each counts apart. */
  readonly source: 'identity' | 'project'
  /** Of `data`, per type: a greater number has other keys. */
  readonly schema_version: number
  /** Its place in the order of its source, growing, with gaps. */
  readonly sequence: number
  /** RFC 3339 with milliseconds, UTC. */
  readonly time: string
  readonly project_id: string | null
  readonly identity_id: string | null
  readonly session_id: string | null
  readonly flow_id: string | null
  readonly actor: EventActor
  /** Null where no request caused it, or where the operator decided not to keep it. */
  readonly client: EventClient | null
  readonly data: Readonly<Record<string, unknown>>
}

/** An outbox of events in the order in which they were stored; synchronous. */
export interface EventSource {
  /** Events after this sequence, oldest first. */
  tail(query: { readonly after: number; readonly limit: number }): readonly EventEnvelope[]
  /** The sequence of the last event before this moment (Unix milliseconds); 0 if there is none. */
  sequenceBefore(time: number): number
  /** The sequence of the newest event; 0 if there is none. */
  latest(): number
  /** Calls back soon after events were stored; the answer ends that. */
  onStored(listener: () => void): () => void
}
