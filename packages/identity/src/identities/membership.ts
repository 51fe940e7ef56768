import {
  type SignInProvider,
  mailDomain,
  type Organization,
  type OrganizationStore,
} from '../organizations/organization.ts'
import { typesWith } from './credential-kinds.ts'
import type { Identity } from './identity.ts'

/** The admission of a proof to an account. */
export type Admission =
  | { readonly kind: 'admitted' }
  /** The account's people sign in through this organization only. */
  | { readonly kind: 'other_organization'; readonly organization: Organization }
  /** A connection of an organization without authority over this account. */
  | { readonly kind: 'foreign' }

/** The rules about the organizations through which people sign in. */
export interface Memberships {
  /** Returns an organization through which people can sign in: it exists, and has a connection. */
  active(id: string | null | undefined): Promise<Organization | undefined>
  /** Returns the organization through which the owner of this address signs in, if there is one. */
  ofAddress(address: string): Promise<Organization | undefined>
  /** Returns the organization whose connections alone open this account, if there is one. */
  ofIdentity(identity: Identity): Promise<Organization | undefined>
  /** Returns the admission. `linkTo`: the account is about to get a link of this organization, and proves itself. */
  admits(identity: Identity, provider: SignInProvider | undefined, linkTo?: string): Promise<Admission>
  /**
   * Returns the organization of a stray address of the account that `before` did not have: an account may only have an
   * organization's address if it belongs to it.
   */
  strayAddress(identity: Identity, before?: Identity): Promise<Organization | undefined>
}

/** Creates the rules. Organizations are read each time: they may change while the service runs. */
export function createMemberships(store: OrganizationStore, providers: readonly SignInProvider[]): Memberships {
  const connected = new Set(providers.flatMap(({ organizationId }) => organizationId ?? []))

  const active: Memberships['active'] = async (id) => (id && connected.has(id) ? store.find(id) : undefined)

  const ofAddress: Memberships['ofAddress'] = async (address) => {
    const domain = connected.size > 0 ? mailDomain(address) : undefined
    const organization = domain === undefined ? undefined : await store.findByDomain(domain)
    return organization && connected.has(organization.id) ? organization : undefined
  }

  const ofIdentity: Memberships['ofIdentity'] = async (identity) => {
    if (connected.size === 0) return undefined
    return (await active(identity.organizationId)) ?? first(addressesOf(identity), ofAddress)
  }

  return {
    active,
    ofAddress,
    ofIdentity,
    admits: async (identity, provider, linkTo) => {
      if (provider?.organizationId !== undefined) {
        const isTheirs = provider.organizationId === identity.organizationId && (await active(provider.organizationId))
        return isTheirs ? { kind: 'admitted' } : { kind: 'foreign' }
      }
      const organization = await ofIdentity(identity)
      return !organization || organization.id === linkTo
        ? { kind: 'admitted' }
        : { kind: 'other_organization', organization }
    },
    strayAddress: async (identity, before) => {
      const known = before ? addressesOf(before) : []
      const added = addressesOf(identity).filter((address) => !known.includes(address))
      return first(added, async (address) => {
        const organization = await ofAddress(address)
        return organization?.id === identity.organizationId ? undefined : organization
      })
    },
  }
}

/** Returns the addresses that identify a person. An address for recovery only makes no one a member. */
function addressesOf({ credentials, verifiableAddresses }: Identity): readonly string[] {
  const names = typesWith('isTyped').flatMap((type) => credentials[type]?.identifiers ?? [])
  return [...new Set([...names, ...verifiableAddresses.map(({ value }) => value)])]
}

async function first<T, R>(list: readonly T[], find: (value: T) => Promise<R | undefined>): Promise<R | undefined> {
  for (const value of list) {
    const found = await find(value)
    if (found !== undefined) return found
  }
  return undefined
}
