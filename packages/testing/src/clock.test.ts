import { expect, test } from 'vitest'
import { movableClock } from './clock.ts'

test('stands still, advances and jumps', () => {
  const clock = movableClock('2026-01-01T00:00:00Z')
  expect(clock()).toBe(clock())
  clock.advance(1500)
  expect(new Date(clock()).toISOString()).toBe('2026-01-01T00:00:01.500Z')
  clock.set('2027-02-03T00:00:00Z')
  expect(new Date(clock()).toISOString()).toBe('2027-02-03T00:00:00.000Z')
  expect(() => clock.set('soon')).toThrow('not a moment')
})
