import type { IdentityConfig } from '../configuration/config.ts'
import type { CredentialType, Identity } from '../identities/identity.ts'

/** The settings of all methods. */
export type MethodSettings = IdentityConfig['selfservice']['methods']

/** The facts of a method as a second factor. */
export interface SecondFactorFacts {
  /** True if the configuration counts it. */
  readonly counts: (methods: MethodSettings) => boolean
  readonly isSetUp: (identity: Identity) => boolean
  /** The credential type of a spare factor, which is useless without the others. Absent: the factor is no spare. */
  readonly spare?: CredentialType
}

/** Counts the ways in which a person can begin to sign in by one method. A disabled method does not count. */
export type FirstFactors = (identity: Identity, methods: MethodSettings) => number

/** Returns the identity without one of its second factors. */
export function withoutFactor(identity: Identity, type: CredentialType, now: number): Identity {
  const { [type]: _removed, ...credentials } = identity.credentials
  return { ...identity, credentials, updatedAt: now }
}
