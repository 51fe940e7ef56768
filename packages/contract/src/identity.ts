/** How a code or link reaches an address. */
export type Channel = 'email' | 'sms'

/** An address whose ownership can be proved. */
export interface VerifiableAddress {
  readonly id: string
  readonly value: string
  readonly verified: boolean
  readonly via: Channel
  readonly status: 'pending' | 'sent' | 'completed'
  readonly verified_at?: string
  readonly created_at: string
  readonly updated_at: string
}

/** An address an account can be recovered through. */
export interface RecoveryAddress {
  readonly id: string
  readonly value: string
  readonly via: Channel
  readonly created_at: string
  readonly updated_at: string
}

/** A credential as the admin API shows it; `config` only for declassified types. */
export interface CredentialView {
  readonly type: string
  readonly identifiers: readonly string[]
  readonly version: number
  readonly created_at: string
  readonly updated_at: string
  readonly config?: Readonly<Record<string, unknown>>
}

/** Whether an account can be signed in to. */
export type IdentityState = 'active' | 'inactive'

/** A person's account. `credentials` and `metadata_admin` appear only on the admin API. */
export interface Identity {
  readonly id: string
  readonly external_id?: string
  readonly schema_id: string
  readonly schema_url: string
  readonly state: IdentityState
  readonly state_changed_at?: string
  readonly traits: Readonly<Record<string, unknown>>
  readonly verifiable_addresses?: readonly VerifiableAddress[]
  readonly recovery_addresses?: readonly RecoveryAddress[]
  readonly metadata_public: unknown
  readonly metadata_admin?: unknown
  readonly credentials?: Readonly<Record<string, CredentialView>>
  readonly created_at: string
  readonly updated_at: string
  readonly organization_id: string | null
}
