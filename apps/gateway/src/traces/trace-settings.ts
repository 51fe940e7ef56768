/** The settings of spans, from OpenTelemetry's variables. Its packages read the other variables themselves. */
export interface TraceSettings {
  readonly sampler: SamplerName
  /** The sampler's ratio: the fraction of traces that is kept. */
  readonly ratio: number
  /** The limits of the export queue; absent: OpenTelemetry's defaults. */
  readonly batch: {
    readonly scheduledDelayMillis?: number
    readonly exportTimeoutMillis?: number
    readonly maxQueueSize?: number
    readonly maxExportBatchSize?: number
  }
}

/** The environment's settings of traces. */
export type WantedTraces =
  | { readonly kind: 'off' }
  /** Traces are requested in a way that is not supported, so there are none. */
  | { readonly kind: 'impossible'; readonly why: string }
  | { readonly kind: 'on'; readonly settings: TraceSettings; readonly warnings: readonly string[] }

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** A sampler of OpenTelemetry's specification. */
export type SamplerName = (typeof samplers)[number]

/**
 * Reads the settings of traces. A service works without traces, so no fault here stops a start; an invalid value is
 * reported and ignored, as OpenTelemetry's specification requires.
 */
export function readTraceSettings(env: Readonly<Record<string, string | undefined>>): WantedTraces {
  const valueOf = (name: string): string => env[name]?.trim() ?? ''
  if (valueOf('OTEL_SDK_DISABLED').toLowerCase() === 'true') return { kind: 'off' }
  const exporter = valueOf('OTEL_TRACES_EXPORTER')
  const endpoint = valueOf('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') || valueOf('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (exporter === 'none' || (exporter === '' && endpoint === '')) return { kind: 'off' }
  if (exporter !== '' && exporter !== 'otlp') {
    return { kind: 'impossible', why: `OTEL_TRACES_EXPORTER is ${exporter}: only otlp and none are offered` }
  }
  const protocol = valueOf('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') || valueOf('OTEL_EXPORTER_OTLP_PROTOCOL')
  if (protocol !== '' && protocol !== 'http/protobuf') {
    const why = `OTEL_EXPORTER_OTLP_PROTOCOL is ${protocol}: only http/protobuf is offered, which collectors take at port 4318`
    return { kind: 'impossible', why }
  }
  if (endpoint !== '' && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    return { kind: 'impossible', why: 'OTEL_EXPORTER_OTLP_ENDPOINT is no URL that begins with http:// or https://' }
  }
  const warnings: string[] = []
  const number = (name: string, most = Number.POSITIVE_INFINITY): number | undefined => {
    const text = valueOf(name)
    if (text === '') return undefined
    const value = Number(text)
    if (Number.isFinite(value) && value >= 0 && value <= most) return value
    warnings.push(`${name} makes no sense and is left out`)
    return undefined
  }
  // With other sizes OpenTelemetry would never finish its queue.
  const size = (name: string): number | undefined => {
    const text = valueOf(name)
    if (text === '') return undefined
    const value = Number(text)
    if (Number.isSafeInteger(value) && value >= 1) return value
    warnings.push(`${name} is ${text}, and has to be a whole number of at least 1; the usual size is used`)
    return undefined
  }
  const named = valueOf('OTEL_TRACES_SAMPLER')
  const sampler = samplers.find((one) => one === named)
  if (named !== '' && sampler === undefined) {
    warnings.push(`OTEL_TRACES_SAMPLER is none of ${samplers.join(', ')}; parentbased_always_on is used`)
  }
  const batch = Object.entries({
    scheduledDelayMillis: number('OTEL_BSP_SCHEDULE_DELAY'),
    exportTimeoutMillis: number('OTEL_BSP_EXPORT_TIMEOUT'),
    maxQueueSize: size('OTEL_BSP_MAX_QUEUE_SIZE'),
    maxExportBatchSize: size('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
  }).filter(([, value]) => value !== undefined)
  return {
    kind: 'on',
    settings: {
      sampler: sampler ?? 'parentbased_always_on',
      ratio: number('OTEL_TRACES_SAMPLER_ARG', 1) ?? 1,
      batch: Object.fromEntries(batch),
    },
    warnings,
  }
}
