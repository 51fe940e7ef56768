import type { Config, Environment } from '@gatehouse/config/config'
import type { IdentityConfig } from '@gatehouse/identity/configuration'
import type { Finding } from '../process/finding.ts'

/** A finding of a check, before its source in the configuration is known. */
export type Found = Omit<Finding, 'check'>

/** The inputs of checks. */
export interface CheckContext {
  readonly config: Config
  readonly env: Environment
  /**
   * The embedded identity service's configuration, from its file or the settings. Absent: a remote one, or a faulty
   * one.
   */
  readonly identity: IdentityConfig | undefined
  /** The faults that prevented reading it. */
  readonly identityFaults: readonly string[]
  /** Unix milliseconds. */
  readonly now: () => number
  /** Returns the free bytes of a folder's file system; undefined: unknown. */
  readonly freeBytes: (folder: string) => Promise<number | undefined>
}

/** One row of the table of checks. */
export interface Check {
  readonly id: string
  /** The check's subject, for people. */
  readonly title: string
  /** Also run while a gateway starts and runs. The others would find the gateway itself. */
  readonly alsoRunning: boolean
  readonly look: (context: CheckContext) => Promise<readonly Found[]> | readonly Found[]
}
