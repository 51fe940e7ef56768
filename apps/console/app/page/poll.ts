/** A server that is frozen closes no connection: a request without an answer is aborted after so many milliseconds. */
const timeoutMs = 10_000

/** Sends a request that is repeated anyway. Undefined: there is no answer. A redirect, as to the sign-in, is not followed. */
export function poll(address: string): Promise<Response | undefined> {
  return fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined)
}
