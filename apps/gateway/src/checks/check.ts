import type { Config, Environment } from '@gatehouse/config/config'
import type { IdentityConfig } from '@gatehouse/identity/configuration'
import type { Finding } from '../process/finding.ts'

/** What a check finds, before it is known where that is written. */
export type Found = Omit<Finding, 'check'>

/** What checks look at. */
export interface CheckContext {
  readonly config: Config
  readonly env: Environment
  /** Of the embedded identity service, as its file or the settings say it. Absent: a remote one, or one that cannot be read. */
  readonly identity: IdentityConfig | undefined
  /** What made reading it impossible. */
  readonly identityFaults: readonly string[]
  /** Unix milliseconds. */
  readonly now: () => number
  /** Free bytes where a folder is; nothing where the system does not say. */
  readonly freeBytes: (folder: string) => Promise<number | undefined>
}

/** One row of the table of checks. */
export interface Check {
  readonly id: string
  /** What it looks at, for people. */
  readonly title: string
  /** Also done while a gateway starts and runs. Those that are not would find the gateway itself. */
  readonly alsoRunning: boolean
  readonly look: (context: CheckContext) => Promise<readonly Found[]> | readonly Found[]
}
