import { expect, it } from 'vitest'
import { ownPath } from './own-path.ts'

const origin = 'https://account.example.org'

it('keeps a path and its query', () => {
  expect(ownPath('/login?flow=abc&return_to=%2Fapp', origin)).toBe('/login?flow=abc&return_to=%2Fapp')
})

it.each([
  'https://evil.example/',
  '//evil.example/',
  '/.//evil.example',
  '/x/..//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  '',
])('leads home instead of to %j', (value) => {
  expect(ownPath(value, origin)).toBe('/')
})

it('cannot be talked into another site by a tab or a line break in the path @own-path-1', () => {
  expect(ownPath('/\t/evil.example', origin)).toBe('/')
  expect(ownPath('/\n/evil.example', origin)).toBe('/')
})
