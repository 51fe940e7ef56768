import type { Config } from '@gatehouse/config/config'
import { pino, type DestinationStream, type Logger } from 'pino'

/** TABLE: fields that are struck out, wherever one is handed over by mistake. */
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

/** Of a system, of Node or of SQL: `ECONNREFUSED`, `ERR_SOCKET_CLOSED`, `57P03`. */
const errorCode = /^(?:E[A-Z][A-Z0-9]{1,30}|[A-Z]{1,30}_[A-Z0-9_]{1,60}|[0-9A-Z]{5})$/
/** Exit codes and statuses are below; a one-time code that is a number has more digits. */
const smallestCode = 10_000

/** Strikes out a value by the name of its field; what is called a code may be that of an end or of an error. */
function censor(value: unknown, path: readonly string[]): unknown {
  if (path.at(-1) !== 'code') return '[secret]'
  const isHarmless =
    typeof value === 'string' ? errorCode.test(value) : typeof value !== 'number' || Math.abs(value) < smallestCode
  return isHarmless ? value : '[secret]'
}

/** The process' log: structured lines on standard output. What callers hand over by mistake is still struck out by field name. */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const paths = secretFields.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`])
  const options = { level, base: null, redact: { paths, censor } }
  return destination === undefined ? pino(options) : pino(options, destination)
}
