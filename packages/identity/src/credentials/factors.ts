import type { IdentityConfig } from '../configuration/config.ts'
import type { CredentialType, Identity } from '../identities/identity.ts'

/** The settings of all methods. */
export type MethodSettings = IdentityConfig['selfservice']['methods']

/** What makes a method a second factor. */
export interface SecondFactorFacts {
  /** True if the configuration counts it. */
  readonly counts: (methods: MethodSettings) => boolean
  readonly isSetUp: (identity: Identity) => boolean
  /** The credential of a factor that stands in for the others, and is of no use without them. Absent: it is no such. */
  readonly spare?: CredentialType
}

/** In how many ways a person can begin to sign in by one method. One that is switched off does not count. */
export type FirstFactors = (identity: Identity, methods: MethodSettings) => number
