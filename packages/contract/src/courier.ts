/** TABLE: the values of `template_type` that Ory Kratos has; clients that were generated from its API refuse others. */
export const courierTemplateTypes = [
  'recovery_invalid',
  'recovery_valid',
  'recovery_code_invalid',
  'recovery_code_valid',
  'verification_invalid',
  'verification_valid',
  'verification_code_invalid',
  'verification_code_valid',
  'stub',
  'login_code_valid',
  'registration_code_valid',
] as const

/** TABLE: why messages do not get there, as far as one sentence says it. */
export const deliveryFaultKinds = ['connection', 'timeout', 'tls', 'sign_in', 'recipient', 'expired'] as const
/** One of them. */
export type DeliveryFaultKind = (typeof deliveryFaultKinds)[number]

/** A mail or SMS as the admin API shows it. `subject` and `body` are redacted outside dev mode. */
export interface CourierMessage {
  readonly id: string
  readonly status: 'queued' | 'processing' | 'sent' | 'abandoned'
  readonly type: 'email' | 'phone'
  readonly recipient: string
  readonly subject: string
  readonly body: string
  /** One of `courierTemplateTypes`, or a type of another version of Ory Kratos. */
  readonly template_type: string
  /** Its own name, if Ory Kratos has none for it; `template_type` is `stub` then. */
  readonly template_name?: string
  readonly channel?: string
  readonly send_count: number
  /** It did not get there, and can be sent again. Absent: there is no need, or an Ory Kratos answered, which cannot. */
  readonly can_be_resent?: true
  /** In lists: why the last attempt failed. Absent: none did, or an Ory Kratos answered. */
  readonly last_error?: string
  /** Of `last_error`, and as `kind` of a dispatch's `error`; absent: of another kind. */
  readonly last_error_kind?: DeliveryFaultKind
  /**
   * It waits, because its carrier has taken nothing since then. Absent: it does not wait, or an Ory Kratos answered.
   */
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

/** Returns the template's name of a message, Ory Kratos' or one of ours. */
export function templateNameOf(message: Pick<CourierMessage, 'template_type' | 'template_name'>): string {
  return message.template_name ?? message.template_type
}
