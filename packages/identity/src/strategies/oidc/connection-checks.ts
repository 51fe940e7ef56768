import { publicPaths, withoutTrailing } from '@gatehouse/contract/http'
import { createOutbound, outboundFetch } from '@gatehouse/platform/outbound'
import type { ProbedConnection, ProbeOutcome } from '@gatehouse/contract/operators'

import type { IdentityConfig } from '../../configuration/config.ts'
import { reachOfServices } from '../../outbound/reach.ts'
import { probeConnection } from './probe.ts'
import { callbackPath } from './providers/all.ts'

/** The checks of the service for an administrator who sets up an organization’s connection. */
export interface ConnectionChecks {
  /** Returns the address to which the provider of a connection redirects people. */
  redirectUri(organizationId: string, connectionId: string): string
  /** Returns the address that starts a sign-in of an organization’s people. */
  signInAddress(organizationId: string): string
  /**
   * Tries a provider. Private addresses are always blocked, whatever the configuration allows itself. Never rejects.
   */
  probe(connection: ProbedConnection): Promise<ProbeOutcome>
}

const timeoutMs = 10_000
const mostBytes = 1024 * 1024

/** Creates the checks. `given` replaces the network. */
export function createConnectionChecks(
  config: IdentityConfig,
  clock: () => number,
  given: typeof globalThis.fetch | undefined,
): ConnectionChecks {
  const { dev, publicBaseUrl, outbound, selfservice } = config
  const base = withoutTrailing(selfservice.methods.oidc.baseRedirectUri ?? publicBaseUrl, '/')
  // These addresses come from a customer of the operator, not from the operator.
  const reachOf = reachOfServices({ ...outbound, allowPrivateServices: dev })
  const fetch = given ?? outboundFetch(createOutbound({ purpose: 'connection_probe', reachOf, timeoutMs, mostBytes }))
  return {
    redirectUri: (organizationId, id) =>
      base + callbackPath({ id, kind: 'generic', organizationId, pkce: 'auto' }, { callbacksAreApart: true }),
    signInAddress: (organizationId) => {
      const begin = withoutTrailing(publicBaseUrl, '/') + publicPaths.flowBrowser('login')
      return `${begin}?${new URLSearchParams({ organization: organizationId })}`
    },
    probe: (connection) => probeConnection(connection, { fetch, dev, clock }),
  }
}
