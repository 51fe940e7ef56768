/** What a provider works with. */
export interface ProviderOptions {
  readonly fetch: typeof globalThis.fetch
  readonly dev: boolean
  readonly clock: () => number
  readonly redirectUri: string
  /** Where the details of a failure go. People read less. */
  readonly warn: (text: string) => void
}
