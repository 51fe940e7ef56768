import type { Config, Environment } from '@gatehouse/config/config'
import type { IdentityConfig } from '@gatehouse/identity/configuration'

/** Something that does not work, or will not for everybody. */
export interface Finding {
  /** Id of the check that found it. */
  readonly check: string
  /** `fault`: something does not work. `warning`: it works here, and may not on another machine, or later. */
  readonly severity: 'fault' | 'warning'
  /** The setting, file or service that it is about. */
  readonly subject: string
  /** What is wrong, and why that matters. */
  readonly wrong: string
  /** What to do about it. */
  readonly fix: string
  /** Where it is written: `gatehouse.yml:12`, or the name of a variable. */
  readonly at?: string | undefined
}

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
