import { expect, test } from 'vitest'
import { jsonSize } from './json-size.ts'

/** Every text of up to four of the signs that matter to a reader of JSON. */
const texts = [0, 1, 2, 3].reduce(
  (all) => ['', ...all.flatMap((text) => ['"', '\\', ',', '{', ']', 'a'].map((sign) => text + sign))],
  [''],
)

test('what a string holds does not count, in whatever way it is escaped', () => {
  expect(texts.length).toBeGreaterThan(1_000)
  const wrong = texts.filter((text) => {
    const { values, depth } = jsonSize(JSON.stringify([text, { [text]: text }, 1]))
    // Two brackets and two commas.
    return values !== 4 || depth !== 2
  })
  expect(wrong).toEqual([])
})

test.each(['"', '"\\', '"\\"', '["a', '"a\\\\\\"'])('%s, which never ends, is read once', (text) => {
  expect(jsonSize(text).values).toBeLessThanOrEqual(1)
})
