import type { FetchHandler } from '@gatehouse/http/handler'
import type { Metrics, MetricsSnapshot } from './metrics.ts'
import { sumOf } from './sum.ts'

/** The paths that scrapers request: our own, and those of Ory Kratos. */
const paths: ReadonlySet<string> = new Set(['/metrics', '/metrics/prometheus', '/admin/metrics/prometheus'])

/** Returns the summed metrics of all processes if the request is for one of these paths, otherwise nothing. */
export async function metricsAnswer(
  request: Request,
  snapshots: () => Promise<readonly MetricsSnapshot[]>,
): Promise<Response | undefined> {
  if (!paths.has(new URL(request.url).pathname)) return undefined
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
  }
  const sum = sumOf(await snapshots())
  const headers = { 'content-type': sum.contentType, 'cache-control': 'no-store' }
  return new Response(await sum.metrics(), { headers })
}

/** Adds the metrics to the admin API: the sum of this process and of `others`, the workers beside it. */
export function withMetrics(
  admin: FetchHandler,
  metrics: Metrics,
  others: (own: MetricsSnapshot) => Promise<readonly MetricsSnapshot[]>,
): FetchHandler {
  const snapshots = async () => {
    const own = await metrics.snapshot()
    return [own, ...(await others(own))]
  }
  return async (request) => (await metricsAnswer(request, snapshots)) ?? admin(request)
}
