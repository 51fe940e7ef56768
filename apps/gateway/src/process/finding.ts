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
