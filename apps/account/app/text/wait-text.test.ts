import { expect, test } from 'vitest'

import { waitText } from './wait-text.ts'

const say = (key: string, values: object = {}) => `${key} ${Object.values(values).join()}`

test.each([
  [1, 'retry.wait 1'],
  [120, 'retry.wait 120'],
  [121, 'retry.wait_minutes 3'],
  [895, 'retry.wait_minutes 15'],
  [900, 'retry.wait_minutes 15'],
])('a wait of %i seconds is said in a unit that people use', (seconds, text) => {
  expect(waitText(say, seconds)).toBe(text)
})
