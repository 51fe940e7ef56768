import { STATUS_CODES } from 'node:http'

/** Why a request is turned down, before it becomes an error answer. */
export interface Refusal {
  /** The HTTP status. */
  readonly code: number
  /** One of the names that programs look for. */
  readonly id?:
    | 'feature_not_available'
    | 'quota_exceeded'
    | 'stale_revision'
    | 'confirmation_required'
    | 'second_factor_required'
    | 'control_plane_unreachable'
    | 'control_plane_key_refused'
    | 'page_token_unknown'
    | 'address_not_verified'
    | 'other_address'
  /** What is wrong, and how to mend it. */
  readonly reason: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Carries a refusal up to the HTTP edge. Thrown by parse functions and handlers only. */
export class RefusalError extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

const messages: Readonly<Record<number, string>> = {
  400: 'The request is malformed or has invalid parameters',
  401: 'The request is not authorized',
  403: 'The requested action is forbidden',
  404: 'There is no such resource',
  405: 'The resource does not support this method',
  409: 'The request conflicts with the state of the resource',
  410: 'The resource is no longer available',
  413: 'The request body is too large',
  500: 'Something went wrong inside the service; please contact whoever operates it',
  501: 'The operation is not available',
  502: 'A service behind this one gave no usable answer',
  503: 'The service is not ready',
  504: 'A service behind this one took too long',
}

const common = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' }

/** A success as JSON. */
export function jsonAnswer(status: number, body: unknown): Response {
  const headers = { ...common, 'content-type': 'application/json; charset=utf-8' }
  return new Response(JSON.stringify(body), { status, headers })
}

/** A success without a body. */
export function emptyAnswer(): Response {
  return new Response(null, { status: 204, headers: common })
}

/** An error with the fields of both families that the field's client knows: `ErrorGeneric` and `GenericError`. */
export function errorAnswer({ code, id, reason, details, headers }: Refusal): Response {
  const message = messages[code] ?? STATUS_CODES[code] ?? 'Error'
  const status = STATUS_CODES[code] ?? 'Error'
  const error = {
    ...(id !== undefined && { id }),
    code,
    status_code: code,
    status,
    message,
    reason,
    error: status,
    error_description: reason,
    ...(details !== undefined && { details }),
  }
  const all = { ...common, ...headers, 'content-type': 'application/json; charset=utf-8' }
  return new Response(JSON.stringify({ error }), { status: code, headers: all })
}

/** A moment as the wire writes it. */
export function timestamp(at: number): string {
  return new Date(at).toISOString()
}
