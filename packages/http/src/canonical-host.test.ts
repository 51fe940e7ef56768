import { expect, test } from 'vitest'
import { checkHost as check, type Arrival } from './canonical-host.ts'
import { proxyTrust, readForwarded } from './forwarded.ts'

const origin = new URL('http://localhost:4455')

const checkHost = (arrival: Arrival, at: URL) => check(arrival, at, at.protocol === 'https:')

function arrive(method: string, url: string, headers: Record<string, string> = {}, proxies = 0): Arrival {
  const asked = new URL(url)
  const trust = proxyTrust(proxies === 0 ? [] : ['127.0.0.1/32'])
  const forwarded = readForwarded(new Headers({ host: asked.host, ...headers }), '127.0.0.1', trust)
  return { method, url: asked, forwarded, behindProxy: trust.expected, navigates: true }
}

test('the public origin is served', () => {
  expect(checkHost(arrive('POST', 'http://localhost:4455/login'), origin).kind).toBe('canonical')
  expect(checkHost(arrive('GET', 'http://LOCALHOST:4455/login'), origin).kind).toBe('canonical')
})

test('a reading request at another host is redirected to the same page of the public origin', () => {
  expect(checkHost(arrive('GET', 'http://127.0.0.1:4455/login?flow=1'), origin)).toEqual({
    kind: 'redirect',
    location: 'http://localhost:4455/login?flow=1',
    status: 307,
  })
})

test('a public host is permanent', () => {
  const verdict = checkHost(arrive('GET', 'https://www.example/'), new URL('https://accounts.example'))
  expect(verdict).toMatchObject({ kind: 'redirect', status: 308, location: 'https://accounts.example/' })
})

test('a form posted to another host is refused with the fix @canonical-host-1', () => {
  const verdict = checkHost(arrive('POST', 'http://127.0.0.1:4455/login'), origin)
  expect(verdict).toMatchObject({ kind: 'misdirected', reason: expect.stringContaining('http://localhost:4455') })
})

test('http in front of a https proxy is redirected to https', () => {
  const headers = { 'x-forwarded-host': 'accounts.example', 'x-forwarded-proto': 'http' }
  const verdict = checkHost(
    arrive('GET', 'http://10.0.0.5:8080/login', headers, 1),
    new URL('https://accounts.example'),
  )
  expect(verdict).toMatchObject({ kind: 'redirect', location: 'https://accounts.example/login' })
})

test('a program that speaks plain http in front of a https proxy is refused, not redirected', () => {
  const headers = { 'x-forwarded-host': 'accounts.example', 'x-forwarded-proto': 'http' }
  const arrival = arrive('GET', 'http://10.0.0.5:8080/sessions/whoami', headers, 1)
  const verdict = checkHost({ ...arrival, navigates: false }, new URL('https://accounts.example'))
  expect(verdict).toEqual({ kind: 'misdirected', reason: expect.stringContaining('https://accounts.example') })
})

test('a proxy that keeps the host to itself gets an explanation, not a loop', () => {
  const verdict = checkHost(arrive('GET', 'http://10.0.0.5:8080/login', {}, 1), new URL('https://accounts.example'))
  expect(verdict).toMatchObject({ kind: 'misdirected', reason: expect.stringContaining('X-Forwarded-Host') })
})

test('the standard port may be written out', () => {
  const arrival = arrive('GET', 'https://accounts.example/', { host: 'accounts.example:443' })
  expect(checkHost(arrival, new URL('https://accounts.example')).kind).toBe('canonical')
})
