/** A line of the list of people. */
export interface PersonRow {
  readonly id: string
  readonly externalId: string
  readonly name: string
  readonly address: string
  readonly state: string
  /** Undefined: there is no address. */
  readonly isVerified: boolean | undefined
  readonly schema: string
  /** The label of the organization, else its id; empty: none. */
  readonly organization: string
  readonly createdAt: string
  /** Undefined: the identity service does not say. */
  readonly setUp: SetUp | undefined
  /** In the order of the list's columns of traits. */
  readonly traits: readonly string[]
}

/** A person's sign-in methods, and when a session of theirs was used last; empty: never. */
export interface SetUp {
  readonly signsInWith: readonly string[]
  readonly secondSteps: readonly string[]
  readonly lastSeenAt: string
}
