import type { Health } from '../process/health.ts'
import type { WatchedGauge } from './watched-gauge.ts'

const numbers = { sound: 0, degraded: 1, down: 2 } as const

/** Returns a gauge with the condition of each part, as `/health/ready` reports it. */
export function healthGauge(conditions: Health['conditions']): WatchedGauge {
  return {
    name: 'gatehouse_health_condition',
    help: 'How a part of the service stands: 0 sound, 1 degraded, 2 down.',
    labelNames: ['part'],
    read: async () => [...(await conditions())].map(([part, { kind }]) => ({ value: numbers[kind], labels: { part } })),
  }
}
