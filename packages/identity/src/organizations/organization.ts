/** A group of people who sign in through its own connections. Times are Unix milliseconds. */
export interface Organization {
  /** A UUID in lower case. */
  readonly id: string
  readonly label: string
  /** Mail domains in lower case. Each belongs to one organization; subdomains are not included. */
  readonly domains: readonly string[]
  /** The lifespan of its members' sessions, in milliseconds; absent: the project's. */
  readonly sessionLifespanMs: number | undefined
  readonly createdAt: number
  readonly updatedAt: number
}

/** The refusal of a write: the id is taken, or another organization has this domain. */
export type OrganizationWrite =
  | { readonly kind: 'written' }
  | { readonly kind: 'conflict'; readonly field: 'id' | 'domain' }
  /** An update of an organization that does not exist, or that only its file can change. */
  | { readonly kind: 'missing' }

/** The organizations of one identity service. A write counts from the next request on. */
export interface OrganizationStore {
  insert(organization: Organization): Promise<OrganizationWrite>
  /** Replaces everything but the id. */
  update(organization: Organization): Promise<OrganizationWrite>
  /** True if it existed. Its members stay, without an organization. */
  remove(id: string): Promise<boolean>
  /** Runs `work`, which replaces them, in a transaction while no other process does. */
  exclusively<T>(work: () => Promise<T>): Promise<T>
  /** Replaces all organizations, or none. */
  replaceAll(organizations: readonly Organization[]): Promise<OrganizationWrite>
  find(id: string): Promise<Organization | undefined>
  /** Finds the organization of a domain in lower case. */
  findByDomain(domain: string): Promise<Organization | undefined>
  /** Lists one page, sorted by id, after an id. */
  list(query: { readonly size: number; readonly after?: string }): Promise<readonly Organization[]>
}

/** Returns the domain of a mail address, in lower case; nothing: it is no mail address. */
export function mailDomain(address: string): string | undefined {
  const text = address.trim().toLowerCase()
  const at = text.lastIndexOf('@')
  if (at < 1) return undefined
  // In another script or with a dot at its end, it is the same domain.
  return URL.parse(`http://${text.slice(at + 1)}`)?.hostname.replace(/\.$/, '') || undefined
}

/** Returns the lifespan of an organization's sessions if it sets one, in milliseconds. */
export async function sessionLifespanMs(
  organizations: OrganizationStore,
  id: string | undefined,
): Promise<number | undefined> {
  return id === undefined ? undefined : (await organizations.find(id))?.sessionLifespanMs
}

/** The facts of a sign-in provider that accounts and organizations use. */
export interface SignInProvider {
  readonly id: string
  /** The name that people see. */
  readonly label: string
  /** The organization whose people alone sign in here. */
  readonly organizationId: string | undefined
}

/**
 * Combines a store with the organizations of the configuration file, which take precedence and which only the file can
 * change.
 */
export function withConfigured(store: OrganizationStore, configured: readonly Organization[]): OrganizationStore {
  if (configured.length === 0) return store
  const byId = new Map(configured.map((one) => [one.id, one]))
  const byDomain = new Map(configured.flatMap((one) => one.domains.map((domain) => [domain, one] as const)))

  function clash({ id, domains }: Organization): OrganizationWrite | undefined {
    if (byId.has(id)) return { kind: 'conflict', field: 'id' }
    return domains.some((domain) => byDomain.has(domain)) ? { kind: 'conflict', field: 'domain' } : undefined
  }

  return {
    insert: async (one) => clash(one) ?? (await store.insert(one)),
    update: async (one) => (byId.has(one.id) ? { kind: 'missing' } : (clash(one) ?? (await store.update(one)))),
    remove: async (id) => !byId.has(id) && (await store.remove(id)),
    exclusively: (work) => store.exclusively(work),
    replaceAll: async (all) => all.map(clash).find((fault) => fault !== undefined) ?? (await store.replaceAll(all)),
    find: async (id) => byId.get(id) ?? (await store.find(id)),
    findByDomain: async (domain) => byDomain.get(domain) ?? (await store.findByDomain(domain)),
    list: async ({ size, after = '' }) => {
      const own = configured.filter(({ id }) => id > after)
      const kept = (await store.list({ size, after })).filter(({ id }) => !byId.has(id))
      return [...own, ...kept].toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, size)
    },
  }
}
