import type { Identity } from '../../identities/identity.ts'
import type { StoredFlow } from '../model/flow.ts'

/**
 * An account that comes into being once its addresses are proved. Until then it cannot be signed in to, and its
 * names and addresses stay free. Times are Unix milliseconds.
 */
export interface PendingRegistration {
  readonly id: string
  /** The account as it will be stored; the address that is proved last still lacks its proof. */
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
  /** Removes those past their time; returns how many rows. */
  purge(now: number): Promise<number>
}
