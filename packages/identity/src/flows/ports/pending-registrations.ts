import type { Identity } from '../../identities/identity.ts'
import type { StoredFlow } from '../model/flow.ts'

/**
 * An account that is created once its addresses are proved. Until then no one can sign in to it, and its names and
 * addresses stay free. Times are Unix milliseconds.
 */
export interface PendingRegistration {
  readonly id: string
  /** The future account; the address that is proved last still lacks its proof. */
  readonly identity: Identity
  /** The method it was signed up with. */
  readonly method: string
  readonly provider?: string
  /** The sign-up itself, without its form: for hooks and events. */
  readonly flow: StoredFlow
  readonly transientPayload: Readonly<Record<string, unknown>>
  readonly expiresAt: number
}

/** Pending registrations in a database. */
export interface PendingRegistrationStore {
  insert(registration: PendingRegistration): Promise<void>
  /** Replaces its document. */
  update(registration: PendingRegistration): Promise<void>
  find(id: string): Promise<PendingRegistration | undefined>
  delete(id: string): Promise<void>
  /** Removes expired ones; returns the number of rows. */
  purge(now: number): Promise<number>
}
