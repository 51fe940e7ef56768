import type { Config } from '@gatehouse/config/config'
import type { FetchHandler } from '@gatehouse/http/handler'
import type { Log } from '@gatehouse/platform/log'
import { createAdminGuard } from '../admin/admin-guard.ts'
import { listen, type Listener } from '../process/listen.ts'
import { metricsAddress } from '../process/own-addresses.ts'
import { metricsAnswer } from './metrics-endpoint.ts'
import type { MetricsSnapshot } from './metrics.ts'

/**
 * Opens the listener that only serves metrics: for gateways without an admin listener, which use a
 * remote identity service. Returns undefined if no address is set.
 */
export async function openMetricsListener(
  config: Config,
  snapshots: () => Promise<readonly MetricsSnapshot[]>,
  log: Log,
): Promise<Listener | undefined> {
  const { metricsUrl, adminKey: key } = config
  const address = metricsAddress(config)
  if (metricsUrl === undefined || address === undefined) return undefined
  const metrics: FetchHandler = async (request) =>
    (await metricsAnswer(request, snapshots)) ?? new Response('Not found\n', { status: 404 })
  return listen(createAdminGuard({ admin: metrics, adminUrl: metricsUrl, key, log }), address)
}
