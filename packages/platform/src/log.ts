/** The log of a service, for its operator. The shape is pino's. */
export interface Log {
  debug(fields: object, text: string): void
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

/** Writes warnings and errors to standard error, for a service without a log. */
export const consoleLog: Log = {
  debug: () => {},
  info: () => {},
  warn: (_fields, text) => console.warn(text),
  error: (fields, text) => console.error(text, fields),
}
