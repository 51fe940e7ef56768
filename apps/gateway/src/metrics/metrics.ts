import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client'
import { processGauges } from './process-gauges.ts'
import { watchGauge, type WatchedGauge } from './watched-gauge.ts'

/** The metrics of one process, in the form in which workers exchange them. */
export type MetricsSnapshot = readonly MetricObjectWithValues<MetricValue<string>>[]

/** An answered request. `route` is a name of the table of routes, so there are few of them. */
export interface AnsweredRequest {
  readonly route: string
  readonly method: string
  readonly status: number
  readonly seconds: number
}

/** The counted part of an event about a person. */
export interface CountedEvent {
  readonly type: string
  readonly data: object
}

/** A delivery attempt. `failed`: it is retried later. */
export interface CountedDelivery {
  readonly kind: 'message' | 'web_hook' | 'event'
  readonly result: 'delivered' | 'failed' | 'given_up'
}

/** The counters of this process. */
export interface Metrics {
  request(answered: AnsweredRequest): void
  event(event: CountedEvent): void
  delivery(attempt: CountedDelivery): void
  /** Adds a gauge. Only one process should report values of a database. */
  watch(gauge: WatchedGauge): void
  snapshot(): Promise<MetricsSnapshot>
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** TABLE: the events that count as the end of a flow: its name and its result. */
const flowEnds: Readonly<Record<string, readonly [flow: string, result: string]>> = {
  LoginSucceeded: ['login', 'succeeded'],
  LoginFailed: ['login', 'failed'],
  RegistrationSucceeded: ['registration', 'succeeded'],
  RegistrationFailed: ['registration', 'failed'],
  RecoverySucceeded: ['recovery', 'succeeded'],
  RecoveryFailed: ['recovery', 'failed'],
  VerificationSucceeded: ['verification', 'succeeded'],
  VerificationFailed: ['verification', 'failed'],
  SettingsSucceeded: ['settings', 'succeeded'],
  SettingsFailed: ['settings', 'failed'],
}

/**
 * Creates the metrics. Labels have few values whatever a client sends: routes, methods of HTTP and sign-in, statuses.
 */
export function createMetrics(version: string): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const info = new Gauge({
    name: 'gatehouse_info',
    help: 'The version that runs.',
    labelNames: ['version'],
    aggregator: 'max',
    registers,
  })
  info.set({ version }, 1)
  const requests = new Counter({
    name: 'gatehouse_http_requests_total',
    help: 'Answered requests, by the route that answered.',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'gatehouse_http_request_duration_seconds',
    help: 'Time until a request was answered.',
    labelNames: ['route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const flows = new Counter({
    name: 'gatehouse_flows_total',
    help: 'Submissions of flows that were accepted or refused, by the way people proved who they are.',
    labelNames: ['flow', 'method', 'result'],
    registers,
  })
  const deliveries = new Counter({
    name: 'gatehouse_deliveries_total',
    help: 'Attempts to hand over messages, web hooks and events: delivered, failed for now, or given up.',
    labelNames: ['kind', 'result'],
    registers,
  })
  // Counters start at 0: a counter that first appears with 1 does not show the increase.
  for (const kind of ['message', 'web_hook', 'event'])
    for (const result of ['delivered', 'failed', 'given_up']) deliveries.inc({ kind, result }, 0)
  for (const gauge of processGauges()) watchGauge(registry, gauge)
  return {
    request: ({ route, method, status, seconds }) => {
      requests.inc({ route, method: methods.has(method) ? method : 'other', status })
      durations.observe({ route }, seconds)
    },
    event: ({ type, data }) => {
      const [flow, result] = flowEnds[type] ?? []
      if (flow === undefined || result === undefined) return
      const method = 'method' in data && typeof data.method === 'string' ? data.method : 'none'
      flows.inc({ flow, method, result })
    },
    delivery: ({ kind, result }) => deliveries.inc({ kind, result }),
    watch: (gauge) => watchGauge(registry, gauge),
    snapshot: () => registry.getMetricsAsJSON(),
  }
}
