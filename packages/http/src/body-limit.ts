import { copyRequest } from './request.ts'

/** A request whose body is counted while it is read. */
export interface LimitedRequest {
  readonly request: Request
  /**
   * Whether more arrived than allowed. Call it after the handler has finished: a handler may swallow the read error.
   */
  readonly exceeded: () => boolean
}

/** Thrown by reading a body that exceeds the limit. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
  constructor(limit: { readonly maxBytes: number }) {
    super(`The request body is larger than ${limit.maxBytes} bytes.`)
  }
}

/** Returns whether the announced length alone is too large, so that nothing needs to be read. */
export function announcesTooMuch(headers: Headers, maxBytes: number): boolean {
  const announced = headers.get('content-length')
  return announced !== null && Number(announced) > maxBytes
}

/** Counts the body as it streams; reading past `maxBytes` fails with `BodyTooLargeError`. */
export function limitBody(request: Request, maxBytes: number): LimitedRequest {
  // The HTTP server builds a body stream on first access.
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null)
    return { request, exceeded: () => false }
  let seen = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      seen += chunk.byteLength
      if (seen > maxBytes) controller.error(new BodyTooLargeError({ maxBytes }))
      else controller.enqueue(chunk)
    },
  })
  const body = request.body.pipeThrough(counter)
  return { request: copyRequest(request, { body }), exceeded: () => seen > maxBytes }
}
