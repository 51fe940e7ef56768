/** The identity service gave no answer: refused connection, broken transfer or time-out. `cause` is the error. */
export class IdentityServiceUnreachable extends Error {
  override readonly name = 'IdentityServiceUnreachable'
  /** The address that did not answer. */
  readonly baseUrl: string

  constructor(baseUrl: string, cause: unknown) {
    super(`The identity service at ${baseUrl} did not answer. Is it running, and is the URL right?`, { cause })
    this.baseUrl = baseUrl
  }

  /** True if the service was too slow rather than absent. */
  get timedOut(): boolean {
    return this.cause instanceof Error && this.cause.name === 'TimeoutError'
  }
}
