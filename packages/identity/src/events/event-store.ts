/** A stored event. `time` is Unix milliseconds; `actor`, `client` and `data` are JSON. */
export interface EventRow {
  readonly id: string
  readonly type: string
  readonly schemaVersion: number
  readonly time: number
  readonly identityId: string | undefined
  readonly sessionId: string | undefined
  readonly flowId: string | undefined
  readonly actor: string
  readonly client: string | undefined
  readonly data: string
  /** The trace it belongs to, as text; absent: none. */
  readonly trace?: string | undefined
}

/** An event with its sequence in the log. Sequences only rise, and each is given once. */
export interface StoredEvent extends EventRow {
  readonly sequence: number
}

/** The number of sign-ins by a method, or of failures, within one period. */
export interface SignInCount {
  /** 0 is the first stretch of the range. */
  readonly bucket: number
  readonly succeeded: boolean
  /** Empty: none was chosen. */
  readonly method: string
  readonly count: number
  readonly durationSumMs: number
  readonly longestMs: number
}

/** Events in a database. The order of sequences is the order in which their transactions were stored. */
export interface EventStore {
  /** Inserts an event. Belongs in the transaction of its subject. */
  insert(event: EventRow): Promise<void>
  tail(after: number, limit: number): Promise<readonly StoredEvent[]>
  latest(): Promise<number>
  sequenceBefore(time: number): Promise<number>
  /** Newest first. */
  newest(query: {
    readonly before: number
    readonly limit: number
    readonly type: string | undefined
  }): Promise<readonly StoredEvent[]>
  count(range: { readonly after: number; readonly upTo: number }): Promise<number>
  /** Newest first; `types` empty: all. */
  ofIdentity(query: {
    readonly identityId: string
    readonly before: number
    readonly limit: number
    readonly types: readonly string[]
  }): Promise<readonly StoredEvent[]>
  signIns(query: {
    readonly from: number
    readonly to: number
    readonly bucketMs: number
  }): Promise<readonly SignInCount[]>
  /** Removes the clients of a person's requests. */
  forgetClients(identityId: string): Promise<void>
  /** Removes events from before this moment; returns their number. */
  purge(before: number): Promise<number>
}
