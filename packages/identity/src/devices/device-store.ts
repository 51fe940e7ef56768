import type { SessionDevice } from '../sessions/session.ts'

/** A browser that need not give a second factor for a while. Times are Unix milliseconds. */
export interface RememberedDevice {
  readonly id: string
  readonly identityId: string
  /** Where it was remembered from. */
  readonly device: Omit<SessionDevice, 'id' | 'createdAt'>
  readonly createdAt: number
  readonly usedAt: number
  readonly expiresAt: number
}

/** Remembered devices in a database. */
export interface RememberedDeviceStore {
  insert(device: RememberedDevice, tokenHash: string): Promise<void>
  findByTokenHash(tokenHash: string): Promise<RememberedDevice | undefined>
  /** It was used. */
  touch(id: string, now: number): Promise<void>
  /** Those that still count, used last first; at most 500. */
  listByIdentity(identityId: string, now: number): Promise<readonly RememberedDevice[]>
  /** True if the identity had it. */
  delete(identityId: string, id: string): Promise<boolean>
  /** How many there were. */
  deleteByIdentity(identityId: string): Promise<number>
  /** Everybody's. */
  deleteAll(): Promise<void>
  /** Removes those whose time is over; how many. */
  purge(now: number): Promise<number>
}
