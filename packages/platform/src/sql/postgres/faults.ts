import type { DatabaseError } from 'pg'
import { ConcurrentChangeError, UniqueConflictError, StaleReferenceError, UnreachableDatabaseError } from '../errors.ts'

/** TABLE: codes (SQLSTATE) that callers distinguish. */
const known: Readonly<Record<string, (error: DatabaseError) => Error>> = {
  '23505': (cause) => new UniqueConflictError(cause.table ?? '', { cause }),
  '23503': (cause) => new StaleReferenceError(cause.message, { cause }),
  '40001': (cause) => new ConcurrentChangeError(cause.message, { cause }),
  '40P01': (cause) => new ConcurrentChangeError(cause.message, { cause }),
}

/** The server is shutting down or starting, accepts no connections, or has too many of them. */
const notServing = new Set(['57P01', '57P02', '57P03', '53300'])

/** The system's errors about a connection that cannot be made, or is cut. */
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])

/** Converts an error of the driver to one that callers distinguish; any other stays as it is. */
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

/** The driver's own errors have no code. */
const driverTexts =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end)/
