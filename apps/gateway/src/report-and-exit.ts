import { ConfigError } from '@gatehouse/config/config-error'

/** Ends a process that cannot start: in plain words when the operator can mend it, with a stack when we have to. */
export function reportAndExit(error: unknown): never {
  if (error instanceof ConfigError) console.error(`Gatehouse cannot start.\n\n${error.message}\n`)
  else console.error('Gatehouse cannot start.\n\n', error)
  process.exit(1)
}
