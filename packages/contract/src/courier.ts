/** A mail or SMS as the admin API shows it. `subject` and `body` are redacted outside dev mode. */
export interface CourierMessage {
  readonly id: string
  readonly status: 'queued' | 'processing' | 'sent' | 'abandoned'
  readonly type: 'email' | 'phone'
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly template_type: string
  readonly channel?: string
  readonly send_count: number
  /** It did not get there, and can be sent again. Absent: there is no need, or an Ory Kratos answered, which cannot. */
  readonly can_be_resent?: true
  /** In lists: why the last attempt failed. Absent: none did, or an Ory Kratos answered. */
  readonly last_error?: string
  /** It waits, because what carries it has taken nothing since then. Absent: it does not, or an Ory Kratos answered. */
  readonly held_since?: string
  readonly dispatches?: readonly {
    readonly id: string
    readonly message_id: string
    readonly status: 'success' | 'failed'
    readonly error?: unknown
    readonly created_at: string
    readonly updated_at: string
  }[]
  readonly created_at: string
  readonly updated_at: string
}
