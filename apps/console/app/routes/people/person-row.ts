/** A line of the list of people. */
export interface PersonRow {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly state: string
  readonly schema: string
  readonly createdAt: string
  /** In the order of the list's columns of traits. */
  readonly traits: readonly string[]
}
