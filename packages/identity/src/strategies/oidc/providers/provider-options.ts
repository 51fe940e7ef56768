/** The dependencies of a provider. */
export interface ProviderOptions {
  readonly fetch: typeof globalThis.fetch
  readonly dev: boolean
  readonly clock: () => number
  readonly redirectUri: string
  /** Writes the details of a failure to the log. People see less. */
  readonly warn: (text: string) => void
}
