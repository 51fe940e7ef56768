import { expect, test } from 'vitest'
import { checkSameOrigin } from './request.ts'

const origin = new URL('http://localhost:4455')
const post = (headers: Record<string, string>) => checkSameOrigin('POST', new Headers(headers), origin).kind

test('our own form is allowed', () => {
  expect(post({ origin: 'http://localhost:4455', 'sec-fetch-site': 'same-origin' })).toBe('allowed')
  expect(post({ origin: 'http://localhost:4455' })).toBe('allowed')
  expect(post({ 'sec-fetch-site': 'same-origin' })).toBe('allowed')
  expect(post({ origin: 'null', 'sec-fetch-site': 'same-origin' })).toBe('allowed')
})

test('forged form posts are refused', () => {
  expect(post({ origin: 'https://evil.example' })).toBe('refused')
  expect(post({ origin: 'null' })).toBe('refused')
  expect(post({ 'sec-fetch-site': 'cross-site' })).toBe('refused')
  expect(post({ 'sec-fetch-site': 'same-site', origin: 'http://localhost:4455' })).toBe('refused')
  expect(post({ origin: 'http://localhost:4455.evil.example' })).toBe('refused')
})

test('a post without an origin is refused @same-origin-1', () => {
  expect(post({})).toBe('refused')
})

test('reading is open to all', () => {
  expect(checkSameOrigin('GET', new Headers({ origin: 'https://evil.example' }), origin).kind).toBe('allowed')
})
