import { normalizeAddress } from '../../../identities/address.ts'
import type { Identity } from '../../../identities/identity.ts'
import { mailDomain, type Organization } from '../../../organizations/organization.ts'
import { linksOf } from '../links.ts'
import type { ProvedPerson } from '../proved.ts'
import type { OidcContext } from '../context.ts'

/** What a provider's word is worth for an account that has the address it reported. */
export type Claim =
  /** The account's owner has to say so first, by signing in as always. */
  | { readonly kind: 'ask' }
  /** The account was made for this person by their organization. */
  | { readonly kind: 'take' }
  /** The account's people sign in through this organization. */
  | { readonly kind: 'other_organization'; readonly organization: Organization }
  /** The organization has no say over the account. */
  | { readonly kind: 'refuse' }
  /** In the organization, and possibly another person's. */
  | { readonly kind: 'clash' }

/** The claim of a person whom a provider has vouched for on an account that has their address already. */
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
 * An organization answers for its own domains, unless its provider says that it does not, or lets in people of any
 * directory. What the person typed is no word of the provider.
 */
function vouches({ provider, claims }: ProvedPerson, identifier: string): boolean {
  const address = claims.email === undefined ? undefined : normalizeAddress(claims.email, 'email')
  const said = claims.raw_claims['email_verified']
  return address === identifier && provider.isOneDirectory && said !== false && said !== 'false'
}

/** True if another person comes from this connection with the same address. */
function isTaken(identity: Identity, { provider }: ProvedPerson): boolean {
  return linksOf(identity).some((link) => link.provider === provider.id)
}
