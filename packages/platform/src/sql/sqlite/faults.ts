import { StaleReferenceError } from '../errors.ts'

/** SQLite's primary result codes that people meet, in words. */
const explanations: Readonly<Record<number, string>> = {
  5: 'is locked by another process that writes to it; only one process may use it at a time',
  8: 'is read-only; check the permissions of the file and its folder',
  10: 'cannot be read or written (disk fault)',
  11: 'is damaged; restore a backup',
  13: 'cannot grow: the disk is full',
  14: 'cannot be opened; check the path and its permissions',
  26: 'is no SQLite database',
}

const foreignKeyViolation = 787

/** An error of SQLite in words, about the database of this name; any other as it is. */
export function explained(error: unknown, database: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error
  if (error.errcode === foreignKeyViolation) return new StaleReferenceError(error.message, { cause: error })
  const what = explanations[error.errcode & 0xff]
  return what === undefined ? error : new Error(`${database} ${what}`, { cause: error })
}
