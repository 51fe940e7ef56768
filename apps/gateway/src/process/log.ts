import type { Config } from '@gatehouse/config/config'
import { pino, type DestinationStream, type Logger } from 'pino'

/** TABLE: fields that are redacted if one is logged by mistake. */
const secretFields = [
  'cookie',
  'set-cookie',
  'authorization',
  'proxy-authorization',
  'password',
  'code',
  'totp_code',
  'totp_secret',
  'totp_url',
  'lookup_secret',
  'recovery_codes',
  'token',
  'session_token',
  'sessionToken',
  'x-session-token',
  'access_token',
  'accessToken',
  'refresh_token',
  'refreshToken',
  'id_token',
  'idToken',
  'logout_token',
  'csrf_token',
  'hashed_password',
  'client_secret',
  'clientSecret',
  'connection_uri',
  'dsn',
]

/** A code of a system, of Node or of SQL: `ECONNREFUSED`, `ERR_SOCKET_CLOSED`, `57P03`. */
const errorCode = /^(?:E[A-Z][A-Z0-9]{1,30}|[A-Z]{1,30}_[A-Z0-9_]{1,60}|[0-9A-Z]{5})$/
/** Exit codes and statuses are smaller; a numeric one-time code has more digits. */
const smallestCode = 10_000

/** Redacts a value by the name of its field; a field named `code` may be an exit code or an error's. */
function censor(value: unknown, path: readonly string[]): unknown {
  if (path.at(-1) !== 'code') return '[secret]'
  const isHarmless =
    typeof value === 'string' ? errorCode.test(value) : typeof value !== 'number' || Math.abs(value) < smallestCode
  return isHarmless ? value : '[secret]'
}

/**
 * Creates the process' log: structured lines on standard output. Secrets that a caller logs by mistake are redacted by
 * field name.
 */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const paths = secretFields.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`])
  const options = { level, base: null, redact: { paths, censor } }
  return destination === undefined ? pino(options) : pino(options, destination)
}
