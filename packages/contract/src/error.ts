/** Stable identifiers of refusals (`error.id`). Most envelopes carry none. */
export type ErrorId =
  | 'session_inactive'
  | 'session_already_available'
  | 'session_aal1_required'
  | 'session_aal2_required'
  | 'session_aal_already_fulfilled'
  | 'session_refresh_required'
  | 'session_verified_address_required'
  | 'security_csrf_violation'
  | 'security_identity_mismatch'
  | 'self_service_flow_expired'
  | 'self_service_flow_replaced'
  | 'self_service_flow_disabled'
  | 'self_service_flow_return_to_forbidden'
  | 'browser_location_change_required'
  | 'too_many_attempts'
  | 'upstream_error'

/** The inner part of an error answer. */
export interface ErrorDetail {
  readonly id?: ErrorId | (string & {})
  readonly code: number
  readonly status: string
  readonly message: string
  readonly reason?: string
  readonly request?: string
  readonly debug?: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** An error answer: `error`, with siblings that name a way on. `since` is in nanoseconds. */
export interface ErrorEnvelope {
  readonly error: ErrorDetail
  readonly redirect_browser_to?: string
  readonly use_flow_id?: string
  readonly expired_at?: string
  readonly since?: number
}
