import { type Log, keepSpans } from '@gatehouse/platform/log'
import { readTraceSettings } from './trace-settings.ts'

/** Sends what is kept still, for a short while at most. */
export type FlushTraces = () => Promise<void>

/** How long the end of a process may wait for a collector, in milliseconds. */
const flushMs = 2_000

/**
 * Keeps spans from now on, where the environment asks for it. What records and sends is loaded only then: without it
 * neither start nor memory has anything of it.
 */
export async function keepTraces(env: Readonly<Record<string, string | undefined>>, log: Log): Promise<FlushTraces> {
  const wanted = readTraceSettings(env)
  if (wanted.kind === 'impossible') log.warn({}, `no traces are kept: ${wanted.why}`)
  if (wanted.kind !== 'on') return async () => {}
  for (const warning of wanted.warnings) log.warn({}, warning)
  const { openTelemetry } = await import('./open-telemetry.ts')
  const { tracing, shutdown } = openTelemetry(wanted.settings, log)
  keepSpans(tracing)
  return async () => {
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, flushMs)
    await Promise.race([shutdown(), late])
    clearTimeout(timer)
  }
}
