import { expect, onTestFinished, test, vi } from 'vitest'
import { startCollector } from './collector.fixture.ts'
import { openTelemetry } from './open-telemetry.ts'
import type { SamplerName } from './trace-settings.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
/** By its id alone the first trace is recorded at every ratio, the second one only at the full ratio. */
const least = `${'0'.repeat(31)}1`
const most = 'ffffffffffffffff00000000ffffffff'

/** Returns how many of 60 requests, each with a span within, are recorded: [requests, spans within]. */
async function recorded(sampler: SamplerName, traceId: string, isTrusted: boolean): Promise<readonly [number, number]> {
  const collector = await startCollector()
  onTestFinished(() => collector.close())
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { tracing, shutdown } = openTelemetry({ sampler, ratio: 0.5, batch: {} }, silent)
  const parent = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
  for (let asked = 0; asked < 60; asked += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one request after the other
    await tracing.run({ name: 'request', kind: 'server', parent, isTrusted }, () =>
      tracing.run({ name: 'within', kind: 'internal' }, async () => {
        expect(tracing.current()?.traceparent).toContain(traceId)
      }),
    )
  }
  await shutdown()
  const count = (name: string) => collector.spans.filter((span) => span.name === name).length
  return [count('request'), count('within')]
}

test.each(['traceidratio', 'parentbased_traceidratio'] as const)(
  'by %s a visitor decides neither that all of their requests are recorded nor that none is; a trusted proxy does @traces-6',
  async (sampler) => {
    for (const id of [least, most]) {
      // oxlint-disable-next-line no-await-in-loop -- its collector is named in the environment
      const [requests, within] = await recorded(sampler, id, false)
      expect(requests).toBeGreaterThan(0)
      expect(requests).toBeLessThan(60)
      expect(within).toBe(requests)
    }
    expect(await recorded(sampler, least, true)).toEqual([60, 60])
    expect(await recorded(sampler, most, true)).toEqual(sampler === 'traceidratio' ? [0, 0] : [60, 60])
  },
)
