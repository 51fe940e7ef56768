import { afterEach, expect, test, vi } from 'vitest'
import { createProgress, progressVariable } from './progress.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

test('names what runs for long, and nothing whose end was reported before its start', () => {
  vi.useFakeTimers()
  vi.stubEnv(progressVariable, '5')
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((text: string) => void lines.push(text))
  const progress = createProgress()
  progress.end('1')
  progress.start('1', 'ended before', 'a.test.ts')
  progress.start('2', 'hangs', 'a.test.ts')
  progress.start('3', 'ends', 'a.test.ts')
  vi.advanceTimersByTime(4_000)
  progress.end('3')
  vi.advanceTimersByTime(1_000)
  progress.close()
  expect(lines).toEqual(['\n… 0 min, 2 ended\n  still running after 5 s: hangs'])
})
