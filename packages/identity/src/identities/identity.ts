import type { Channel, IdentityState } from '@gatehouse/contract/identities'

import type { CredentialType } from './credential-kinds.ts'

export type { CredentialType } from './credential-kinds.ts'

/** One way to prove who one is. `config` is the strategy's own; secrets in it are hashed or encrypted. Times are Unix milliseconds. */
export interface Credential {
  readonly type: CredentialType
  readonly identifiers: readonly string[]
  readonly config: Readonly<Record<string, unknown>>
  readonly version: number
  readonly createdAt: number
  readonly updatedAt: number
}

/** An address that can be proved. Times are Unix milliseconds. */
export interface VerifiableAddress {
  readonly id: string
  readonly value: string
  readonly via: Channel
  readonly verified: boolean
  readonly status: 'pending' | 'sent' | 'completed'
  readonly verifiedAt: number | undefined
  readonly createdAt: number
  readonly updatedAt: number
}

/** An address that a way back into the account can be sent to. */
export interface RecoveryAddress {
  readonly id: string
  readonly value: string
  readonly via: Channel
  /** It was there before another person proved an address of the account, and opens it no longer. */
  readonly heldBack?: true
  readonly createdAt: number
  readonly updatedAt: number
}

/** JSON object of the person's own data, shaped by the identity schema. */
export type Traits = Readonly<Record<string, unknown>>

/** A person's account as the service holds it. Times are Unix milliseconds. */
export interface Identity {
  readonly id: string
  /** How often it was stored since it was made. An update of what was read before another one stored it is refused. */
  readonly revision: number
  readonly externalId: string | undefined
  readonly schemaId: string
  readonly state: IdentityState
  readonly stateChangedAt: number | undefined
  readonly traits: Traits
  readonly metadataPublic: unknown
  readonly metadataAdmin: unknown
  readonly organizationId: string | undefined
  readonly verifiableAddresses: readonly VerifiableAddress[]
  readonly recoveryAddresses: readonly RecoveryAddress[]
  readonly credentials: Readonly<Partial<Record<CredentialType, Credential>>>
  readonly createdAt: number
  readonly updatedAt: number
}
