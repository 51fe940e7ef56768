import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import {
  createContextKey,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace'
import type { Log, TraceContext, Tracing } from '@gatehouse/platform/log'
import { productVersion } from '../process/product-version.ts'
import type { TraceSettings } from './trace-settings.ts'

/** Spans that are recorded and sent to a collector. */
export interface OpenTelemetry {
  readonly tracing: Tracing
  /** Sends the remaining spans. Never rejects. */
  readonly shutdown: () => Promise<void>
}

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const

const propagator = new W3CTraceContextPropagator()

/** The context key of a span whose parent may not decide the recording. */
const untrusted = createContextKey('untrusted parent')

/** Opens OpenTelemetry. Its packages read the address, the headers and the service's name from the environment. */
export function openTelemetry({ sampler, ratio, batch }: TraceSettings, log: Log): OpenTelemetry {
  sayWhatFails(log)
  const own = { 'service.name': 'gatehouse', 'service.version': productVersion, 'service.instance.id': randomUUID() }
  const detectors = [resourceAttributesEnvDetector, serviceNameEnvDetector]
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...own, 'process.pid': process.pid }).merge(detectResources({ detectors })),
    sampler: samplerOf(sampler, ratio),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), ...batch })],
  })
  const tracer = provider.getTracer('gatehouse', productVersion)
  const contexts = new AsyncLocalStorage<Context>()
  const tracing: Tracing = {
    isOn: true,
    run: async ({ name, kind, attributes = {}, parent, isTrusted = true }, work) => {
      const before = parent === undefined ? (contexts.getStore() ?? ROOT_CONTEXT) : contextOf(parent, isTrusted)
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, before)
      const failed = (reason: string) => void span.setStatus({ code: SpanStatusCode.ERROR, message: reason })
      const under = trace.setSpan(before.deleteValue(untrusted), span)
      try {
        return await contexts.run(under, () => work({ set: (more) => void span.setAttributes(more), failed }))
      } catch (error) {
        // Its message may contain personal data.
        failed(error instanceof Error ? error.name : 'error')
        throw error
      } finally {
        span.end()
      }
    },
    current: () => {
      const context = contexts.getStore()
      return context && injected(context)
    },
  }
  return {
    tracing,
    shutdown: () => provider.shutdown().catch((error: unknown) => log.warn({ err: error }, 'the last traces are lost')),
  }
}

function contextOf(parent: TraceContext, isTrusted: boolean): Context {
  const getter = {
    get: (carrier: TraceContext, name: string) =>
      name === 'traceparent' ? carrier.traceparent : name === 'tracestate' ? carrier.tracestate : undefined,
    keys: (carrier: TraceContext) => Object.keys(carrier),
  }
  const context = propagator.extract(ROOT_CONTEXT, parent, getter)
  return isTrusted ? context : context.setValue(untrusted, true)
}

function injected(context: Context): TraceContext | undefined {
  const carrier: Record<string, string> = {}
  propagator.inject(context, carrier, { set: (into, name, value) => void (into[name] = value) })
  const { traceparent, tracestate } = carrier
  if (traceparent === undefined) return undefined
  return tracestate === undefined || tracestate === '' ? { traceparent } : { traceparent, tracestate }
}

function samplerOf(name: TraceSettings['sampler'], ratio: number): Sampler {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : ratioSampler(ratio)
  if (!name.startsWith('parentbased_')) return root
  return new ParentBasedSampler({
    root,
    remoteParentSampled: unlessUntrusted(new AlwaysOnSampler(), root),
    remoteParentNotSampled: unlessUntrusted(new AlwaysOffSampler(), root),
  })
}

/** Visitors name the trace of their requests. Recording costs the operator, so a visitor does not decide it. */
function unlessUntrusted(said: Sampler, root: Sampler): Sampler {
  return {
    shouldSample: (...asked) => (asked[0].getValue(untrusted) === true ? root : said).shouldSample(...asked),
    toString: () => `UnlessUntrusted{${said.toString()}, ${root.toString()}}`,
  }
}

/**
 * Samples by the id of the trace, so that services that share a trace record the same ones. A visitor could choose the
 * id, so their traces are sampled at random; the spans within follow.
 */
function ratioSampler(ratio: number): Sampler {
  const byId = new TraceIdRatioBasedSampler(ratio)
  const lots = new RandomIdGenerator()
  const followed = new ParentBasedSampler({ root: byId, remoteParentSampled: byId, remoteParentNotSampled: byId })
  return {
    shouldSample: (context, traceId, ...rest) => {
      if (context.getValue(untrusted) !== true) return followed.shouldSample(context, traceId, ...rest)
      return byId.shouldSample(context, lots.generateTraceId())
    },
    toString: () => byId.toString(),
  }
}

/** The interval at which a repeated fault is reported, in milliseconds. */
const silentMs = 60_000

/** Reports an unreachable collector once a minute; requests are not affected. */
function sayWhatFails(log: Log): void {
  let reportedAt = Number.NEGATIVE_INFINITY
  const say = (text: string): void => {
    const now = performance.now()
    if (now - reportedAt < silentMs) return
    reportedAt = now
    log.warn({ reason: text.slice(0, 500) }, 'traces cannot be sent')
  }
  const silent = () => {}
  diag.setLogger(
    { error: say, warn: say, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}
