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

/** Remembered devices on disk; synchronous. */
export interface RememberedDeviceStore {
  insert(device: RememberedDevice, tokenHash: string): void
  findByTokenHash(tokenHash: string): RememberedDevice | undefined
  /** It was used. */
  touch(id: string, now: number): void
  /** Those that still count, used last first; at most 500. */
  listByIdentity(identityId: string, now: number): readonly RememberedDevice[]
  /** True if the identity had it. */
  delete(identityId: string, id: string): boolean
  /** How many there were. */
  deleteByIdentity(identityId: string): number
  /** Everybody's. */
  deleteAll(): void
  /** Removes those whose time is over; how many. */
  purge(now: number): number
}
