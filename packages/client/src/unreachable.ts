/** The identity service gave no answer: refused connection, broken transfer or time-out. `cause` tells which. */
export class IdentityServiceUnreachable extends Error {
  override readonly name = 'IdentityServiceUnreachable'
  /** Where the service was expected. */
  readonly baseUrl: string

  constructor(baseUrl: string, cause: unknown) {
    super(`The identity service at ${baseUrl} did not answer. Is it running, and is the URL right?`, { cause })
    this.baseUrl = baseUrl
  }

  /** True where the service was too slow rather than absent. */
  get timedOut(): boolean {
    return this.cause instanceof Error && this.cause.name === 'TimeoutError'
  }
}
