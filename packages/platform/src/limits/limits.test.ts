import { expect, test } from 'vitest'

import { createLimits } from './limits.ts'
import { createMemoryAllowances } from './memory-allowances.ts'

const minute = 60_000

function limitsInMemory(refill: 'evenly' | 'each_after_a_period') {
  const store = createMemoryAllowances()
  const policy = { tries: { count: 3, periodMs: minute }, free: undefined }
  const refills = { tries: refill, free: refill } as const
  return { store, limits: createLimits({ policy, refills, store, transactions: store, secrets: [] }) }
}

test('an allowance refills a period later, or evenly during the period', async () => {
  for (const [refill, laterMs] of [
    ['each_after_a_period', minute],
    ['evenly', minute / 3],
  ] as const) {
    const { limits } = limitsInMemory(refill)
    const take = async (subject: string, now: number) => (await limits.take([{ kind: 'tries', subject }], now)).kind
    expect(await Promise.all([1, 2, 3, 4].map(() => take('ada', 0)))).toEqual([
      'granted',
      'granted',
      'granted',
      'refused',
    ])
    expect(await take('bob', 0)).toBe('granted')
    expect(await limits.take([{ kind: 'tries', subject: 'ada' }], 0)).toEqual({ kind: 'refused', until: laterMs })
    expect([await take('ada', laterMs - 1), await take('ada', laterMs)]).toEqual(['refused', 'granted'])
  }
})

test('of several budgets all are taken or none, and can be restored', async () => {
  const { limits, store } = limitsInMemory('evenly')
  const both = [
    { kind: 'tries', subject: 'ada' },
    { kind: 'tries', subject: 'ada' },
  ] as const
  const first = await limits.take(both, 0)
  expect((await limits.take(both, 0)).kind).toBe('refused')
  expect((await limits.take([both[0]], 0)).kind).toBe('granted')
  if (first.kind === 'granted') await first.refund()
  expect((await limits.take(both, 0)).kind).toBe('granted')
  expect(await limits.take([...both, ...both], 0)).toEqual({ kind: 'refused' })
  expect([await store.purge(0), await store.purge(minute)]).toEqual([0, 1])
})

test('a kind without a rate is free', async () => {
  const { limits } = limitsInMemory('evenly')
  const taken = await Promise.all(
    Array.from({ length: 10 }).map(async () => (await limits.take([{ kind: 'free', subject: 'ada' }], 0)).kind),
  )
  expect(new Set(taken)).toEqual(new Set(['granted']))
})
