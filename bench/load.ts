import autocannon from 'autocannon'

/** One loaded endpoint: requests per second, and milliseconds at the median and the 99th percentile. */
export interface LoadResult {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly failures: number
}

/** The request that is made again and again, always the same. Without a method it is a GET. */
export interface LoadTarget {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Record<string, string>
  readonly body?: string
  /** How many are under way at once. Default: 16. */
  readonly atOnce?: number
}

/** Loads one loopback URL from this process for a bounded time. Anything but a 2xx counts as a failure. */
export async function load(target: LoadTarget, seconds: number): Promise<LoadResult> {
  const result = await autocannon({
    url: target.url,
    method: target.method ?? 'GET',
    headers: target.headers ?? {},
    ...(target.body === undefined ? {} : { body: target.body }),
    duration: seconds,
    connections: target.atOnce ?? 16,
  })
  return {
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors,
  }
}

/** Loads several targets in turn, round after round, so that a drifting machine hits all of them alike. */
export async function loadInterleaved<Name extends string>(
  targets: Readonly<Record<Name, LoadTarget>>,
  rounds: number,
  seconds: number,
): Promise<Readonly<Record<Name, readonly LoadResult[]>>> {
  const names = Object.keys(targets) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, [] as LoadResult[]])) as Record<Name, LoadResult[]>
  for (const name of names) await load(targets[name], 1)
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results[name].push(await load(targets[name], seconds))
  }
  return results
}
