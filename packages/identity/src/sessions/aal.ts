import type { Aal, AuthenticationMethod } from '@gatehouse/contract/identities'

import type { AalPolicy } from '../configuration/config.ts'
import type { Identity } from '../identities/identity.ts'

/** Returns the level of a session: methods of both levels make `aal2`. */
export function aalOf(methods: readonly AuthenticationMethod[]): Aal {
  const has = (aal: Aal) => methods.some((method) => method.aal === aal)
  return has('aal1') && has('aal2') ? 'aal2' : 'aal1'
}

/** The method of a remembered browser, among those of a session. */
export const rememberedMethod = 'remembered_device'

/** As `aalOf`, for the proofs given in this session: a remembered browser does not count. */
export function givenAalOf(methods: readonly AuthenticationMethod[]): Aal {
  return aalOf(methods.filter(({ method }) => method !== rememberedMethod))
}

/** True if the identity has set up a second factor that is switched on. */
export type SecondFactor = (identity: Identity) => boolean

/** Returns the highest level that this identity can reach. */
export function highestAal(identity: Identity, factors: readonly SecondFactor[]): 'aal1' | 'aal2' {
  return factors.some((isSetUp) => isSetUp(identity)) ? 'aal2' : 'aal1'
}

/** True if a session's level satisfies a policy. */
export function satisfies(policy: AalPolicy, sessionAal: Aal, highest: 'aal1' | 'aal2'): boolean {
  return policy === 'aal1' || highest === 'aal1' || sessionAal === 'aal2'
}
