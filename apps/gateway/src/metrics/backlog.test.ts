import { expect, test } from 'vitest'
import { installationGauges } from '../compose/installation-gauges.ts'
import { createMetrics } from './metrics.ts'

const noStreams = { deliveryBacklog: async () => ({ pending: 0, dead: 0, oldestAt: undefined }) }

function metricsWith(messagesWaiting: () => Promise<number>) {
  const metrics = createMetrics('1.2.3')
  for (const gauge of installationGauges({ messagesWaiting, now: () => 0 }, noStreams)) metrics.watch(gauge)
  return metrics
}

const valueOf = async (metrics: ReturnType<typeof createMetrics>, name: string) =>
  (await metrics.snapshot()).find((one) => one.name === name)?.values[0]?.value

test('a failing count of waiting messages removes no other metric @metrics-4', async () => {
  const metrics = metricsWith(() => Promise.reject(new Error('the database does not answer')))
  expect(await valueOf(metrics, 'gatehouse_messages_waiting')).toBeNaN()
  expect(await valueOf(metrics, 'gatehouse_info')).toBe(1)
})

test('scrapes that follow one another share one count of waiting messages @metrics-5', async () => {
  let counts = 0
  const metrics = metricsWith(async () => (counts += 1))
  const seen = [valueOf(metrics, 'gatehouse_messages_waiting'), valueOf(metrics, 'gatehouse_messages_waiting')]
  expect(await Promise.all(seen)).toEqual([1, 1])
  expect([await valueOf(metrics, 'gatehouse_messages_waiting'), counts]).toEqual([1, 1])
})

test('a scrape does not wait for a busy database: every other metric comes, and the count once it is known @metrics-10', async () => {
  const counted = Promise.withResolvers<number>()
  const metrics = metricsWith(() => counted.promise)
  expect(await valueOf(metrics, 'gatehouse_messages_waiting')).toBeNaN()
  expect(await valueOf(metrics, 'gatehouse_info')).toBe(1)
  counted.resolve(7)
  expect(await valueOf(metrics, 'gatehouse_messages_waiting')).toBe(7)
})
