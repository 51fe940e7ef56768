import { expect, test } from 'vitest'
import { readTraceSettings } from './trace-settings.ts'

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }

test('traces are off until a collector or the exporter is named, and if OpenTelemetry is disabled @traces-4', () => {
  expect(readTraceSettings({ OTEL_SERVICE_NAME: 'sign-in', OTEL_TRACES_SAMPLER: 'always_on' }).kind).toBe('off')
  expect(readTraceSettings({ ...endpoint, OTEL_SDK_DISABLED: 'true' }).kind).toBe('off')
  expect(readTraceSettings({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }).kind).toBe('off')
  expect(readTraceSettings({ OTEL_TRACES_EXPORTER: 'otlp' }).kind).toBe('on')
  expect(readTraceSettings({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://c.example/v1/traces' }).kind).toBe('on')
})

test('unsupported values are named, and invalid ones are left out with a warning @traces-5', () => {
  const why = (more: Record<string, string>) => readTraceSettings({ ...endpoint, ...more })
  expect(why({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toMatchObject({ why: expect.stringContaining('4318') })
  expect(why({ OTEL_TRACES_EXPORTER: 'zipkin' })).toMatchObject({ why: expect.stringContaining('otlp') })
  expect(why({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' })).toMatchObject({ why: expect.stringContaining('URL') })
  expect(
    why({ OTEL_TRACES_SAMPLER: 'sometimes', OTEL_TRACES_SAMPLER_ARG: '7', OTEL_BSP_SCHEDULE_DELAY: '100' }),
  ).toMatchObject({
    settings: { sampler: 'parentbased_always_on', ratio: 1, batch: { scheduledDelayMillis: 100 } },
    warnings: [
      expect.stringContaining('OTEL_TRACES_SAMPLER is none of'),
      expect.stringContaining('OTEL_TRACES_SAMPLER_ARG'),
    ],
  })
  expect(why({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' })).toMatchObject({
    settings: { sampler: 'parentbased_traceidratio', ratio: 0.1 },
    warnings: [],
  })
})

test('sizes with which spans would wait for ever are left out with a warning that names the valid ones @traces-7', () => {
  for (const size of ['0', '0.5', '-1', 'Infinity', 'many']) {
    const given = { OTEL_BSP_MAX_EXPORT_BATCH_SIZE: size, OTEL_BSP_MAX_QUEUE_SIZE: size }
    expect(readTraceSettings({ ...endpoint, ...given })).toMatchObject({
      settings: { batch: {} },
      warnings: [
        `OTEL_BSP_MAX_QUEUE_SIZE is ${size}, and has to be a whole number of at least 1; the usual size is used`,
        `OTEL_BSP_MAX_EXPORT_BATCH_SIZE is ${size}, and has to be a whole number of at least 1; the usual size is used`,
      ],
    })
  }
  const whole = { OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '1', OTEL_BSP_MAX_QUEUE_SIZE: '16' }
  expect(readTraceSettings({ ...endpoint, ...whole })).toMatchObject({
    settings: { batch: { maxQueueSize: 16, maxExportBatchSize: 1 } },
    warnings: [],
  })
})
