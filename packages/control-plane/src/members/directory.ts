/** An e-mail address of an account, as it was entered. */
export interface OperatorAddress {
  readonly value: string
  /** Whether its owner has verified it. */
  readonly verified: boolean
}

/** A person with access to the console, as the operators' identity service has it. */
export interface Operator {
  readonly identityId: string
  readonly email: string
  readonly emailVerified: boolean
  /** All addresses, including the first one. */
  readonly addresses: readonly OperatorAddress[]
  /** Empty if it is unknown. */
  readonly name: string
}

/** Finds people at the operators' identity service. */
export interface OperatorDirectory {
  /** Returns undefined for an unknown or disabled person. */
  find(identityId: string): Promise<Operator | undefined>
  /** The same for up to 100 people at once. Undefined: the identity service cannot be reached. */
  findAll(identityIds: readonly string[]): Promise<readonly Operator[] | undefined>
}
