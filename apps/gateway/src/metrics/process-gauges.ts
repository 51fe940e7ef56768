import { monitorEventLoopDelay } from 'node:perf_hooks'
import { poolFigures } from '@gatehouse/platform/database'
import type { WatchedGauge } from './watched-gauge.ts'

/** Returns gauges of each process in addition to those that prom-client collects. */
export function processGauges(): readonly WatchedGauge[] {
  const longestDelay = watchDelay()
  const worker = String(process.pid)
  return [
    {
      name: 'gatehouse_worker_event_loop_delay_seconds',
      help: 'The longest delay of the event loop of one process within the last half to whole minute.',
      labelNames: ['worker'],
      read: async () => [{ value: longestDelay() / 1e9, labels: { worker } }],
    },
    {
      name: 'gatehouse_database_connections',
      help: 'Connections to PostgreSQL of all processes: in use, idle, and how many there may be.',
      labelNames: ['state'],
      read: async () => {
        const { open, idle, most } = poolFigures()
        return Object.entries({ in_use: open - idle, idle, most }).map(([state, value]) => ({
          value,
          labels: { state },
        }))
      },
    },
    {
      name: 'gatehouse_database_waiting',
      help: 'Requests of all processes that wait for a connection to PostgreSQL.',
      read: async () => [{ value: poolFigures().waiting }],
    },
  ]
}

/** The period of the longest delay, in milliseconds. */
const periodMs = 30_000

/**
 * Returns a reader of the longest delay of this period and the one before, in nanoseconds. A value that each scrape
 * resets would be lost with a late scrape, as happens while the loop is blocked, and to the other one of two scrapers.
 */
function watchDelay(): () => number {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let before = 0
  setInterval(() => {
    before = delay.max
    delay.reset()
  }, periodMs).unref()
  return () => Math.max(before, delay.max)
}
