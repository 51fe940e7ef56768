import { expect, test } from 'vitest'
import { checkTarget } from './request.ts'

test.each(['/', '/login', '/sessions/0b0a', '/%C3%A4', '/assets/a-b_c.js'])('%s can be served', (path) => {
  expect(checkTarget(path).kind).toBe('sound')
})

test.each([
  '/%',
  '/%zz',
  '/%c0%af',
  '/a%00b',
  '/%0d%0aset-cookie:x',
  '//evil.example',
  '/%2fevil.example',
  '/%5cevil.example',
])('%s is refused @request-target-1', (path) => {
  expect(checkTarget(path).kind).toBe('malformed')
})
