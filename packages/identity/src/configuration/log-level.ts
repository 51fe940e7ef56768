/** TABLE: the levels of `log.level`, and what they are called here. */
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

/** What a value of `log.level` is called here; undefined: it is no level. */
export function logLevelOf(value: unknown): LogLevel | undefined {
  return Object.entries(logLevels).find(([name]) => name === value)?.[1]
}
