import type { Aal, AuthenticationMethod } from '@gatehouse/contract/identities'

/** Where a sign-in or refresh came from. */
export interface SessionDevice {
  readonly id: string
  readonly ipAddress: string
  readonly userAgent: string
  readonly location: string
  readonly createdAt: number
}

/** A signed-in state as stored. The token itself is never stored, only its SHA-256. Times are Unix milliseconds. */
export interface Session {
  readonly id: string
  readonly identityId: string
  readonly active: boolean
  readonly aal: Aal
  readonly methods: readonly AuthenticationMethod[]
  readonly issuedAt: number
  readonly authenticatedAt: number
  /** When it was used last, to within some minutes. */
  readonly lastUsedAt: number
  readonly expiresAt: number
  readonly devices: readonly SessionDevice[]
}
