/** TABLE: the levels of `log.level`, with our names for them. */
export const logLevels = {
  trace: 'trace',
  debug: 'debug',
  info: 'info',
  warning: 'warn',
  warn: 'warn',
  error: 'error',
  fatal: 'fatal',
  panic: 'fatal',
} as const

/** A level of this process' log. */
export type LogLevel = (typeof logLevels)[keyof typeof logLevels]

/** Returns our name for a value of `log.level`; undefined: it is no level. */
export function logLevelOf(value: unknown): LogLevel | undefined {
  return Object.entries(logLevels).find(([name]) => name === value)?.[1]
}
