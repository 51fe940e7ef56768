import { CommanderError } from 'commander'
import { IdentityServiceUnreachable } from '@gatehouse/client/client'
import { ConfigError, processEnvironment } from '@gatehouse/config/config'
import { CommandFailure, type FailureDetails } from './command-failure.ts'
import { exitCodes } from './exit-codes.ts'

/** A failure, as it is reported to people and programs. */
interface Failure extends FailureDetails {
  readonly kind: keyof typeof exitCodes
  readonly message: string
}

/**
 * Reports why a command failed, on standard error: in words, or as JSON if results would be JSON. The exit code tells
 * programs the kind of failure.
 */
export function reportFailure(error: unknown, { json }: { readonly json: boolean }): void {
  const isHelp = error instanceof CommanderError && error.exitCode === 0
  if (isHelp) return
  const failure = failureOf(error)
  process.exitCode = exitCodes[failure.kind].code
  if (json) console.error(JSON.stringify({ error: { ...failure, exit_code: exitCodes[failure.kind].code } }, null, 2))
  // Commander has already reported faults of the command line.
  else if (failure.message !== '' && !(error instanceof CommanderError)) console.error(failure.message)
  if (failure.kind !== 'internal') return
  if (/^(?:debug|trace)$/i.test(processEnvironment()['LOG_LEVEL'] ?? '')) console.error(error)
  else if (!json) console.error('This is an error in Gatehouse. LOG_LEVEL=debug shows where it comes from.')
}

function failureOf(error: unknown): Failure {
  if (error instanceof CommandFailure) return { kind: 'failed', message: error.message, ...error.details }
  if (error instanceof IdentityServiceUnreachable) return { kind: 'unreachable', message: error.message }
  if (error instanceof CommanderError) return { kind: 'usage', message: error.message }
  const message = error instanceof Error ? error.message : String(error)
  // Files and folders: no permission, no space, not there.
  const isMendable = error instanceof ConfigError || (error instanceof Error && 'syscall' in error && 'path' in error)
  return { kind: isMendable ? 'failed' : 'internal', message }
}
