import { expect, test, vi } from 'vitest'

import { createFairQueue, QueueFullError, type Lane } from './fair-queue.ts'

const limits = { slots: 2, slotsOfLane: 2, waitingOfLane: 100, timeoutMs: 10_000 }

/** Creates tasks that end on demand, and records the order of their starts. */
function createTasks() {
  const began: string[] = []
  const ends: (() => void)[] = []
  const enter = (lane: Lane, name: string) =>
    lane(async () => {
      began.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      return name
    })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  /** Ends the oldest running task, once all tasks that may start have started. */
  const endOne = async () => {
    await settled()
    ends.shift()?.()
    await settled()
  }
  return { began, enter, endOne }
}

test('reserved slots are given only to lanes without a running task', async () => {
  const queue = createFairQueue({ ...limits, slots: 4, slotsOfLane: 4, kept: () => 2 })
  const lanes = [queue.lane(), queue.lane(), queue.lane()]
  const { began, enter, endOne } = createTasks()
  const all = lanes.flatMap((lane, at) => Array.from({ length: 4 }, () => enter(lane, `of ${at}`)))
  await new Promise((resolve) => setImmediate(resolve))
  expect(began).toEqual(['of 0', 'of 0', 'of 1', 'of 2'])
  expect(queue.waiting()).toBe(8)
  for (const _ of all) await endOne()
  expect(await Promise.all(all)).toHaveLength(12)
})

test('a lane gets the next free place, however much another one has waiting', async () => {
  const queue = createFairQueue(limits)
  const [busy, other] = [queue.lane(), queue.lane()]
  const { began, enter, endOne } = createTasks()
  const all = Array.from({ length: 10 }, (_, index) => enter(busy, `busy ${index}`))
  all.push(enter(other, 'other 0'), enter(other, 'other 1'))
  await endOne()
  await endOne()
  await endOne()
  expect(began).toEqual(['busy 0', 'busy 1', 'other 0', 'busy 2', 'other 1'])
  for (const _ of all) await endOne()
  expect(await Promise.all(all)).toHaveLength(12)
  expect(began.at(5)).toBe('busy 3')
})

test('no lane takes all slots if one is reserved for others', async () => {
  const queue = createFairQueue({ ...limits, slotsOfLane: 1 })
  const [busy, other] = [queue.lane(), queue.lane()]
  const { began, enter, endOne } = createTasks()
  const all = [enter(busy, 'busy 0'), enter(busy, 'busy 1'), enter(other, 'other')]
  await endOne()
  expect(began).toEqual(['busy 0', 'other', 'busy 1'])
  await endOne()
  await endOne()
  await Promise.all(all)
})

test('no more tasks run at once than there are slots, also if tasks fail', async () => {
  const queue = createFairQueue(limits)
  let running = 0
  let most = 0
  const task = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    throw new Error('no')
  }
  const done = Array.from({ length: 5 }).flatMap(() => {
    const lane = queue.lane()
    return Array.from({ length: 20 }, () => lane(task))
  })
  const results = await Promise.allSettled(done)
  expect(results.every(({ status }) => status === 'rejected')).toBe(true)
  expect(most).toBe(2)
})

test('a full lane refuses, and others do not', async () => {
  const queue = createFairQueue({ ...limits, slots: 1, waitingOfLane: 3 })
  const [busy, other] = [queue.lane(), queue.lane()]
  const { enter, endOne } = createTasks()
  const all = Array.from({ length: 4 }, (_, index) => enter(busy, `busy ${index}`))
  await expect(enter(busy, 'one too many')).rejects.toBeInstanceOf(QueueFullError)
  all.push(enter(other, 'other'))
  for (const _ of all) await endOne()
  expect(await Promise.all(all)).toHaveLength(5)
})

test('a task that has waited too long is refused, and is not started afterwards', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const lane = createFairQueue({ ...limits, slots: 1 }).lane()
  const { began, enter, endOne } = createTasks()
  const first = enter(lane, 'first')
  const second = enter(lane, 'second').catch((error: unknown) => error)
  vi.advanceTimersByTime(limits.timeoutMs)
  vi.useRealTimers()
  expect(await second).toBeInstanceOf(QueueFullError)
  await endOne()
  expect(await first).toBe('first')
  const third = enter(lane, 'third')
  await endOne()
  expect([await third, began]).toEqual(['third', ['first', 'third']])
})
