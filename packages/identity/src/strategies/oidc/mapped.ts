import type { Traits } from '../../identities/identity.ts'

/** What a provider's claims mean for an account. */
export interface Mapped {
  readonly traits: Traits
  /** Absent: not a word about it. */
  readonly metadataPublic?: unknown
  readonly metadataAdmin?: unknown
  /** Addresses that the provider has proved, as the mapper says. */
  readonly verifiedAddresses: readonly { readonly via: string; readonly value: string }[]
}
