import { growthFaults, type Scale } from '@gatehouse/testing/growth'
import { expect, test } from 'vitest'

import { createTestService } from '../service.fixture.ts'

const cors = (settings: Record<string, unknown>) => ({ serve: { public: { cors: { enabled: true, ...settings } } } })
const headersOf = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'))
const preflight = (origin: string) => ({
  method: 'OPTIONS',
  headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-session-token' },
})

test('pages of named origins may call, with cookies; others get nothing @cors-1', async () => {
  const allowed_origins = ['https://app.example.org', 'https://*.friend.test']
  const service = await createTestService(cors({ allowed_origins, max_age: 600, exposed_headers: ['X-Total-Count'] }))
  const ask = (origin: string) => service.fetch('/sessions/whoami', { headers: { origin } })
  for (const origin of ['https://app.example.org', 'https://a.b.friend.test']) {
    const { status, headers } = await ask(origin)
    expect(status).toBe(401)
    expect(headersOf(headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'X-Total-Count',
      vary: 'Cookie, Origin',
    })
  }
  const foreign = [
    'https://evil.test',
    'https://app.example.org.evil.test',
    'https://evilfriend.test',
    'null',
    'http://app.example.org',
  ]
  for (const origin of foreign) {
    expect((await ask(origin)).headers.get('access-control-allow-origin')).toBe(null)
    const asked = await service.fetch('/sessions/whoami', preflight(origin))
    expect(asked.headers.get('access-control-allow-origin')).toBe(null)
  }
  const asked = await service.fetch('/sessions/whoami', preflight('https://app.example.org'))
  expect([asked.status, headersOf(asked.headers)]).toEqual([
    204,
    expect.objectContaining({
      'access-control-allow-origin': 'https://app.example.org',
      'access-control-max-age': '600',
      'access-control-allow-headers': expect.stringContaining('X-Session-Token'),
    }),
  ])
  const redirect = await service.fetch('/.well-known/change-password', {
    headers: { origin: 'https://app.example.org' },
  })
  expect([redirect.status, redirect.headers.get('access-control-allow-origin')]).toEqual([
    303,
    'https://app.example.org',
  ])
})

test('a star never allows credentials', async () => {
  const open = await createTestService(cors({ allow_credentials: false }))
  const any = await open.fetch('/health/alive', { headers: { origin: 'https://x.test' } })
  expect(headersOf(any.headers)['access-control-allow-origin']).toBe('*')
  expect(any.headers.has('access-control-allow-credentials')).toBe(false)
  const careless = await createTestService(cors({}))
  const refused = await careless.fetch('/health/alive', { headers: { origin: 'https://x.test' } })
  expect(refused.headers.get('access-control-allow-origin')).toBe(null)
})

test('without the switch nothing is sent', async () => {
  const service = await createTestService()
  const { headers } = await service.fetch('/schemas', { headers: { origin: 'https://x.test' } })
  expect(Object.keys(headersOf(headers))).toEqual(['vary'])
})

test('password managers find the settings', async () => {
  const service = await createTestService()
  const { status, headers } = await service.fetch('/.well-known/change-password')
  expect([status, headers.get('location')]).toEqual([303, 'https://auth.example.org/self-service/settings/browser'])
})

test('an origin of many letters takes no longer than its length, however many stars a pattern has @cors-2', async () => {
  const allowed_origins = [`https://*a*a*a.example.org`]
  const service = await createTestService(cors({ allowed_origins }))
  const prepare = async (scale: Scale) => {
    const headers = { origin: `https://${'a'.repeat(8 * scale)}.example.net` }
    const send = async () => {
      const { status } = await service.fetch('/sessions/whoami', { headers })
      return { answered: status }
    }
    return { sent: headers.origin.length, send }
  }
  expect(await growthFaults({ name: 'origins', stored: async () => 0, prepare })).toEqual([])
})
