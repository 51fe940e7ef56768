import { readHost, type ProxyTrust } from '@gatehouse/http/requests'
import type { Edge } from '../edge/edge.ts'

/** The table that finds a request's project by the host that the visitor typed. */
export interface SiteTable {
  /** Answers requests to every project. */
  readonly edge: Edge
  put(url: URL, edge: Edge): void
  remove(url: URL): void
}

/** The edge for hosts without a project. `proxies`: the proxies whose host headers are trusted. */
export interface SiteTableOptions {
  /** Answers at the public origin and at any unknown host; it redirects from there to the public origin, or refuses. */
  readonly main: () => Edge
  readonly proxies: ProxyTrust
}

/** Creates an empty table. Hosts are compared in lower case, with their port unless it is the standard one. */
export function createSiteTable({ main, proxies }: SiteTableOptions): SiteTable {
  const sites = new Map<string, Edge>()
  return {
    edge: (received, socketAddress) => {
      const host = (readHost(received.headers, socketAddress, proxies) ?? '').toLowerCase()
      const edge = sites.get(host) ?? main()
      return edge(received, socketAddress)
    },
    put: (url, edge) => void sites.set(url.host, edge),
    remove: (url) => void sites.delete(url.host),
  }
}
