import { STATUS_CODES } from 'node:http'

import {
  emptyAnswer as answerEmpty,
  jsonAnswer as answerJson,
  defaultSentences,
  RefusalError as GeneralRefusalError,
  type Refusal as GeneralRefusal,
} from '@gatehouse/platform/http'

/** The reason for refusing a request, before it becomes an error answer. */
export interface Refusal extends GeneralRefusal {
  /** An id that programs check. */
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
  readonly reason: string
}

/** Carries a refusal of the control plane up to its HTTP edge. Only parse functions and handlers throw it. */
export class RefusalError extends GeneralRefusalError {
  override readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal)
    this.refusal = refusal
  }
}

const common = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' }

/** A success as JSON. */
export function jsonAnswer(status: number, body: unknown): Response {
  return answerJson(status, body, common)
}

/** A success without a body. */
export function emptyAnswer(): Response {
  return answerEmpty(204, common)
}

/** An error with the fields of both families that the field's client knows: `ErrorGeneric` and `GenericError`. */
export function errorAnswer({ code, id, details, headers, ...said }: GeneralRefusal): Response {
  const message = said.message ?? defaultSentences[code] ?? STATUS_CODES[code] ?? 'Error'
  const status = STATUS_CODES[code] ?? 'Error'
  const reason = said.reason ?? message
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
