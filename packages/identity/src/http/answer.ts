import { STATUS_CODES } from 'node:http'

import type { ErrorEnvelope, ErrorId } from '@gatehouse/contract/http'
import {
  defaultSentences,
  RefusalError as GeneralRefusalError,
  type Refusal as GeneralRefusal,
} from '@gatehouse/platform/http'

/** The refusal of a request, before it becomes an error envelope. */
export interface Refusal extends GeneralRefusal {
  readonly id?: ErrorId
  /** Keys in addition to `error`: `redirect_browser_to`, `use_flow_id`, `expired_at`, `since`… */
  readonly siblings?: Readonly<Record<string, unknown>>
}

/** Carries a refusal of this service up to its HTTP edge. Thrown by parse functions and handlers only. */
export class RefusalError extends GeneralRefusalError {
  override readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal)
    this.refusal = refusal
  }
}

/** Returns the inner and outer object of an error answer; the error page's store keeps the inner one. */
export function errorEnvelope(refusal: GeneralRefusal): ErrorEnvelope {
  return {
    error: {
      ...(refusal.id !== undefined && { id: refusal.id }),
      code: refusal.code,
      status: STATUS_CODES[refusal.code] ?? 'Error',
      ...(refusal.reason !== undefined && { reason: refusal.reason }),
      ...(refusal.details !== undefined && { details: refusal.details }),
      message: refusal.message ?? defaultSentences[refusal.code] ?? STATUS_CODES[refusal.code] ?? 'Error',
    },
    ...('siblings' in refusal && typeof refusal.siblings === 'object' && refusal.siblings),
  }
}

/** Returns an error envelope. Its Content-Type has no charset: the wire distinguishes it from a success by that. */
export function errorAnswer(refusal: GeneralRefusal): Response {
  return new Response(JSON.stringify(errorEnvelope(refusal)), {
    status: refusal.httpStatus ?? refusal.code,
    headers: { ...refusal.headers, 'content-type': 'application/json' },
  })
}

/** Returns a redirect with the small page that HTTP requires. */
export function redirectAnswer(status: 302 | 303 | 307, location: string): Response {
  const text = `<a href="${escapeHtml(location)}">${STATUS_CODES[status] ?? 'Redirect'}</a>.\n`
  return new Response(text, { status, headers: { location, 'content-type': 'text/html; charset=utf-8' } })
}

/** Returns a permanent redirect of a read. */
export function movedAnswer(location: string): Response {
  return new Response(null, { status: 301, headers: { location } })
}

/** Returns a plain text, as for unknown paths. */
export function textAnswer(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

/** Adds `Set-Cookie` lines (as `cookie` writes them) to an answer and returns it. */
export function withCookies(answer: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) answer.headers.append('set-cookie', cookie)
  return answer
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
