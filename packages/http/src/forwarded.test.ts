import { expect, test } from 'vitest'
import { readForwarded, setForwarded } from './forwarded.ts'

const spoofed = new Headers({
  host: 'localhost:4455',
  'x-forwarded-for': '1.1.1.1, 203.0.113.9',
  'x-forwarded-host': 'accounts.example',
  'x-forwarded-proto': 'https',
})

test('without a trusted proxy the socket says who asks', () => {
  expect(readForwarded(spoofed, '::ffff:192.0.2.7', 0)).toEqual({
    clientAddress: '192.0.2.7',
    host: 'localhost:4455',
    hostReported: false,
    scheme: undefined,
  })
})

test('one trusted proxy is believed about the last address only', () => {
  const forwarded = readForwarded(spoofed, '10.0.0.2', 1)
  expect(forwarded).toEqual({
    clientAddress: '203.0.113.9',
    host: 'accounts.example',
    hostReported: true,
    scheme: 'https',
  })
})

test('two trusted proxies: the visitor stands two places from the right', () => {
  const headers = new Headers({ 'x-forwarded-for': '6.6.6.6, 203.0.113.9, 10.0.0.1' })
  expect(readForwarded(headers, '10.0.0.2', 2).clientAddress).toBe('203.0.113.9')
})

test('a claimed address that is none falls back to the socket', () => {
  const headers = new Headers({ 'x-forwarded-for': 'unknown' })
  expect(readForwarded(headers, '10.0.0.2', 1).clientAddress).toBe('10.0.0.2')
})

test('ports are taken off', () => {
  const v6 = new Headers({ 'x-forwarded-for': '[2001:db8::1]:4711' })
  expect(readForwarded(v6, '10.0.0.2', 1).clientAddress).toBe('2001:db8::1')
  const v4 = new Headers({ 'x-forwarded-for': '203.0.113.9:80' })
  expect(readForwarded(v4, '10.0.0.2', 1).clientAddress).toBe('203.0.113.9')
})

test('what a visitor claims never travels on', () => {
  const headers = new Headers({ 'x-real-ip': '6.6.6.6', 'true-client-ip': '6.6.6.6', 'x-forwarded-for': '6.6.6.6' })
  setForwarded(headers, '192.0.2.7')
  expect(Object.fromEntries(headers)).toEqual({ 'x-forwarded-for': '192.0.2.7' })
})
