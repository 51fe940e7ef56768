/** Where a service writes what its operator should know. The shape is pino's. */
export interface Log {
  debug(fields: object, text: string): void
  info(fields: object, text: string): void
  warn(fields: object, text: string): void
  error(fields: object, text: string): void
}

/** Warnings and errors on standard error, for a service that is given no log. */
export const consoleLog: Log = {
  debug: () => {},
  info: () => {},
  warn: (_fields, text) => console.warn(text),
  error: (fields, text) => console.error(text, fields),
}
