/** One fault of the configuration. */
export interface ConfigFault {
  /** The variable, key or file it is about. */
  readonly subject: string
  /** The fault. */
  readonly wrong: string
  /** The fix. */
  readonly fix: string
}

/** The configuration cannot be used. Its message lists every fault, for a person at a terminal. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly ConfigFault[]
  constructor(faults: readonly ConfigFault[]) {
    super(faults.map(({ subject, wrong, fix }) => `${subject} ${wrong}.\n  Fix: ${fix}`).join('\n'))
    this.faults = faults
  }
}
