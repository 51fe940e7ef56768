/** An e-mail address of an account, as it was entered. */
export interface OperatorAddress {
  readonly value: string
  /** Whether its owner has proved that it is theirs. */
  readonly verified: boolean
}

/** A person who may work here, as the operators' identity service knows them. */
export interface Operator {
  readonly identityId: string
  readonly email: string
  readonly emailVerified: boolean
  /** All of them, the first one too. */
  readonly addresses: readonly OperatorAddress[]
  /** Empty if it is not known. */
  readonly name: string
}

/** Looks people up at the operators' identity service. */
export interface OperatorDirectory {
  /** Nothing: no such person, or one who is switched off. */
  find(identityId: string): Promise<Operator | undefined>
  /** The same for up to 100 people at once. Nothing: the identity service cannot be asked. */
  findAll(identityIds: readonly string[]): Promise<readonly Operator[] | undefined>
}
