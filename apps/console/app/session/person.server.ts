import { personName, type Identity } from '@gatehouse/contract/identities'

/** How to speak of the owner of an account, and the address that invitations go by. */
export function personOf(identity: Identity): { readonly name: string; readonly email: string } {
  const address = identity.verifiable_addresses?.find(({ via }) => via === 'email')?.value
  const trait = identity.traits['email']
  return { name: personName(identity), email: address ?? (typeof trait === 'string' ? trait : '') }
}
