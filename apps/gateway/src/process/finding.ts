/** Something that does not work, or will not for every visitor. */
export interface Finding {
  /** The id of the check. */
  readonly check: string
  /** `fault`: something does not work. `warning`: it works here, but perhaps not on another machine, or later. */
  readonly severity: 'fault' | 'warning'
  /** The setting, file or service that it is about. */
  readonly subject: string
  /** The fault and its consequence. */
  readonly wrong: string
  /** The fix. */
  readonly fix: string
  /** The source of the setting: `gatehouse.yml:12`, or the name of a variable. */
  readonly at?: string | undefined
}
