import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { createDeliveryHarness, eventOf, type DeliveryHarness } from './delivery.fixture.ts'
import { createReceiver, type Receiver, type Reply } from '@gatehouse/testing/receivers'
import { mostAttempts } from './schedule.ts'

let harness: DeliveryHarness
let receivers: Receiver[] = []
const receiver = async (reply?: Reply) => {
  const made = await createReceiver(reply)
  receivers.push(made)
  return made
}
beforeEach(async () => {
  harness = await createDeliveryHarness()
})
afterEach(async () => {
  await harness.close()
  await Promise.all(receivers.map((one) => one.close()))
  receivers = []
})

const hour = 3_600_000

describe('a stream', () => {
  test('gets events after its creation, once, and no body of a delivered event is kept', async () => {
    const to = await receiver()
    harness.happened(1, 'ada')
    harness.clock.advance(1_000)
    await harness.stream('s', to.url)
    harness.happened(2, 'ada')
    harness.happened(3, 'bob')
    harness.happened(4, null)
    await harness.later()
    await harness.later(hour)
    expect(to.sequences().toSorted((a, b) => a - b)).toEqual([2, 3, 4])
    expect(await harness.store.counts('s')).toEqual({ pending: 0, delivered: 3, dead: 0 })
    const [last] = await harness.store.list({ streamId: 's', state: 'delivered', before: 100, limit: 1 })
    expect(last).toMatchObject({ attempts: 1, responseStatus: 204, fault: undefined, body: '' })
  })

  test('gets the events of one identity in their order, whatever fails in between', async () => {
    let refusals = 3
    const to = await receiver(({ event }) => (event.sequence === 2 && refusals-- > 0 ? 503 : 204))
    await harness.stream('s', to.url)
    for (let sequence = 1; sequence <= 12; sequence += 1) harness.happened(sequence, sequence % 2 === 0 ? 'bob' : 'ada')
    await harness.later()
    expect(to.sequences('ada')).toEqual([1, 3, 5, 7, 9, 11])
    expect(to.sequences('bob')).toEqual([2])
    for (let round = 0; round < 3; round += 1) await harness.later(hour)
    expect(to.sequences('bob')).toEqual([2, 2, 2, 2, 4, 6, 8, 10, 12])
  })

  test('that another process has created is sent its events @delivery-20', async () => {
    const to = await receiver()
    await harness.stream('s', to.url, { isElsewhere: true })
    harness.happened(1, 'ada')
    await expect.poll(() => to.sequences(), { timeout: 20_000 }).toEqual([1])
  })

  test('that another process changes is worked on with the new facts within a second @delivery-21', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const second = async () => {
      await vi.advanceTimersByTimeAsync(1_000)
      await own.delivery.idle()
    }
    const own = await createDeliveryHarness()
    onTestFinished(() => own.close())
    const to = await receiver(() => (to.received.length <= mostAttempts ? 503 : 204))
    const stream = await own.stream('s', to.url)
    await own.later()
    await own.streams.update({ ...stream, status: 'paused' })
    await second()
    own.happened(1, 'ada')
    await second()
    expect(to.sequences()).toEqual([])
    await own.streams.update(stream)
    await second()
    expect(to.sequences()).toEqual([1])
    for (let attempt = 1; attempt < mostAttempts; attempt += 1) await own.later(hour)
    expect(await own.store.counts('s')).toMatchObject({ dead: 1 })
    await own.store.redrive('s', undefined, own.clock())
    await second()
    expect(await own.store.counts('s')).toMatchObject({ dead: 0, delivered: 1 })
  })

  test('keeps the outcome that another process has stored @delivery-22', async () => {
    const answer = Promise.withResolvers<number>()
    const to = await receiver(() => answer.promise)
    await harness.stream('s', to.url)
    harness.happened(1, 'ada')
    await expect.poll(() => to.received.length).toBe(1)
    const [delivery] = await harness.store.list({ streamId: 's', state: 'pending', before: 100, limit: 1 })
    await harness.store.delivered(delivery?.id ?? 0, 204, harness.clock())
    answer.resolve(503)
    await harness.later(hour)
    expect(await harness.store.counts('s')).toMatchObject({ pending: 0, delivered: 1 })
    expect(to.sequences()).toEqual([1])
  })

  test('removes expired deliveries, in steps, and keeps pending ones @delivery-9', async () => {
    await harness.stream('s', 'https://nobody.example/')
    const events = Array.from({ length: 1_201 }, (_, index) => eventOf(index + 1, 'ada', harness.clock()))
    await harness.store.take('s', 'identity', 0, events, 1)
    const settle = harness.database.prepare(`UPDATE event_deliveries SET state = ?, updated_at = ? WHERE sequence <= ?
      AND state = 'pending'`)
    await harness.database.write(async () => {
      await settle.run('delivered', 10, 1_100)
      await settle.run('dead', 10, 1_199)
      await settle.run('delivered', 20, 1_200)
    })
    await harness.store.purge({ delivered: 20, dead: 10 })
    expect(await harness.store.counts('s')).toEqual({ pending: 1, delivered: 1, dead: 99 })
    await harness.store.purge({ delivered: 21, dead: 11 })
    expect(await harness.store.counts('s')).toEqual({ pending: 1, delivered: 0, dead: 0 })
  })

  test('that is poisoned holds up no other @delivery-1', async () => {
    const silent = await receiver(() => new Promise<undefined>(() => {}))
    const refusing = await receiver(() => 500)
    const good = await receiver()
    await harness.stream('silent', silent.url)
    await harness.stream('refusing', refusing.url)
    await harness.stream('good', good.url)
    for (let sequence = 1; sequence <= 40; sequence += 1) harness.happened(sequence, `person ${sequence}`)
    await expect.poll(() => good.received.length, { timeout: 20_000 }).toBe(40)
    // A delivery is recorded after its answer has arrived.
    await expect.poll(() => harness.store.counts('good'), { timeout: 20_000 }).toMatchObject({ pending: 0 })
    expect(await harness.store.counts('refusing')).toMatchObject({ pending: 40, delivered: 0 })
  })

  test('that is paused is sent nothing, misses nothing, and continues where it stopped', async () => {
    const to = await receiver()
    const stream = await harness.stream('s', to.url)
    harness.happened(1, 'ada')
    await harness.later()
    await harness.streams.update({ ...stream, status: 'paused' })
    for (let sequence = 2; sequence <= 300; sequence += 1) harness.happened(sequence, 'ada')
    await harness.later(24 * hour)
    expect(to.sequences()).toEqual([1])
    await harness.streams.update(stream)
    await harness.later()
    expect(to.sequences()).toEqual(Array.from({ length: 300 }, (_, index) => index + 1))
  })

  test('that is deleted is sent nothing more, and its deliveries are removed', async () => {
    const to = await receiver(() => 500)
    const { projectId } = await harness.stream('s', to.url)
    harness.happened(1, 'ada')
    await harness.later()
    await harness.streams.remove(projectId, 's')
    await harness.later(hour)
    expect(to.received).toHaveLength(1)
    expect(await harness.store.counts('s')).toEqual({ pending: 0, delivered: 0, dead: 0 })
  })
})

describe('an event that no receiver accepts', () => {
  test('is retried after growing waits, and becomes a failed delivery that can be redriven', async () => {
    let isMended = false
    const to = await receiver(({ event }) => (event.sequence === 1 && !isMended ? 422 : 204))
    await harness.stream('s', to.url)
    harness.happened(1, 'ada')
    harness.happened(2, 'ada')
    await harness.later()
    await harness.later(4_000)
    expect(to.received).toHaveLength(1)
    await harness.later(1_000)
    expect(to.received).toHaveLength(2)
    await harness.later(9_000)
    expect(to.received).toHaveLength(2)
    await harness.later(1_000)
    expect(to.received).toHaveLength(3)
    for (let round = 3; round < mostAttempts; round += 1) await harness.later(hour)
    expect(to.sequences()).toEqual([...Array.from({ length: mostAttempts }, () => 1), 2])
    const [dead] = await harness.store.list({ streamId: 's', state: 'dead', before: 100, limit: 10 })
    expect(dead).toMatchObject({
      sequence: 1,
      attempts: mostAttempts,
      responseStatus: 422,
      fault: 'the endpoint answered 422',
    })
    expect(harness.warnings.join()).toContain('given up')
    isMended = true
    expect(await harness.store.redrive('another stream', dead?.id, harness.clock())).toBe(0)
    expect(await harness.store.redrive('s', dead?.id, harness.clock())).toBe(1)
    await harness.later()
    expect(to.sequences().at(-1)).toBe(1)
    expect(await harness.store.counts('s')).toEqual({ pending: 0, delivered: 2, dead: 0 })
  })

  test('does not make a receiver count as down; failures for many people do, and then one at a time finds out', async () => {
    let isDown = true
    const to = await receiver(() => (isDown ? 503 : 204))
    await harness.stream('s', to.url)
    for (let sequence = 1; sequence <= 60; sequence += 1) harness.happened(sequence, `person ${sequence}`)
    await harness.later()
    const first = to.received.length
    // Eight at once, and two more before the third of them failed.
    expect(first).toBeLessThanOrEqual(10)
    for (let round = 0; round < 10; round += 1) await harness.later(5 * 60_000)
    expect(to.received.length - first).toBe(10)
    expect(await harness.store.counts('s')).toMatchObject({ pending: 60, dead: 0 })
    isDown = false
    await harness.later(5 * 60_000)
    await harness.later(hour)
    expect(await harness.store.counts('s')).toMatchObject({ pending: 0, delivered: 60 })
  })
})

test('a replay sends events from a point on again, in order', async () => {
  const to = await receiver()
  await harness.stream('s', to.url)
  for (let sequence = 1; sequence <= 5; sequence += 1) harness.happened(sequence, 'ada')
  await harness.later()
  await harness.store.rewind('s', 'identity', 2)
  await harness.later()
  expect(to.sequences()).toEqual([1, 2, 3, 4, 5, 3, 4, 5])
  expect(new Set(to.received.map(({ headers }) => headers['webhook-id'])).size).toBe(5)
})

test('events that two processes take, and replays of two operators, neither repeat nor skip any other @delivery-23', async () => {
  const to = await receiver()
  await harness.stream('s', to.url)
  const events = [1, 2, 3].map((sequence) => eventOf(sequence, 'ada', harness.clock()))
  harness.outbox.add(...events)
  await harness.later()
  // Another process has read them at the same position, and some of them.
  await harness.store.take('s', 'identity', 0, events.slice(0, 2), harness.clock())
  await harness.later()
  expect([to.sequences(), await harness.store.cursor('s', 'identity')]).toEqual([[1, 2, 3], 3])
  await harness.store.rewind('s', 'identity', 1)
  await harness.store.rewind('s', 'identity', 2)
  await harness.later()
  expect(to.sequences()).toEqual([1, 2, 3, 2, 3])
})
