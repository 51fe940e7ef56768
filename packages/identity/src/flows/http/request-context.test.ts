import { expect, test } from 'vitest'

import { createCsrfCookies } from './csrf.ts'
import { requestContextOf } from './request-context.ts'

const csrf = createCsrfCookies({
  publicBaseUrl: 'https://id.test',
  cookies: { domain: undefined, path: '/', sameSite: 'Lax', secure: true },
})

function wantsJson(headers: Record<string, string>): boolean {
  const url = new URL('https://id.test/')
  const request = new Request(url, { headers })
  return requestContextOf({ request, url, params: {}, cookies: {}, now: 0, body: async () => new Uint8Array() }, csrf)
    .wantsJson
}

test.each([
  ['application/json', true],
  ['application/json, text/plain, */*', true],
  ['application/json;q=0.9,text/html;q=0.8', true],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
  ['text/html,application/json', false],
  ['text/html;q=0.5,application/json', true],
  ['application/*', true],
  ['*/*', false],
  ['image/png', false],
  ['', false],
])('Accept: %s', (accept, expected) => {
  expect(wantsJson({ accept })).toBe(expected)
})

test('a JSON body counts as a wish for JSON', () => {
  expect(wantsJson({ 'content-type': 'application/json' })).toBe(true)
  expect(wantsJson({ 'content-type': 'application/x-www-form-urlencoded' })).toBe(false)
})
