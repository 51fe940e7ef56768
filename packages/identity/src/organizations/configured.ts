import type { Organization, OrganizationStore, OrganizationWrite } from './organization.ts'

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
