import { expect, test } from 'vitest'
import { isLoopbackHost } from './loopback.ts'

test.each([
  ['localhost', true],
  ['auth.localhost', true],
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['[::1]', true],
  ['127.0.0.1.evil.example', false],
  ['localhost.evil.example', false],
  ['0.0.0.0', false],
])('%s is this machine only: %s', (name, expected) => {
  expect(isLoopbackHost(name)).toBe(expected)
})
