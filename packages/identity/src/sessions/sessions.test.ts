import { expect, test } from 'vitest'

import { createAccount, createTestService, signIn } from '../service.fixture.ts'

test('whoami finds the session by header, cookie and bearer, in this order, and never by a foreign header @sessions-5', async () => {
  const service = await createTestService()
  const id = await createAccount(service, 'ada@example.org')
  const token = await signIn(service, 'ada@example.org', {
    'user-agent': 'Test',
    'x-forwarded-for': '10.0.0.9, 10.0.0.1',
  })
  expect(token).toMatch(/^ory_st_[A-Za-z0-9]{32}$/)

  for (const headers of [
    { 'x-session-token': token },
    { cookie: `a=b; ory_kratos_session=${token}` },
    { authorization: `Bearer ${token}` },
    { 'x-session-token': token, cookie: 'ory_kratos_session=wrong' },
  ]) {
    const answer = await service.fetch('/sessions/whoami', { headers })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-kratos-authenticated-identity-id')).toBe(id)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(answer.headers.get('vary')).toBe('Cookie')
    expect(answer.body).toMatchObject({
      active: true,
      authenticator_assurance_level: 'aal1',
      authentication_methods: [{ method: 'password', aal: 'aal1' }],
      identity: { id, traits: { email: 'ada@example.org' } },
      devices: [{ user_agent: 'Test', ip_address: '10.0.0.9' }],
    })
    expect(answer.text).not.toContain('hashed_password')
  }
  for (const headers of [
    {},
    { 'x-session-cookie': token },
    { 'x-session-token': 'nope', cookie: `ory_kratos_session=${token}` },
  ]) {
    const answer = await service.fetch('/sessions/whoami', { headers })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.body.error).not.toHaveProperty('id')
  }
})

test('whoami answers every method, and HEAD without a body', async () => {
  const service = await createTestService()
  for (const method of ['POST', 'PUT', 'PATCH', 'OPTIONS', 'DELETE']) {
    expect((await service.fetch('/sessions/whoami', { method })).status).toBe(401)
  }
  expect(await service.fetch('/sessions/whoami', { method: 'HEAD' })).toMatchObject({ status: 401, text: '' })
})

test('a session ends with its time, its account and its revocation @sessions-6', async () => {
  const service = await createTestService()
  const id = await createAccount(service, 'ada@example.org')
  const status = async (token: string) =>
    (await service.fetch('/sessions/whoami', { headers: { 'x-session-token': token } })).status
  const token = await signIn(service, 'ada@example.org')
  const patch = (value: string) =>
    service.admin(`/admin/identities/${id}`, { method: 'PATCH', body: [{ op: 'replace', path: '/state', value }] })
  await patch('inactive')
  expect(await status(token)).toBe(401)
  await patch('active')
  expect(await status(token)).toBe(200)
  service.clock.now += 24 * 3_600_000
  expect(await status(token)).toBe(401)
  const other = await signIn(service, 'ada@example.org')
  const { body } = await service.fetch('/sessions/whoami', { headers: { 'x-session-token': other } })
  expect((await service.admin(`/admin/sessions/${body.id}`, { method: 'DELETE' })).status).toBe(204)
  expect(await status(other)).toBe(401)
})

test('cacheable sessions have a time limit', async () => {
  const flags = { cacheable_sessions: true, cacheable_sessions_max_age: '1m' }
  const service = await createTestService({ feature_flags: flags })
  await createAccount(service, 'ada@example.org')
  const headers = { 'x-session-token': await signIn(service, 'ada@example.org') }
  expect((await service.fetch('/sessions/whoami', { headers })).headers.get('ory-session-cache-for')).toBe('60')
  expect((await service.fetch('/sessions/whoami')).headers.get('ory-session-cache-for')).toBe('60')
  const wrong = await service.fetch('/sessions/whoami', { headers: { 'x-session-token': 'wrong' } })
  expect(wrong.headers.has('ory-session-cache-for')).toBe(false)
  const tokenized = await service.fetch('/sessions/whoami?tokenize_as=nope', { headers })
  expect(tokenized).toMatchObject({ status: 400, body: { error: { code: 400 } } })
})

test('people see and end their other sessions, and only theirs @sessions-7', async () => {
  const service = await createTestService()
  await createAccount(service, 'ada@example.org')
  await createAccount(service, 'eve@example.org')
  const [mine, other, third] = [
    await signIn(service, 'ada@example.org'),
    await signIn(service, 'ada@example.org'),
    await signIn(service, 'ada@example.org'),
  ]
  const eve = await signIn(service, 'eve@example.org')
  const as = (token: string) => ({ headers: { 'x-session-token': token } })
  const idOf = async (token: string) => String((await service.fetch('/sessions/whoami', as(token))).body.id)

  const list = await service.fetch('/sessions?per_page=1&page=0', as(mine))
  expect(list.body).toHaveLength(1)
  expect(list.headers.get('x-total-count')).toBe('2')
  expect(list.headers.get('link')).toMatch(
    /^<\/sessions\?page=0&page_size=1&page_token=\w+&per_page=1>; rel="first",<\/sessions\?page=1.*>; rel="next",<.*>; rel="last"$/,
  )
  const next = /page_token=(\w+)/.exec(list.headers.get('link')?.split(',')[1] ?? '')?.[1]
  expect((await service.fetch(`/sessions?page_size=1&page_token=${next}`, as(mine))).body).toHaveLength(1)

  expect((await service.fetch(`/sessions/${await idOf(mine)}`, { method: 'DELETE', ...as(mine) })).status).toBe(400)
  expect((await service.fetch('/sessions/nope', { method: 'DELETE', ...as(mine) })).status).toBe(400)
  expect((await service.fetch(`/sessions/${await idOf(eve)}`, { method: 'DELETE', ...as(mine) })).status).toBe(204)
  expect((await service.fetch('/sessions/whoami', as(eve))).status).toBe(200)
  expect((await service.fetch(`/sessions/${await idOf(other)}`, { method: 'DELETE', ...as(mine) })).status).toBe(204)
  expect((await service.fetch('/sessions/whoami', as(other))).status).toBe(401)
  expect((await service.fetch('/sessions', { method: 'DELETE', ...as(mine) })).body).toEqual({ count: 1 })
  expect((await service.fetch('/sessions/whoami', as(third))).status).toBe(401)
  expect((await service.fetch('/sessions/whoami', as(mine))).status).toBe(200)
  for (const [method, path] of [
    ['GET', '/sessions'],
    ['DELETE', '/sessions'],
    ['DELETE', `/sessions/${crypto.randomUUID()}`],
  ]) {
    expect((await service.fetch(path ?? '', { method: method ?? '' })).status).toBe(401)
  }
})

test('a session is lengthened in its last stretch only, if one is configured', async () => {
  const service = await createTestService({ session: { earliest_possible_extend: '1h' } })
  await createAccount(service, 'ada@example.org')
  const headers = { 'x-session-token': await signIn(service, 'ada@example.org') }
  const { id, expires_at: first } = (await service.fetch('/sessions/whoami', { headers })).body
  const extend = async () => (await service.admin(`/admin/sessions/${id}/extend`, { method: 'PATCH' })).body.expires_at
  service.clock.now += 22 * 3_600_000
  expect(await extend()).toBe(first)
  service.clock.now += 3_600_000 + 1
  expect(await extend()).toBe(new Date(service.clock.now + 24 * 3_600_000).toISOString())
})
