import { expect, test } from 'vitest'
import { proxyTrust, readForwarded, readHost, setForwarded } from './forwarded.ts'

const spoofed = new Headers({
  host: 'localhost:4455',
  'x-forwarded-for': '1.1.1.1, 203.0.113.9',
  'x-forwarded-host': 'accounts.example',
  'x-forwarded-proto': 'https',
})

const none = proxyTrust([])
const one = proxyTrust(['10.0.0.2/32'])

test('without a trusted proxy the client address is the socket’s', () => {
  expect(readForwarded(spoofed, '::ffff:192.0.2.7', none)).toEqual({
    clientAddress: '192.0.2.7',
    host: 'localhost:4455',
    hostReported: false,
    scheme: undefined,
    byProxy: false,
  })
})

test.each(['10.0.0.3', '127.0.0.1', '::1', '192.0.2.7', '::ffff:10.0.0.3', ''])(
  'forwarding headers from another address than the trusted proxy are not read: %s',
  (peer) => {
    const forwarded = readForwarded(spoofed, peer, one)
    expect(forwarded).toMatchObject({ host: 'localhost:4455', hostReported: false, scheme: undefined, byProxy: false })
    expect(forwarded.clientAddress).toBe(peer.replace('::ffff:', ''))
    expect(readHost(spoofed, peer, one)).toBe('localhost:4455')
  },
)

test('one trusted proxy is believed about the last address only', () => {
  for (const peer of ['10.0.0.2', '::ffff:10.0.0.2']) {
    expect(readForwarded(spoofed, peer, one)).toEqual({
      clientAddress: '203.0.113.9',
      host: 'accounts.example',
      hostReported: true,
      scheme: 'https',
      byProxy: true,
    })
  }
})

test('of several trusted proxies in a row the first address that is none of them is the visitor', () => {
  const headers = new Headers({ 'x-forwarded-for': '6.6.6.6, 203.0.113.9, 10.0.0.1' })
  const network = proxyTrust(['10.0.0.0/24'])
  expect(readForwarded(headers, '10.0.0.2', network).clientAddress).toBe('203.0.113.9')
  expect(readForwarded(headers, '10.0.0.2', one).clientAddress).toBe('10.0.0.1')
  const inside = new Headers({ 'x-forwarded-for': '10.0.0.8, 10.0.0.1' })
  expect(readForwarded(inside, '10.0.0.2', network).clientAddress).toBe('10.0.0.8')
})

test('a claimed address that is none falls back to the socket', () => {
  const headers = new Headers({ 'x-forwarded-for': 'unknown' })
  expect(readForwarded(headers, '10.0.0.2', one).clientAddress).toBe('10.0.0.2')
})

test('ports are removed', () => {
  const v6 = new Headers({ 'x-forwarded-for': '[2001:db8::1]:4711' })
  expect(readForwarded(v6, '10.0.0.2', one).clientAddress).toBe('2001:db8::1')
  const v4 = new Headers({ 'x-forwarded-for': '203.0.113.9:80' })
  expect(readForwarded(v4, '10.0.0.2', one).clientAddress).toBe('203.0.113.9')
})

test('headers that a visitor forges are never forwarded @forwarded-1', () => {
  const claimed = { 'x-real-ip': '6.6.6.6', 'true-client-ip': '6.6.6.6', 'x-forwarded-for': '6.6.6.6' }
  const headers = new Headers({ ...claimed, 'x-forwarded-host': 'evil.example', forwarded: 'for=6.6.6.6' })
  setForwarded(headers, '192.0.2.7')
  const known = { 'x-real-ip': '192.0.2.7', 'true-client-ip': '192.0.2.7', 'x-forwarded-for': '192.0.2.7' }
  expect(Object.fromEntries(headers)).toEqual(known)
  const none = new Headers()
  setForwarded(none, '192.0.2.7')
  expect(Object.fromEntries(none)).toEqual({ 'x-forwarded-for': '192.0.2.7' })
})
