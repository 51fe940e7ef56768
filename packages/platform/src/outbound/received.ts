import { OutboundFault } from './fault.ts'

/** The statuses of answers without a body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])
/** The highest status of a `Response`. */
const highestStatus = 599

/**
 * Makes a response from what another service has sent; `body` is asked for only where the status has one. Throws an
 * `OutboundFault` at a status that HTTP does not have: in a process with a listener, `Response` takes it and fails later.
 */
export function received(status: number, headers: Headers, body: () => BodyInit): Response {
  if (status > highestStatus) throw new OutboundFault('not_http', new Error(`status ${status}`))
  return new Response(bodiless.has(status) ? null : body(), { status, headers })
}
