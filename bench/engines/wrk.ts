import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { LoadResult, LoadTarget } from '../load.ts'

const run = promisify(execFile)
const underWay = 16

/**
 * Loads as `load` does, by `wrk` (Debian's package of that name), which takes far less processor time than a load made
 * in JavaScript: the services share the processors with the load.
 */
export async function loadByWrk({ url, headers = {} }: LoadTarget, seconds: number): Promise<LoadResult> {
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = ['-t1', `-c${underWay}`, `-d${seconds}`, '--latency', ...fields, url]
  const { stdout } = await run('wrk', args).catch((error: unknown) => {
    throw new Error('wrk cannot be run; install it (Debian: apt-get install wrk)', { cause: error })
  })
  return readWrk(stdout)
}

const milliseconds: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 }

/** Reads wrk's output. Answers without a 2xx or 3xx, and breaks of connections, are failures. */
export function readWrk(output: string): LoadResult {
  const number = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0)
  const time = (share: number) => {
    const [, value, unit = ''] = new RegExp(`^ *${share}% +([\\d.]+)(us|ms|s|m)$`, 'm').exec(output) ?? []
    return Number(value ?? Number.NaN) * (milliseconds[unit] ?? Number.NaN)
  }
  const [, ...broken] = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output) ?? []
  return {
    requestsPerSecond: number(/Requests\/sec: +([\d.]+)/),
    p50Ms: time(50),
    p99Ms: time(99),
    failures: number(/Non-2xx or 3xx responses: (\d+)/) + broken.reduce((sum, count) => sum + Number(count), 0),
  }
}
