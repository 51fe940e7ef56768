import { readHost, type ProxyTrust } from '@gatehouse/http/requests'
import type { Edge } from '../edge/edge.ts'

/** The table that finds a request's project by the host that the visitor typed. */
export interface SiteTable {
  /** Answers requests to every project. */
  readonly edge: Edge
  /** Sets the edge for the public origin and for any unknown host; it redirects from there to the public origin, or refuses. */
  setMain(edge: Edge): void
  put(url: URL, edge: Edge): void
  remove(url: URL): void
}

export interface SiteTableOptions {
  /** Answers every host until there is a main edge. */
  readonly untilOpen: Edge
  /** The proxies whose host headers are trusted. */
  readonly proxies: ProxyTrust
}

/** Creates an empty table. Hosts are compared in lower case, with their port unless it is the standard one. */
export function createSiteTable({ untilOpen, proxies }: SiteTableOptions): SiteTable {
  const sites = new Map<string, Edge>()
  let main = untilOpen
  return {
    edge: (received, socketAddress) => {
      const host = (readHost(received.headers, socketAddress, proxies) ?? '').toLowerCase()
      const edge = sites.get(host) ?? main
      return edge(received, socketAddress)
    },
    setMain: (edge) => void (main = edge),
    put: (url, edge) => void sites.set(url.host, edge),
    remove: (url) => void sites.delete(url.host),
  }
}
