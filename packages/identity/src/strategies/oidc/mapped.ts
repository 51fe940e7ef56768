import type { Traits } from '../../identities/identity.ts'

/** The values that a provider's claims give to an account. */
export interface Mapped {
  readonly traits: Traits
  /** Absent: the mapper does not mention it. */
  readonly metadataPublic?: unknown
  readonly metadataAdmin?: unknown
  /** Addresses that the provider has proved, by the mapper. */
  readonly verifiedAddresses: readonly { readonly via: string; readonly value: string }[]
}
