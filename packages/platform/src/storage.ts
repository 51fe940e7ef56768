import { statfsSync } from 'node:fs'

/**
 * Result codes of SQLite that mean no space: SQLITE_FULL, and writing, syncing or growing a file that failed
 * (SQLITE_IOERR_WRITE, _FSYNC, _SHMSIZE), as beyond a quota or a limit of file sizes.
 */
const fullCodes: ReadonlySet<unknown> = new Set([13, 778, 1034, 4874])
const systemCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])

/** Returns whether a write failed because there is no space left. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isFull =
    ('errcode' in error && fullCodes.has(error.errcode)) || ('code' in error && systemCodes.has(error.code))
  return isFull || isStorageFull(error.cause)
}

/** The minimum free space for storing anything, in bytes. */
const leastBytes = 1024 * 1024

/** Tracks whether a database can still store something. */
export interface StorageWatch {
  /** Records an error of a transaction. */
  note(error: unknown): void
  /** Returns false if the disk is full, or if a write failed for that reason and still does. */
  hasSpace(): boolean
}

/**
 * Creates the watch. `path`: a file on the disk; absent for a database in memory. `tryToGrow` stores something and
 * removes it again; it is called only after a failure, and throws while there is no space.
 */
export function createStorageWatch(path: string | undefined, tryToGrow: () => void): StorageWatch {
  let failed = false
  return {
    note: (error) => {
      failed ||= isStorageFull(error)
    },
    hasSpace: () => {
      if (path !== undefined && freeBytes(path) < leastBytes) return false
      if (!failed) return true
      try {
        tryToGrow()
        failed = false
      } catch {
        // The disk is still full.
      }
      return !failed
    },
  }
}

/** In one transaction: pages are allocated, written and freed again. */
export const growAndShrink = `
  BEGIN IMMEDIATE;
  CREATE TABLE storage_probe (content BLOB);
  INSERT INTO storage_probe VALUES (zeroblob(65536));
  DROP TABLE storage_probe;
  COMMIT`

function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
