import { ConfigError, processEnvironment } from '@gatehouse/config/config'
import { startFault } from './start-fault.ts'

/** Ends a process that cannot start, with exit code 1 and the reason in a sentence. LOG_LEVEL=debug adds the stack. */
export function reportAndExit(error: unknown): never {
  const text = error instanceof ConfigError ? error.message : startFault(error)
  console.error(`Gatehouse cannot start.\n\n${text}\n`)
  if (/^(?:debug|trace)$/i.test(processEnvironment()['LOG_LEVEL'] ?? '')) console.error(error)
  else if (!(error instanceof ConfigError)) console.error('Start with LOG_LEVEL=debug to see where this comes from.\n')
  process.exit(1)
}
