import type { Channel, IdentityState } from '@gatehouse/contract/identities'

import type { CredentialType } from './credential-kinds.ts'

export type { CredentialType } from './credential-kinds.ts'

/** The data of a sign-in method. `config` is the strategy's, with secrets hashed or encrypted. Times are Unix ms. */
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

/** An address to which a recovery message can be sent. */
export interface RecoveryAddress {
  readonly id: string
  readonly value: string
  readonly via: Channel
  /** It existed before another person proved an address of the account, and no longer opens it. */
  readonly heldBack?: true
  readonly createdAt: number
  readonly updatedAt: number
}

/** JSON object of the person's own data, shaped by the identity schema. */
export type Traits = Readonly<Record<string, unknown>>

/** A person's account as stored. Times are Unix milliseconds. */
export interface Identity {
  readonly id: string
  /** Counts its writes since its creation. An update based on an older revision is refused. */
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
