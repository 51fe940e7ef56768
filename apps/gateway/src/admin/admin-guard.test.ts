import { Secret } from '@gatehouse/platform/secrets'
import { expect, test } from 'vitest'
import { createAdminGuard } from './admin-guard.ts'
import { createLog } from '../process/log.ts'

const echo = async (request: Request) => Response.json(Object.fromEntries(request.headers))
const guard = (key?: string) =>
  createAdminGuard({
    admin: echo,
    adminUrl: new URL('http://127.0.0.1:4434'),
    key: key === undefined ? undefined : new Secret(key),
    log: createLog('silent'),
  })
const ask = (
  key: string | undefined,
  headers: Record<string, string>,
  url = 'http://127.0.0.1:4434/admin/identities',
) => guard(key)(new Request(url, { headers }))

test('with a key, only its bearer is admitted', async () => {
  const key = 'a-long-enough-admin-key'
  expect((await ask(key, { authorization: `Bearer ${key}` })).status).toBe(200)
  expect((await ask(key, {})).status).toBe(401)
  expect((await ask(key, { authorization: 'Bearer wrong' })).status).toBe(401)
  expect((await ask(key, { authorization: `Basic ${key}` })).status).toBe(401)
})

test('the key is not passed on', async () => {
  const answer = await ask('a-long-enough-admin-key', { authorization: 'Bearer a-long-enough-admin-key' })
  expect(await answer.json()).not.toHaveProperty('authorization')
})

test('probes need no key', async () => {
  expect((await ask('a-long-enough-admin-key', {}, 'http://127.0.0.1:4434/admin/health/ready')).status).toBe(200)
  expect((await ask('a-long-enough-admin-key', {}, 'http://127.0.0.1:4434/health/alive')).status).toBe(200)
})

test.each(['/admin/identities/health/', '/admin/sessions/health/extend', '/health/', '/admin/health/ready/more'])(
  'what only looks like a probe needs the key: %s @admin-guard-1',
  async (path) => {
    expect((await ask('a-long-enough-admin-key', {}, `http://127.0.0.1:4434${path}`)).status).toBe(401)
  },
)

test('without a key, a page in a browser on this machine is refused @admin-guard-2', async () => {
  expect((await ask(undefined, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await ask(undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await ask(undefined, {}, 'http://rebound.evil.example:4434/admin/identities')).status).toBe(403)
  expect((await ask(undefined, {})).status).toBe(200)
})
