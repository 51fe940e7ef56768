import type { Aal, AuthenticationMethod } from '@gatehouse/contract/identities'

/** The device and location of a sign-in or refresh. */
export interface SessionDevice {
  readonly id: string
  readonly ipAddress: string
  readonly userAgent: string
  readonly location: string
  readonly createdAt: number
}

/** A stored session. The token itself is never stored, only its SHA-256. Times are Unix milliseconds. */
export interface Session {
  readonly id: string
  readonly identityId: string
  readonly active: boolean
  readonly aal: Aal
  readonly methods: readonly AuthenticationMethod[]
  readonly issuedAt: number
  readonly authenticatedAt: number
  /** The time of its last use, to within some minutes. */
  readonly lastUsedAt: number
  readonly expiresAt: number
  readonly devices: readonly SessionDevice[]
}
