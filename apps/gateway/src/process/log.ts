import type { Config } from '@gatehouse/config/config'
import { pino, type DestinationStream, type Logger } from 'pino'

const secretFields = [
  'cookie',
  'set-cookie',
  'authorization',
  'password',
  'code',
  'token',
  'session_token',
  'csrf_token',
  'hashed_password',
  'totp_url',
  'recovery_codes',
  'x-session-token',
]

/** The process' log: structured lines on standard output. What callers hand over by mistake is still struck out by field name. */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const paths = secretFields.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`])
  const options = { level, base: null, redact: { paths, censor: '[secret]' } }
  return destination === undefined ? pino(options) : pino(options, destination)
}
