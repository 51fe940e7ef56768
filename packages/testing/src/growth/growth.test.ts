import { expect, test } from 'vitest'

import { growthFaults } from './growth-costs.ts'
import { formGrowths, growths, scales } from './grown-body.ts'

/** Plays a service that works, answers and stores as much as it is configured to, by the number of fields it gets. */
function serviceOf(
  steps: (fields: number) => number,
  answered: (sent: number) => number,
  stores: (sent: number) => number,
) {
  let stored = 0
  return {
    name: 'made up',
    stored: async () => stored,
    prepare: async (scale: (typeof scales)[number]) => {
      const text = growths['more fields']?.({ a: 'b' }, scale) ?? ''
      return {
        sent: text.length,
        send: async () => {
          let sum = 0
          const end = steps(Object.keys(JSON.parse(text)).length)
          for (let step = 0; step < end; step += 1) sum += Math.sqrt(step)
          stored += stores(text.length)
          return { answered: answered(text.length) + (sum < 0 ? 1 : 0) }
        },
      }
    },
  }
}
const linear = (amount: number) => amount
const nothing = () => 0

test('a cost that grows as the request does is no fault', async () => {
  const fields = (count: number) => count * 2_000
  expect(await growthFaults(serviceOf(fields, linear, (sent) => sent * 3))).toEqual([])
})

test('work that grows with the square of the request is found', async () => {
  const faults = await growthFaults(serviceOf((fields) => 10 * fields * fields, nothing, nothing))
  expect(faults.join()).toContain('processor grows')
})

test('answers and stored data that grow faster, or are many times the request, are found', async () => {
  expect((await growthFaults(serviceOf(nothing, (sent) => sent * sent, nothing))).join()).toContain('answered grows')
  expect((await growthFaults(serviceOf(nothing, (sent) => sent * 9, nothing))).join()).toContain(
    'answered is 9.0 times',
  )
  expect((await growthFaults(serviceOf(nothing, nothing, (sent) => sent * 14))).join()).toContain(
    'stored is 14.0 times',
  )
})

test.each(Object.keys(growths))('%s: bodies of every scale, each about ten times the one before', (name) => {
  const sample = { method: 'password', traits: { email: 'ada@example.org', tags: ['a', 'b'] } }
  const sizes = scales.map((scale) => growths[name]?.(sample, scale).length ?? 0)
  for (const [index, size] of sizes.slice(1).entries()) expect(size / (sizes[index] ?? 0)).toBeGreaterThan(4)
})

test.each(Object.keys(formGrowths))('%s, too', (name) => {
  const sizes = scales.map((scale) => JSON.stringify(formGrowths[name]?.([['method', 'password']], scale)).length)
  for (const [index, size] of sizes.slice(1).entries()) expect(size / (sizes[index] ?? 0)).toBeGreaterThan(4)
})
