import { normalizeAddress } from '../../../identities/address.ts'
import type { Identity } from '../../../identities/identity.ts'
import { mailDomain, type Organization } from '../../../organizations/organization.ts'
import type { ProvedPerson, OidcContext } from '../dependencies.ts'
import { linksOf } from '../links.ts'

/** The claim of a provider to an account that has the address it reported. */
export type Claim =
  /** The account's owner has to agree first, by an ordinary sign-in. */
  | { readonly kind: 'ask' }
  /** The account was created for this person by their organization. */
  | { readonly kind: 'take' }
  /** The account's people sign in through this organization. */
  | { readonly kind: 'other_organization'; readonly organization: Organization }
  /** The organization has no authority over the account. */
  | { readonly kind: 'refuse' }
  /** The account is in the organization, and may be another person's. */
  | { readonly kind: 'clash' }

/** Returns the claim of a person with a provider's proof on an account that has their address already. */
export async function claimOn(
  { memberships, organizations }: Pick<OidcContext, 'memberships' | 'organizations'>,
  person: ProvedPerson,
  owner: { readonly identity: Identity; readonly identifier: string },
): Promise<Claim> {
  const { organizationId } = person.provider
  const { identity, identifier } = owner
  if (organizationId === undefined) {
    const organization = await memberships.ofIdentity(identity)
    return organization ? { kind: 'other_organization', organization } : { kind: 'ask' }
  }
  const organization = await memberships.active(organizationId)
  const bound = identity.organizationId === undefined ? undefined : await organizations.find(identity.organizationId)
  if (!organization || (bound && bound.id !== organizationId)) return { kind: 'refuse' }
  const hasDomain = organization.domains.includes(mailDomain(identifier) ?? '')
  if (!bound) return hasDomain ? { kind: 'ask' } : { kind: 'refuse' }
  return hasDomain && vouches(person, identifier) && !isTaken(identity, person) ? { kind: 'take' } : { kind: 'clash' }
}

/**
 * Checks that an organization vouches for the address: it answers for its own domains, unless its provider denies it,
 * or admits people of any directory. A typed address is not the provider's word.
 */
function vouches({ provider, claims }: ProvedPerson, identifier: string): boolean {
  const address = claims.email === undefined ? undefined : normalizeAddress(claims.email, 'email')
  const said = claims.raw_claims['email_verified']
  return address === identifier && provider.isOneDirectory && said !== false && said !== 'false'
}

/** True if another person of this connection has the same address. */
function isTaken(identity: Identity, { provider }: ProvedPerson): boolean {
  return linksOf(identity).some((link) => link.provider === provider.id)
}
