import { expect, test } from 'vitest'

import { createAccount, createTestService, signIn } from '../service.fixture.ts'

test('administrators end or remove many sessions at once @manage-sessions-1', async () => {
  const service = await createTestService()
  const ada = await createAccount(service, 'ada@example.org')
  await createAccount(service, 'bob@example.org')
  const manage = async (body: unknown) => {
    const answer = await service.admin('/admin/sessions', { method: 'POST', body })
    return [answer.status, answer.body]
  }
  const whoami = (token: string) => service.fetch('/sessions/whoami', { headers: { 'x-session-token': token } })
  const tokens = [
    await signIn(service, 'ada@example.org'),
    await signIn(service, 'ada@example.org'),
    await signIn(service, 'bob@example.org'),
  ] as const
  const bobs = (await whoami(tokens[2])).body.id

  expect(await manage({ action: 'disable', identities: [ada] })).toEqual([200, { processed: 2, more: false }])
  expect(await manage({ action: 'disable', identities: [ada] })).toEqual([200, { processed: 0, more: false }])
  expect(await Promise.all(tokens.map(async (token) => (await whoami(token)).status))).toEqual([401, 401, 200])
  expect(await manage({ action: 'delete', sessions: [bobs.toUpperCase()] })).toEqual([
    200,
    { processed: 1, more: false },
  ])
  expect((await service.admin(`/admin/sessions/${bobs}`)).status).toBe(404)
  await signIn(service, 'bob@example.org')
  expect(await manage({ action: 'delete', identities: ['*'] })).toEqual([200, { processed: 3, more: false }])

  for (const body of [
    {},
    { action: 'explode', identities: [ada] },
    { action: 'delete' },
    { action: 'delete', sessions: ['*'] },
    { action: 'delete', sessions: [bobs], identities: [ada] },
    { action: 'delete', identities: ['unknown'] },
    { action: 'delete', identities: ['*', ada] },
  ]) {
    expect((await manage(body))[0]).toBe(400)
  }
})
