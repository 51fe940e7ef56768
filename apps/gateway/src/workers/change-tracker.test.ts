import type { ChildProcess } from 'node:child_process'
import { consoleLog } from '@gatehouse/platform/log'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ToWorker } from './messages.ts'
import { createChangeTracker, type ChangeTracker } from './change-tracker.ts'

const alone = (awaitOtherGateways = async () => {}) =>
  createChangeTracker({ log: consoleLog, awaitOtherGateways, isInCluster: false })

/** Creates a worker that is at a number, with what it was sent. It answers when the test says so. */
function workerOf(progress: ChangeTracker) {
  const sent: ToWorker['kind'][] = []
  const signals: string[] = []
  const process = {
    connected: true,
    send: ({ kind }: ToWorker) => void sent.push(kind),
    kill: (signal: string) => void signals.push(signal),
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that is used of a process
  const worker = process as unknown as ChildProcess
  return {
    sent,
    signals,
    subscribes: () => progress.handle(worker, { kind: 'subscribes' }),
    answers: (number: number | undefined) => progress.handle(worker, { kind: 'caught up', number }),
    publishes: (number: number) => progress.handle(worker, { kind: 'await applied', id: 1, number }),
    ends: () => progress.forget(worker),
  }
}

/** Returns whether the promise is settled already. */
async function isSettled(promise: Promise<void>): Promise<boolean> {
  let settled = false
  void promise.then(() => (settled = true))
  // Each of the promises in between takes a microtask.
  for (let task = 0; task < 20; task += 1) await Promise.resolve()
  return settled
}

test('a publisher waits for each worker that follows until it has the change, or has ended @progress-1', async () => {
  const progress = alone()
  const [first, second, starting] = [workerOf(progress), workerOf(progress), workerOf(progress)]
  first.subscribes()
  second.subscribes()
  expect([first.sent, second.sent, starting.sent]).toEqual([['catch up'], ['catch up'], []])
  const published = progress.awaitWorkers(7)
  first.answers(7)
  second.answers(6)
  expect(await isSettled(published)).toBe(false)
  second.answers(8)
  expect(await isSettled(published)).toBe(true)

  const next = progress.awaitWorkers(9)
  first.answers(9)
  expect(await isSettled(next)).toBe(false)
  second.ends()
  expect(await isSettled(next)).toBe(true)
})

test('a worker that begins to follow while a change is published is waited for @progress-2', async () => {
  const progress = alone()
  const [first, late] = [workerOf(progress), workerOf(progress)]
  first.subscribes()
  const published = progress.awaitWorkers(7)
  late.subscribes()
  first.answers(7)
  expect(await isSettled(published)).toBe(false)
  late.answers(7)
  expect(await isSettled(published)).toBe(true)
})

test('the state names the last change that all have, and that one of them cannot read changes @progress-3', () => {
  const progress = alone()
  expect(progress.state()).toMatchObject({ appliedNumber: Number.MAX_SAFE_INTEGER, isFailing: false })
  const [first, second] = [workerOf(progress), workerOf(progress)]
  first.subscribes()
  second.subscribes()
  expect(progress.state()).toMatchObject({ appliedNumber: 0, isFailing: false })
  first.answers(5)
  second.answers(3)
  expect(progress.state()).toMatchObject({ appliedNumber: 3, isFailing: false })
  second.answers(undefined)
  expect(progress.state()).toMatchObject({ appliedNumber: 3, isFailing: true })
  second.answers(6)
  expect(progress.state()).toMatchObject({ appliedNumber: 5, isFailing: false })
})

test('a heartbeat reaches only the workers that its number counts @progress-4', () => {
  const progress = createChangeTracker({ log: consoleLog, awaitOtherGateways: async () => {}, isInCluster: true })
  const [counted, late] = [workerOf(progress), workerOf(progress)]
  counted.subscribes()
  const { extendServing } = progress.state()
  late.subscribes()
  extendServing(1)
  expect([counted.sent, late.sent]).toEqual([['heartbeat'], []])
})

test('a publisher gets its answer once this gateway and the others have the change @progress-5', async () => {
  const others = Promise.withResolvers<void>()
  const progress = alone(() => others.promise)
  const [publisher, other] = [workerOf(progress), workerOf(progress)]
  publisher.subscribes()
  other.subscribes()
  publisher.answers(7)
  publisher.publishes(7)
  other.answers(7)
  await Promise.resolve()
  expect(publisher.sent).not.toContain('applied')
  others.resolve()
  await expect.poll(() => publisher.sent).toContain('applied')
})

test('a worker that cannot read the changes is asked again until it can @progress-6', async () => {
  const progress = alone()
  const worker = workerOf(progress)
  worker.subscribes()
  const published = progress.awaitWorkers(7)
  worker.answers(undefined)
  const asked = worker.sent.length
  await expect.poll(() => worker.sent.length).toBe(asked + 1)
  expect(await isSettled(published)).toBe(false)
  worker.answers(7)
  expect(await isSettled(published)).toBe(true)
})

test('a worker that does not answer after an older answer is killed while a publisher waits for it @progress-7', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const progress = alone()
  const worker = workerOf(progress)
  worker.subscribes()
  void progress.awaitWorkers(7)
  // It had read the changes before the seventh was stored.
  worker.answers(6)
  vi.advanceTimersByTime(30_000)
  expect(worker.signals).toEqual(['SIGKILL'])
})

test('a publisher in a cluster does not wait for a worker that is fenced by then @progress-8', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const progress = createChangeTracker({ log: consoleLog, awaitOtherGateways: async () => {}, isInCluster: true })
  const [first, hung] = [workerOf(progress), workerOf(progress)]
  first.subscribes()
  hung.subscribes()
  const published = progress.awaitWorkers(7)
  first.answers(7)
  vi.advanceTimersByTime(5_000)
  expect(await isSettled(published)).toBe(false)
  vi.advanceTimersByTime(1_000)
  expect(await isSettled(published)).toBe(true)
  // It is replaced all the same.
  vi.advanceTimersByTime(14_000)
  expect(hung.signals).toEqual(['SIGKILL'])
})

test('a worker without a cluster that cannot read the changes for long is killed, as nothing fences it @progress-9', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const inCluster = createChangeTracker({ log: consoleLog, awaitOtherGateways: async () => {}, isInCluster: true })
  const workers = [alone(), inCluster].map(workerOf)
  for (const worker of workers) worker.subscribes()
  inCluster.state().extendServing(1)
  for (let second = 0; second < 20; second += 1) {
    for (const worker of workers) worker.answers(undefined)
    vi.advanceTimersByTime(1_000)
  }
  expect(workers.map(({ signals }) => signals)).toEqual([['SIGKILL'], []])
})
