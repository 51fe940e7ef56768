/** The reason for refusing a request, before the edge of a service turns it into an answer. */
export interface Refusal {
  /** The code in the answer, and the HTTP status unless `httpStatus` overrides it. */
  readonly code: number
  readonly httpStatus?: number
  /** An id that programs check. */
  readonly id?: string
  /** The fault and its fix. */
  readonly reason?: string
  /** Absent: the default sentence of the code. */
  readonly message?: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Carries a refusal up to the HTTP edge of a service, which alone catches it. Each service has a subclass with the ids
 * of its wire format.
 */
export class RefusalError extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.reason ?? refusal.message ?? `refused with ${refusal.code}`)
    this.refusal = refusal
  }
}

/** The default sentence of a code, if a refusal has no other. */
export const defaultSentences: Readonly<Record<number, string>> = {
  400: 'The request is malformed or has invalid parameters',
  401: 'The request is not authorized',
  403: 'The requested action is forbidden',
  404: 'There is no such resource',
  405: 'The resource does not support this method',
  409: 'The request conflicts with the state of the resource',
  410: 'The resource is no longer available',
  413: 'The request body is too large',
  422: 'The request cannot be processed as it is',
  429: 'There were too many requests',
  431: 'The headers of the request are too large',
  500: 'Something went wrong inside the service; please contact its operator',
  501: 'The operation is not available',
  502: 'A service behind this one gave no usable answer',
  503: 'The service is not ready',
  504: 'A service behind this one took too long',
  507: 'The service has no room left to store anything; please contact its operator',
}
