import type { Identity, VerifiableAddress } from '../../identities/identity.ts'
import type { FlowContext } from '../flow-context.ts'
import { unverified, verifyingStrategy } from '../verification/open.ts'

/**
 * The addresses of a new account of which only their owner may learn whether they have one already: those that are
 * still to be proved, where `security.account_enumeration.mitigate` is on. Sign-in names that receive no message cannot
 * be hidden.
 */
export function hiddenAddresses(
  context: Pick<FlowContext, 'config' | 'strategies'>,
  identity: Identity,
): readonly VerifiableAddress[] {
  const isOn = context.config.security.accountEnumerationMitigate && verifyingStrategy(context) !== undefined
  return isOn ? unverified(identity) : []
}

/** The identity as if it had none of these addresses: what is left of it may be answered for. */
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
