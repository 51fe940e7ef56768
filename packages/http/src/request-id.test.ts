import { expect, test } from 'vitest'
import { requestIdOf } from './request.ts'

const incoming = (id: string) => new Headers({ 'x-request-id': id })

test('a visitor cannot choose the id of a request', () => {
  expect(requestIdOf(incoming('chosen-by-visitor'), false)).not.toBe('chosen-by-visitor')
})

test('a trusted proxy names the request', () => {
  expect(requestIdOf(incoming('proxy-id-0001'), true)).toBe('proxy-id-0001')
})

test.each(['short', 'has space in it', '<script>alert(1)</script>', 'x'.repeat(200)])(
  'an insane id %# is replaced',
  (id) => {
    expect(requestIdOf(incoming(id), true)).toMatch(/^[0-9a-f-]{36}$/)
  },
)
