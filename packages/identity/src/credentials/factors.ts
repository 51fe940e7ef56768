import type { IdentityConfig } from '../configuration/config.ts'
import type { Identity } from '../identities/identity.ts'

/** The settings of all methods. */
export type MethodSettings = IdentityConfig['selfservice']['methods']

/** What makes a method a second factor. */
export interface SecondFactorFacts {
  /** True if the configuration counts it. */
  readonly counts: (methods: MethodSettings) => boolean
  readonly isSetUp: (identity: Identity) => boolean
}

/** In how many ways a person can begin to sign in by one method. One that is switched off does not count. */
export type FirstFactors = (identity: Identity, methods: MethodSettings) => number
