import fc from 'fast-check'
import { expect, test } from 'vitest'

import { AnswerHeaders } from '@gatehouse/platform/answer-headers'

const name = fc.constantFrom('vary', 'Vary', 'content-type', 'set-cookie', 'Set-Cookie', 'link', 'x-a')
const value = fc.stringMatching(/^[a-z0-9=;]{1,8}$/)
const step = fc.oneof(
  fc.tuple(fc.constant('set' as const), name, value),
  fc.tuple(fc.constant('append' as const), name, value),
  fc.tuple(fc.constant('delete' as const), name, value),
)

const byText = (one: readonly string[], other: readonly string[]) => one.join().localeCompare(other.join())

function shown(headers: Headers) {
  const told: [string, string][] = []
  headers.forEach((one, key) => void told.push([key, one]))
  return {
    all: [...headers].toSorted(byText),
    names: [...headers.keys()].toSorted(),
    values: [...headers.values()].toSorted(),
    told: told.toSorted(byText),
    cookies: headers.getSetCookie(),
    read: ['vary', 'VARY', 'set-cookie', 'x-a', 'x-b'].map((key) => [headers.get(key), headers.has(key)]),
  }
}

test('they are what the platform’s own would be, also once they are copied', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const init = { 'content-type': 'application/json', vary: 'Cookie' }
      const [ours, theirs] = [new AnswerHeaders(init), new Headers(init)]
      for (const [method, key, text] of steps) for (const headers of [ours, theirs]) headers[method](key, text)
      expect(shown(ours)).toEqual(shown(theirs))
      expect(shown(new Headers(ours))).toEqual(shown(theirs))
      expect(shown(new Response(null, { headers: ours }).headers)).toEqual(shown(theirs))
    }),
  )
})
