import { expect, test } from 'vitest'

import { createTestService } from '../service.fixture.ts'

test('a path that ends in slashes is read at the path without them @trailing-slash-1', async () => {
  const service = await createTestService()
  const sent = async (path: string, answer: ReturnType<typeof service.fetch>) => {
    const { status, headers } = await answer
    const to = new URL(headers.get('location') ?? '', `https://auth.example.org${path}`)
    return `${status} ${to.pathname}${to.search}`
  }
  for (const [path, to] of [
    ['/sessions/whoami/', '/sessions/whoami'],
    ['/schemas/default//', '/schemas/default'],
    ['/self-service/login/browser/?return_to=%2Fx%3Fy', '/self-service/login/browser?return_to=%2Fx%3Fy'],
  ] as const) {
    expect(await sent(path, service.fetch(path))).toBe(`301 ${to}`)
  }
  expect(await sent('/admin/identities/', service.admin('/admin/identities/?a=b'))).toBe('301 /admin/identities?a=b')
})

test('no other path is redirected for its slashes @trailing-slash-2', async () => {
  const service = await createTestService()
  for (const path of ['/', '/nowhere/', '//example.org/', '/schemas//']) {
    const { status, headers } = await service.fetch(path)
    expect([path, status, headers.get('location')]).toEqual([
      path,
      ...(path === '/schemas//' ? [301, '../../schemas'] : [404, null]),
    ])
  }
  expect((await service.admin('/admin/identities/', { method: 'POST' })).status).toBe(404)
})
