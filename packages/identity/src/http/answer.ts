import { STATUS_CODES } from 'node:http'

import type { ErrorEnvelope, ErrorId } from '@gatehouse/contract/error'

import { AnswerHeaders } from './answer-headers.ts'

/** Why a request is turned down, before it becomes an error envelope. */
export interface Refusal {
  /** `error.code`, and the HTTP status unless `httpStatus` says otherwise. */
  readonly code: number
  readonly httpStatus?: number
  readonly id?: ErrorId
  readonly reason?: string
  /** Absent: the default sentence of the code. */
  readonly message?: string
  readonly details?: Readonly<Record<string, unknown>>
  /** Keys beside `error`: `redirect_browser_to`, `use_flow_id`, `expired_at`, `since`… */
  readonly siblings?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** Carries a refusal up to the HTTP edge, where it becomes an envelope. Thrown by parse functions and handlers only. */
export class RefusalError extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.reason ?? refusal.message ?? `refused with ${refusal.code}`)
    this.refusal = refusal
  }
}

const defaultMessages: Readonly<Record<number, string>> = {
  400: 'The request is malformed or has invalid parameters',
  401: 'The request is not authorized',
  403: 'The requested action is forbidden',
  404: 'There is no such resource',
  405: 'The resource does not support this method',
  409: 'The resource conflicts with one that exists already',
  410: 'The resource is no longer available',
  413: 'The request body is too large',
  422: 'The request cannot be processed as it is',
  429: 'There were too many requests',
  500: 'Something went wrong inside the service; please contact whoever operates it',
  502: 'A service this one depends on gave no usable answer',
  503: 'The service is not ready',
  507: 'The service has no room left to store anything; please contact whoever operates it',
}

/** A success as JSON. */
export function jsonAnswer(status: number, body: unknown, headers?: Readonly<Record<string, string>>): Response {
  return jsonTextAnswer(status, JSON.stringify(body), headers)
}

/** As `jsonAnswer`, for JSON that is a text already. */
export function jsonTextAnswer(status: number, body: string, headers?: Readonly<Record<string, string>>): Response {
  const shown = new AnswerHeaders({ ...headers, 'content-type': 'application/json; charset=utf-8' })
  const answer = new Response(body, { status, headers: shown })
  // Callers in this process read what is at hand, not a stream made of it: that would take longer than most calls.
  Object.defineProperty(answer, 'text', { value: () => Promise.resolve(body) })
  return answer
}

/** A success without a body (204 unless told). */
export function emptyAnswer(status = 204, headers?: HeadersInit): Response {
  return new Response(null, { status, ...(headers && { headers }) })
}

/** The inner and outer object of an error answer; the inner one is also what the error page's store keeps. */
export function errorEnvelope(refusal: Refusal): ErrorEnvelope {
  return {
    error: {
      ...(refusal.id !== undefined && { id: refusal.id }),
      code: refusal.code,
      status: STATUS_CODES[refusal.code] ?? 'Error',
      ...(refusal.reason !== undefined && { reason: refusal.reason }),
      ...(refusal.details !== undefined && { details: refusal.details }),
      message: refusal.message ?? defaultMessages[refusal.code] ?? STATUS_CODES[refusal.code] ?? 'Error',
    },
    ...refusal.siblings,
  }
}

/** An error envelope. Its Content-Type has no charset: that is how the wire tells it from a success. */
export function errorAnswer(refusal: Refusal): Response {
  return new Response(JSON.stringify(errorEnvelope(refusal)), {
    status: refusal.httpStatus ?? refusal.code,
    headers: { ...refusal.headers, 'content-type': 'application/json' },
  })
}

/** A redirect with the small page that HTTP asks for. */
export function redirectAnswer(status: 302 | 303 | 307, location: string): Response {
  const text = `<a href="${escapeHtml(location)}">${STATUS_CODES[status] ?? 'Redirect'}</a>.\n`
  return new Response(text, { status, headers: { location, 'content-type': 'text/html; charset=utf-8' } })
}

/** Plain text, as unknown paths get it. */
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
