import type { FetchHandler } from '@gatehouse/http/handler'

/** Whether one thing this process depends on works. Rejecting counts as no. */
export type HealthCheck = () => Promise<boolean>

/**
 * `/health/alive`: the process answers. `/health/ready`: everything it depends on works too. Says which part fails, not why.
 */
export function createHealth(checks: Readonly<Record<string, HealthCheck>>): FetchHandler {
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (request.method !== 'GET' && request.method !== 'HEAD') return json(405, { status: 'method not allowed' })
    if (pathname === '/health/alive') return json(200, { status: 'ok' })
    if (pathname !== '/health/ready') return json(404, { status: 'not found' })
    const failed = await failures(checks)
    if (failed.length === 0) return json(200, { status: 'ok' })
    return json(503, { errors: Object.fromEntries(failed.map((name) => [name, 'not available'])) })
  }
}

async function failures(checks: Readonly<Record<string, HealthCheck>>): Promise<readonly string[]> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const works = await check().catch(() => false)
      return works ? [] : [name]
    }),
  )
  return results.flat()
}

function json(status: number, body: unknown): Response {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(JSON.stringify(body), { status, headers })
}
