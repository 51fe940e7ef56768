import { expect, test } from 'vitest'
import { closingLine, honestTally, sum } from './tally.ts'

test('the closing line names skipped tests only if there are any', () => {
  expect(closingLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(closingLine({ passed: 12, failed: 1, skipped: 3 })).toBe('12 passed, 1 failed, 3 skipped')
})

test('several runners are summed', () => {
  expect(
    sum([
      { passed: 1, failed: 0, skipped: 2 },
      { passed: 3, failed: 1, skipped: 0 },
    ]),
  ).toEqual({
    passed: 4,
    failed: 1,
    skipped: 2,
  })
})

test('a runner that crashed, left no report or ran nothing is a failure', () => {
  expect(honestTally(undefined, 1).failed).toBe(1)
  expect(honestTally({ passed: 5, failed: 0, skipped: 0 }, 1)).toEqual({ passed: 5, failed: 1, skipped: 0 })
  expect(honestTally({ passed: 0, failed: 0, skipped: 0 }, 0).failed).toBe(1)
  expect(honestTally({ passed: 5, failed: 0, skipped: 1 }, 0)).toEqual({ passed: 5, failed: 0, skipped: 1 })
})

test('a change that touches no test has run nothing, and that is no failure', () => {
  const nothing = { passed: 0, failed: 0, skipped: 0 }
  expect(honestTally(nothing, 0, { mayBeEmpty: true })).toEqual(nothing)
  expect(honestTally(undefined, 0, { mayBeEmpty: true })).toEqual(nothing)
  expect(honestTally(undefined, 1, { mayBeEmpty: true }).failed).toBe(1)
})
