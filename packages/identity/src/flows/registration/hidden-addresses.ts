import type { Identity, VerifiableAddress } from '../../identities/identity.ts'
import type { FlowContext } from '../flow-context.ts'
import { unverified, verifyingStrategy } from '../verification/open.ts'

/**
 * Returns the addresses of a new account for which the answer must not reveal an existing account: those that are still
 * to be proved, if `security.account_enumeration.mitigate` is on. Sign-in names that receive no message cannot be
 * hidden.
 */
export function hiddenAddresses(
  context: Pick<FlowContext, 'config' | 'strategies'>,
  identity: Identity,
): readonly VerifiableAddress[] {
  const isOn = context.config.security.accountEnumerationMitigate && verifyingStrategy(context) !== undefined
  return isOn ? unverified(identity) : []
}

/** Returns the identity without these addresses, so that conflicts of the rest can be answered openly. */
export function withoutAddresses(identity: Identity, addresses: readonly VerifiableAddress[]): Identity {
  const values = new Set(addresses.map(({ value }) => value))
  const isLeft = ({ value }: { readonly value: string }) => !values.has(value)
  const credentials = Object.values(identity.credentials).map((credential) => {
    const identifiers = credential.identifiers.filter((identifier) => !values.has(identifier))
    return [credential.type, { ...credential, identifiers }] as const
  })
  return {
    ...identity,
    verifiableAddresses: identity.verifiableAddresses.filter(isLeft),
    recoveryAddresses: identity.recoveryAddresses.filter(isLeft),
    credentials: Object.fromEntries(credentials),
  }
}
