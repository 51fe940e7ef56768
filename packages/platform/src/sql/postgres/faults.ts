import type { DatabaseError } from 'pg'
import {
  ConcurrentChangeError,
  LostLeaseError,
  UniqueConflictError,
  StaleReferenceError,
  UnreachableDatabaseError,
} from '../errors.ts'

/** TABLE: codes (SQLSTATE) that callers tell apart. */
const known: Readonly<Record<string, (error: DatabaseError) => Error>> = {
  '23505': (cause) => new UniqueConflictError(cause.table ?? '', { cause }),
  '23503': (cause) => new StaleReferenceError(cause.message, { cause }),
  '40001': (cause) => new ConcurrentChangeError(cause.message, { cause }),
  // Ours, of `require_lease`.
  LEASE: (cause) => new LostLeaseError(cause.message, { cause }),
  '40P01': (cause) => new ConcurrentChangeError(cause.message, { cause }),
}

/** Shutting down, starting up, not open to connections, too many of them. */
const notServing = new Set(['57P01', '57P02', '57P03', '53300'])

/** What the system says of a connection that cannot be made, or is cut. */
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])

/** An error of the driver as callers tell them apart; any other as it is. */
export function postgresFault(error: unknown): unknown {
  if (isOfServer(error)) {
    const code = error.code ?? ''
    if (notServing.has(code)) return unreachable(error)
    return known[code]?.(error) ?? error
  }
  return isCut(error) ? unreachable(error) : error
}

/** The driver is not loaded for this. */
function isOfServer(error: unknown): error is DatabaseError {
  return error instanceof Error && 'severity' in error && 'code' in error
}

function unreachable(cause: Error): Error {
  return new UnreachableDatabaseError(`The database does not answer: ${cause.message}`, { cause })
}

function isCut(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.every(isCut)
  return ('code' in error && systemCodes.has(String(error.code))) || driverTexts.test(error.message)
}

/** Errors that the driver makes itself have no code. */
const driverTexts =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/
