import type { Identity } from './identity.ts'

/** Authenticator assurance level: one factor, or two factors of different kinds. */
export type Aal = 'aal0' | 'aal1' | 'aal2'

/** One proof the person gave in this session. */
export interface AuthenticationMethod {
  readonly method: string
  readonly aal: Aal
  readonly completed_at: string
  readonly provider?: string
  readonly organization?: string
}

/** The device a sign-in or refresh came from. */
export interface Device {
  readonly id: string
  readonly ip_address: string
  readonly user_agent: string
  readonly location: string
}

/** A signed-in state. `identity` is null if a second factor is still owed on a native flow. */
export interface Session {
  readonly id: string
  readonly active: boolean
  readonly expires_at: string
  readonly authenticated_at: string
  readonly authenticator_assurance_level: Aal
  readonly authentication_methods: readonly AuthenticationMethod[]
  readonly issued_at: string
  readonly identity: Identity | null
  readonly devices: readonly Device[]
  readonly tokenized?: string
}
