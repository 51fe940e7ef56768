import type { SessionDevice } from '../sessions/session.ts'

/** A browser that may skip the second factor for a while. Times are Unix milliseconds. */
export interface RememberedDevice {
  readonly id: string
  readonly identityId: string
  /** The device at the time of remembering. */
  readonly device: Omit<SessionDevice, 'id' | 'createdAt'>
  readonly createdAt: number
  readonly usedAt: number
  readonly expiresAt: number
}

/** Remembered devices in a database. */
export interface RememberedDeviceStore {
  insert(device: RememberedDevice, tokenHash: string): Promise<void>
  findByTokenHash(tokenHash: string): Promise<RememberedDevice | undefined>
  /** Records a use. */
  touch(id: string, now: number): Promise<void>
  /** Returns the valid ones, the last used first; at most 500. */
  listByIdentity(identityId: string, now: number): Promise<readonly RememberedDevice[]>
  /** True if the identity had it. */
  delete(identityId: string, id: string): Promise<boolean>
  /** Returns their number. */
  deleteByIdentity(identityId: string): Promise<number>
  /** Deletes all people's devices. */
  deleteAll(): Promise<void>
  /** Removes the expired ones; returns their number. */
  purge(now: number): Promise<number>
}
