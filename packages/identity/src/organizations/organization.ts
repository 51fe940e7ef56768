/** A group of people who sign in through connections of their own. Times are Unix milliseconds. */
export interface Organization {
  /** A UUID in lower case. */
  readonly id: string
  readonly label: string
  /** Mail domains in lower case. Each leads to one organization; subdomains do not follow. */
  readonly domains: readonly string[]
  /** How long sessions of its members live, in milliseconds; absent: as long as everybody's. */
  readonly sessionLifespanMs: number | undefined
  readonly createdAt: number
  readonly updatedAt: number
}

/** Why a write was refused: the id is taken, or another organization has this domain. */
export type OrganizationWrite =
  | { readonly kind: 'written' }
  | { readonly kind: 'conflict'; readonly field: 'id' | 'domain' }
  /** An update of one that is not there, or that only its file can change. */
  | { readonly kind: 'missing' }

/** The organizations of one identity service. What is written counts from the next request on. */
export interface OrganizationStore {
  insert(organization: Organization): Promise<OrganizationWrite>
  /** Replaces everything but the id. */
  update(organization: Organization): Promise<OrganizationWrite>
  /** True if there was one. Its members stay, and are then members of none. */
  remove(id: string): Promise<boolean>
  /** Makes the organizations these, all or nothing. */
  replaceAll(organizations: readonly Organization[]): Promise<OrganizationWrite>
  find(id: string): Promise<Organization | undefined>
  /** The organization of a domain in lower case. */
  findByDomain(domain: string): Promise<Organization | undefined>
  /** By id; one page, after an id. */
  list(query: { readonly size: number; readonly after?: string }): Promise<readonly Organization[]>
}

/** The domain of a mail address, in lower case; nothing: it is no mail address. */
export function mailDomain(address: string): string | undefined {
  const text = address.trim().toLowerCase()
  const at = text.lastIndexOf('@')
  if (at < 1) return undefined
  // Written in another script or with a dot at its end, it is the same domain.
  return URL.parse(`http://${text.slice(at + 1)}`)?.hostname.replace(/\.$/, '') || undefined
}
