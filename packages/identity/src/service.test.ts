import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createAccount, createTestService, signIn } from './service.fixture.ts'

test('schemas are public, listed and read by id or its encoded form', async () => {
  const service = await createTestService()
  const list = await service.fetch('/schemas')
  expect(list.body).toMatchObject([{ id: 'default', schema: { title: 'Person' } }])
  expect(list.headers.get('x-total-count')).toBe('1')
  for (const id of ['default', 'ZGVmYXVsdA']) expect((await service.fetch(`/schemas/${id}`)).body.title).toBe('Person')
  expect(await service.fetch('/schemas/nope')).toMatchObject({
    status: 404,
    body: { error: { code: 404, status: 'Not Found' } },
  })
})

test('health and version', async () => {
  const service = await createTestService()
  for (const path of ['/health/alive', '/health/ready']) {
    expect((await service.fetch(path)).body).toEqual({ status: 'ok' })
    expect((await service.admin(`/admin${path}`)).body).toEqual({ status: 'ok' })
    expect((await service.admin(path)).body).toEqual({ status: 'ok' })
  }
  expect((await service.fetch('/version')).status).toBe(404)
  expect((await service.admin('/admin/version')).body).toEqual({ version: 'gatehouse' })
  service.database.close()
  expect((await service.fetch('/health/ready')).status).toBe(503)
  expect((await service.fetch('/health/alive')).status).toBe(200)
})

test('each listener redirects callers to the other for its routes', async () => {
  const service = await createTestService()
  const location = async (answer: ReturnType<typeof service.fetch>) => {
    const { status, headers } = await answer
    return `${status} ${headers.get('location')}`
  }
  expect(await location(service.fetch('/admin/identities?a=b'))).toBe('307 http://127.0.0.1:4434/admin/identities?a=b')
  for (const path of ['/schemas', '/schemas/default', '/self-service/login/browser', '/sessions/whoami']) {
    expect(await location(service.admin(path))).toBe(`307 https://auth.example.org${path}`)
    expect(await location(service.admin(`/admin${path}`))).toBe(`307 https://auth.example.org${path}`)
  }
})

test('unknown paths are plain 404s, and nothing unknown may change anything', async () => {
  const service = await createTestService()
  for (const path of ['/nope', '/schemas/a/b', '/%', '/schemas/%00', '/schemas/%zz', '//']) {
    const answer = await service.fetch(path)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 404, 'text/plain; charset=utf-8'])
  }
  for (const [method, path] of [
    ['PUT', '/self-service/login/browser'],
    ['POST', '/self-service/fed-cm/token'],
    ['POST', '/nope'],
    ['DELETE', '/schemas'],
  ]) {
    const answer = await service.fetch(path ?? '', { method: method ?? '' })
    expect(answer).toMatchObject({ status: 403, body: { error: { id: 'security_csrf_violation', code: 403 } } })
  }
  expect((await service.admin('/nope')).status).toBe(404)
  expect((await service.admin('/admin/identities', { method: 'DELETE' })).status).toBe(405)
})

test('bodies past the limit are refused', async () => {
  const service = await createTestService()
  const body = JSON.stringify({ padding: 'x'.repeat(17 * 1024 * 1024) })
  expect((await service.admin('/admin/identities', { method: 'POST', body })).status).toBe(413)
})

test('no input makes the service fail: every answer is below 500 @service-1', async () => {
  const service = await createTestService()
  await createAccount(service, 'ada@example.org')
  const token = await signIn(service, 'ada@example.org')
  const paths = [
    '/sessions',
    '/sessions/:x',
    '/schemas/:x',
    '/self-service/login',
    '/self-service/login/flows',
    '/self-service/errors',
    '/self-service/registration',
    '/identities',
    '/identities/:x',
    '/identities/:x/sessions',
    '/identities/by/external/:x',
    '/identities/:x/credentials/:x',
    '/courier/messages',
    '/courier/messages/:x',
    '/recovery/code',
    '/sessions/:x/extend',
    '/self-service/recovery',
    '/self-service/verification',
    '/self-service/settings',
    '/self-service/logout',
  ]
  const text = fc.string({ unit: 'binary', maxLength: 30 })
  const query = fc.dictionary(
    fc.constantFrom(
      'id',
      'flow',
      'page',
      'page_size',
      'per_page',
      'page_token',
      'ids',
      'expand',
      'token',
      'code',
      'return_to',
      'include_credential',
      'status',
      'aal',
    ),
    text,
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
      text,
      query,
      fc.oneof(fc.json(), text),
      fc.boolean(),
      async (path, method, filling, parameters, body, signedIn) => {
        const target = `${path.replace(':x', encodeURIComponent(filling.toWellFormed()))}?${new URLSearchParams(parameters)}`
        const bodiless = method === 'GET' || method === 'HEAD'
        const headers = { 'content-type': 'application/json', ...(signedIn && { 'x-session-token': token }) }
        const call = { method, headers, ...(!bodiless && { body }) }
        const answers = [await service.fetch(target, call), await service.admin(target, call)]
        expect(answers.every(({ status }) => status < 500)).toBe(true)
      },
    ),
    { numRuns: 400 },
  )
  expect(service.failures).toEqual([])
})

test('an unexpected failure is logged and answered without a word of it @service-2', async () => {
  const service = await createTestService()
  service.database.close()
  const answer = await service.fetch('/sessions/whoami', { headers: { 'x-session-token': 'x' } })
  expect(answer.status).toBe(500)
  expect(answer.body).toEqual({ error: { code: 500, status: 'Internal Server Error', message: expect.any(String) } })
  expect(answer.text).not.toMatch(/database|statement|at /i)
  expect(service.failures).toHaveLength(1)
})

test('a stopped service has finished its running work and accepts nothing new', async () => {
  const service = await createTestService()
  service.service.start()
  const slow = service.admin('/admin/identities', {
    method: 'POST',
    body: {
      schema_id: 'default',
      traits: { email: 'a@example.org' },
      credentials: { password: { config: { password: 'correct horse' } } },
    },
  })
  await service.service.stop()
  expect((await slow).status).toBe(201)
  expect((await service.fetch('/health/alive')).status).toBe(503)
})

test('people whose password is imported cannot sign in while inactive @service-3', async () => {
  const service = await createTestService()
  const id = await createAccount(service, 'ada@example.org')
  await service.admin(`/admin/identities/${id}`, {
    method: 'PATCH',
    body: [{ op: 'replace', path: '/state', value: 'inactive' }],
  })
  await expect(signIn(service, 'ada@example.org')).rejects.toThrow('401')
})

test('the end of a service waits for no hash: waiting requests get 503 @service-ending-1', async () => {
  const service = await createTestService()
  const traits = { email: 'ada@example.org' }
  // 2^16 rounds: some seconds for each sign-in, one after the other.
  const credentials = { password: { config: { hashed_password: `$2b$16$${'a'.repeat(53)}` } } }
  const made = await service.admin('/admin/identities', {
    method: 'POST',
    body: { schema_id: 'default', traits, credentials },
  })
  expect(made.status).toBe(201)
  const body = { method: 'password', identifier: 'ada@example.org', password: 'correct horse' }
  const signIns = Array.from({ length: 8 }, async () => {
    const flow = await service.fetch('/self-service/login/api')
    return service.fetch(`/self-service/login?flow=${flow.body.id}`, { method: 'POST', body })
  })
  // Their flows exist once a later one does.
  await service.fetch('/self-service/login/api')
  await service.service.stop()
  const answers = await Promise.all(signIns)
  expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(5)
  expect(service.failures).toEqual([])
})
