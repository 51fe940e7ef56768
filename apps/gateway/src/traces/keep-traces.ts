import { type Log, keepSpans } from '@gatehouse/platform/log'
import { readTraceSettings } from './trace-settings.ts'

/** Sends the remaining spans, within a short time limit. */
export type FlushTraces = () => Promise<void>

/** The maximum time that the end of a process waits for a collector, in milliseconds. */
const flushMs = 2_000

/**
 * Records spans from now on, if the environment asks for it. The recorder is loaded only then: otherwise it costs
 * neither start time nor memory.
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
