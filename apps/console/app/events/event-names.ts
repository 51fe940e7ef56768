/** The audit log's entry about the operation of an event. */
export interface AuditedAct {
  readonly actor: { readonly kind: string; readonly name: string }
  readonly target: string
  readonly reason: string | null
}

/** Names for the ids that events have. */
export interface EventNames {
  /** Of people, by the id of their identity. Absent: deleted, or not to be seen. */
  readonly people: Readonly<Record<string, string>>
  /** By the id of the event. */
  readonly acts: Readonly<Record<string, AuditedAct>>
}
