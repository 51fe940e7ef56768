import { createBackground, createRepeatedWork, createWorkLoop } from '@gatehouse/platform/work'
import { expect, onTestFinished, test, vi } from 'vitest'

test('background work that is started or stopped twice is so once, and starts again after a stop has ended @background-1', async () => {
  const seen: string[] = []
  const ended = Promise.withResolvers<void>()
  const piece = (name: string, end = Promise.resolve()) => ({
    start: () => void seen.push(`${name} starts`),
    stop: async () => {
      await end
      seen.push(`${name} stops`)
    },
  })
  const background = createBackground({ mail: piece('mail'), jobs: piece('jobs', ended.promise) })
  await background.stop()
  background.start()
  background.start()
  expect(seen.splice(0)).toEqual(['mail starts', 'jobs starts'])
  const stops = [background.stop(), background.stop()]
  background.start()
  ended.resolve()
  await Promise.all(stops)
  expect(seen.splice(0)).toEqual(['mail stops', 'jobs stops', 'mail starts', 'jobs starts'])
  await background.stop()
  await background.stop()
  expect(seen).toEqual(['mail stops', 'jobs stops'])
})

test('a piece that does not stop is named, and the others stop @background-2', async () => {
  const seen: string[] = []
  const background = createBackground({
    mail: { start: () => {}, stop: () => Promise.reject(new Error('stuck')) },
    jobs: { start: () => {}, stop: async () => void seen.push('jobs stop') },
  })
  background.start()
  await expect(background.stop()).rejects.toThrow('"mail" did not stop')
  expect(seen).toEqual(['jobs stop'])
})

test('a queue that was stopped is woken again, also if it was woken shortly before the stop @background-3', async () => {
  const rounds = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let round = 0
  const loop = createWorkLoop({
    clock: Date.now,
    nextDue: async () => undefined,
    work: async () => {
      rounds[round]?.resolve()
      round += 1
      return false
    },
    wakeAfterMs: 20,
    failed: () => undefined,
    mended: () => undefined,
  })
  loop.start()
  await rounds[0]?.promise
  loop.wake()
  await loop.stop()
  loop.start()
  await rounds[1]?.promise
  loop.wake()
  await rounds[2]?.promise
  await loop.stop()
  expect(round).toBe(3)
})

test('repeated work that is started twice ends with one stop @background-4', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const listener = { failed: () => undefined, mended: () => undefined }
  const work = createRepeatedWork({ everyMs: 60_000, work: async () => undefined, ...listener })
  work.start()
  work.start()
  await work.stop()
  expect(vi.getTimerCount()).toBe(0)
})
