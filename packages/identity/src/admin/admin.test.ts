import { beforeEach, expect, test } from 'vitest'

import { createAccount, createTestService, signIn, type TestService } from '../service.fixture.ts'

let service: TestService
beforeEach(async () => {
  service = await createTestService({ selfservice: { methods: { code: { passwordless_enabled: true } } } })
})

const ada = { schema_id: 'default', traits: { email: 'Ada@example.org' } }
const create = (body: unknown) => service.admin('/admin/identities', { method: 'POST', body })
const patch = (id: string, body: unknown) => service.admin(`/admin/identities/${id}`, { method: 'PATCH', body })

const noTime = '0001-01-01T00:00:00Z'

test('an identity is created with the credentials of its schema, and read back by every address @admin-1', async () => {
  const created = await create({ ...ada, external_id: 'ext 1', metadata_public: { p: 1 }, metadata_admin: { a: 1 } })
  const { id } = created.body
  expect(created.status).toBe(201)
  expect(created.headers.get('location')).toBe(`http://127.0.0.1:4434/identities/${id}`)
  expect(created.body).toMatchObject({
    external_id: 'ext 1',
    state: 'active',
    schema_url: 'https://auth.example.org/schemas/ZGVmYXVsdA',
    metadata_public: { p: 1 },
    metadata_admin: { a: 1 },
    credentials: { password: { identifiers: ['ada@example.org'] }, code: { identifiers: ['ada@example.org'] } },
    verifiable_addresses: [{ value: 'ada@example.org', verified: false, via: 'email', status: 'pending' }],
    recovery_addresses: [{ value: 'ada@example.org', via: 'email' }],
    organization_id: null,
  })
  // As on the wire, the credentials of the first answer have no times yet.
  const { credentials, ...rest } = created.body
  expect([credentials.code.created_at, credentials.password.updated_at]).toEqual([noTime, noTime])
  for (const path of [`/admin/identities/${id}`, `/identities/${id}`, '/admin/identities/by/external/ext%201']) {
    const read = await service.admin(path)
    expect(read.body).toMatchObject(rest)
    expect(read.body.credentials.password.created_at).toBe(read.body.created_at)
  }
})

test.each([
  ['a fault in the traits', { schema_id: 'default', traits: { email: 'bad' } }, 'traits.email'],
  ['an unknown schema', { schema_id: 'nope', traits: {} }, 'nope'],
  ['an unknown field', { ...ada, bogus: 1 }, 'bogus'],
  ['an unknown credential', { ...ada, credentials: { totp: {} } }, 'totp'],
  ['traits of the wrong kind', { schema_id: 'default', traits: [] }, 'traits'],
  ['a state there is none of', { ...ada, state: 'asleep' }, 'state'],
  [
    'a hash of an unknown format',
    { ...ada, credentials: { password: { config: { hashed_password: '$x$' } } } },
    'format',
  ],
  ['text that is no JSON', '{', 'JSON'],
  ['no body', '', 'body'],
  ['a bottomless body', '['.repeat(10_000) + ']'.repeat(10_000), 'nested'],
])('%s is refused with 400 and the reason', async (_what, body, word) => {
  const answer = await create(body)
  expect(answer.status).toBe(400)
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(`${answer.body.error.reason} ${answer.body.error.message}`).toContain(word)
})

test('a second identity with the same identifier is a conflict', async () => {
  await create(ada)
  expect(await create(ada)).toMatchObject({ status: 409, body: { error: { code: 409, status: 'Conflict' } } })
})

test('unknown and malformed ids are not found', async () => {
  for (const id of ['nope', crypto.randomUUID()]) {
    for (const method of ['GET', 'DELETE']) {
      expect((await service.admin(`/admin/identities/${id}`, { method })).status).toBe(404)
    }
  }
  expect((await service.admin('/admin/identities/by/external/nobody')).status).toBe(404)
})

test('imported passwords sign in, whether plain or hashed', async () => {
  const hashed = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  await create({ ...ada, credentials: { password: { config: { hashed_password: hashed } } } })
  const flow = await service.fetch('/self-service/login/api')
  const body = { method: 'password', identifier: 'ada@example.org', password: 'password' }
  const login = await service.fetch(`/self-service/login?flow=${flow.body.id}`, { method: 'POST', body })
  expect(login.status).toBe(200)
  await createAccount(service, 'bob@example.org')
  expect(await signIn(service, 'bob@example.org')).toMatch(/^ory_st_/)
})

test('hashes are shown only on request', async () => {
  const id = await createAccount(service, 'ada@example.org')
  expect((await service.admin(`/admin/identities/${id}`)).text).not.toContain('hashed_password')
  const shown = await service.admin(`/admin/identities/${id}?include_credential=password`)
  expect(shown.body.credentials.password.config.hashed_password).toMatch(/^\$2b\$04\$/)
  expect((await service.admin(`/admin/identities/${id}?include_credential=nope`)).status).toBe(400)
})

test('imported verified states count only for addresses of the traits', async () => {
  const addresses = [
    { value: 'ada@example.org', verified: true, via: 'email', status: 'completed' },
    { value: 'other@example.org', verified: true, via: 'email', status: 'completed' },
  ]
  const { body } = await create({ ...ada, verifiable_addresses: addresses })
  expect(body.verifiable_addresses).toMatchObject([
    { value: 'ada@example.org', verified: true, verified_at: expect.any(String) },
  ])
})

test('a replacement clears the parts it omits and keeps the password @admin-2', async () => {
  const id = await createAccount(service, 'ada@example.org')
  const put = (body: unknown) => service.admin(`/admin/identities/${id}`, { method: 'PUT', body })
  await put({ ...ada, state: 'active', metadata_admin: { a: 1 }, external_id: 'x' })
  const { body, status } = await put({ ...ada, state: 'inactive' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ state: 'inactive', metadata_public: null })
  expect(body).not.toHaveProperty('external_id')
  expect(body).not.toHaveProperty('metadata_admin')
  // The state is kept, as on the reference server.
  expect((await put(ada)).body).toMatchObject({ state: 'inactive' })
  await put({ ...ada, state: 'active' })
  expect(await signIn(service, 'ada@example.org')).toMatch(/^ory_st_/)
})

test('a patch changes parts, and cannot change protected ones @admin-3', async () => {
  const id = await createAccount(service, 'ada@example.org')
  const changed = await patch(id, [
    { op: 'add', path: '/metadata_admin', value: { b: 2 } },
    { op: 'replace', path: '/verifiable_addresses/0/verified', value: true },
    { op: 'add', path: '/traits/name', value: { first: 'Ada' } },
    { op: 'replace', path: '/nope/deep', value: 1 },
  ])
  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({
    metadata_admin: { b: 2 },
    traits: { name: { first: 'Ada' } },
    verifiable_addresses: [{ verified: true }],
  })
  for (const operation of [
    { op: 'replace', path: '/id', value: 'x' },
    { op: 'replace', path: '/credentials/password/config/hashed_password', value: 'x' },
    { op: 'move', from: '/credentials', path: '/metadata_public' },
    { op: 'replace', path: '', value: {} },
    { op: 'add', path: '/__proto__/polluted', value: 1 },
    { op: 'add', path: '/traits/constructor/prototype/polluted', value: 1 },
    { op: 'test', path: '/state', value: 'inactive' },
    { op: 'remove', path: '/traits/nothing' },
    { op: 'replace', path: '/traits/email', value: 'bad' },
    { op: 'replace', path: '/state', value: 'asleep' },
    { op: 'explode', path: '/state' },
  ]) {
    expect([operation, (await patch(id, [operation])).status]).toEqual([operation, 400])
  }
  expect((await patch(id, { op: 'add' })).status).toBe(400)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(await signIn(service, 'ada@example.org')).toMatch(/^ory_st_/)
})

test('deleting an identity ends its sessions @admin-4', async () => {
  const id = await createAccount(service, 'ada@example.org')
  const token = await signIn(service, 'ada@example.org')
  expect((await service.admin(`/admin/identities/${id}`, { method: 'DELETE' })).status).toBe(204)
  expect((await service.fetch('/sessions/whoami', { headers: { 'x-session-token': token } })).status).toBe(401)
})

test('a batch creates the valid identities and reports the rest', async () => {
  await create(ada)
  const [a, b, c] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const batch = (body: unknown) => service.admin('/admin/identities', { method: 'PATCH', body })
  const { body, status } = await batch({
    identities: [
      { create: { schema_id: 'default', traits: { email: 'new@example.org' } }, patch_id: a },
      { create: ada, patch_id: b },
      { create: { traits: 1 }, patch_id: c },
    ],
  })
  expect(status).toBe(200)
  expect(body.identities).toMatchObject([
    { action: 'create', patch_id: a },
    { action: 'error', patch_id: b, error: { code: 409 } },
    { action: 'error', patch_id: c, error: { code: 400 } },
  ])
  expect((await batch({})).body).toEqual({ identities: [] })
  expect((await batch({ identities: Array.from({ length: 1001 }, () => ({ create: ada })) })).status).toBe(400)
  expect((await batch({ identities: [{ create: ada, patch_id: 'x' }] })).status).toBe(400)
})

test('an unreadable entry of a batch is a separate error, one of another type refuses the batch @batch-1', async () => {
  const batch = (...identities: unknown[]) =>
    service.admin('/admin/identities', { method: 'PATCH', body: { identities } })
  const person = (name: string) => ({ schema_id: 'default', traits: { email: `${name}@example.org` } })
  const hashed = { password: { config: { hashed_password: 'nonsense' } } }
  const { status, body } = await batch(
    { create: null },
    {},
    { create: { ...person('key'), unknown: 1 } },
    { create: { ...person('type'), schema_id: 5 } },
    { create: { ...person('hash'), credentials: hashed } },
    { create: person('right') },
  )
  expect(status).toBe(200)
  const outcomes: { action: string; error?: { code: number } }[] = body.identities
  expect(outcomes.map(({ action, error }) => [action, error?.code])).toEqual([
    ...Array.from({ length: 5 }, () => ['error', 400]),
    ['create', undefined],
  ])
  for (const wrong of [null, { create: person('other'), unknown: 1 }, { create: person('other'), patch_id: '' }]) {
    const refused = await batch({ create: person('next') }, wrong)
    expect([refused.status, refused.body.error.code]).toEqual([400, 400])
  }
  expect((await batch({ create: person('next') })).body.identities).toMatchObject([{ action: 'create' }])
})

test('identities page by opaque tokens or by number, and filter', async () => {
  const ids: string[] = []
  for (const name of ['a', 'b', 'c'])
    ids.push((await create({ schema_id: 'default', traits: { email: `${name}@example.org` } })).body.id)
  const first = await service.admin('/admin/identities?page_size=2')
  const link = first.headers.get('link') ?? ''
  expect(link).toMatch(
    /^<\/admin\/identities\?page_size=2&page_token=00000000-0000-0000-0000-000000000000>; rel="first",<\/admin\/identities\?page_size=2&page_token=[0-9a-f-]{36}>; rel="next"$/,
  )
  expect(first.headers.has('x-total-count')).toBe(false)
  expect(first.body[0]).not.toHaveProperty('credentials')
  const next = /,<([^>]+)>; rel="next"/.exec(link)?.[1] ?? ''
  const second = await service.admin(next)
  expect(second.headers.get('link')).not.toContain('rel="next"')
  expect([...first.body, ...second.body].map(({ id }) => id)).toEqual(ids.toSorted())

  const numbered = await service.admin('/admin/identities?per_page=2&page=1')
  expect(numbered.body).toHaveLength(1)
  expect(numbered.headers.get('x-total-count')).toBe('3')
  expect(numbered.headers.get('link')).toBe(
    '</admin/identities?page=0&per_page=2>; rel="first",</admin/identities?page=0&per_page=2>; rel="prev"',
  )

  const found = await service.admin('/admin/identities?credentials_identifier=A%40example.org')
  expect(found.body).toMatchObject([{ id: ids[0], credentials: { password: {} } }])
  expect((await service.admin('/admin/identities?preview_credentials_identifier_similar=example')).body).toHaveLength(3)
  expect((await service.admin(`/admin/identities?ids=${ids[0]}&ids=${ids[1]}`)).body).toHaveLength(2)
  for (const query of [
    'page_token=garbage',
    'page_size=many',
    `ids=${ids[0]}&credentials_identifier=a`,
    'ids=x',
    'page_size=-1',
  ]) {
    expect([query, (await service.admin(`/admin/identities?${query}`)).status]).toEqual([query, 400])
  }
  expect((await service.admin('/admin/identities?page_size=0')).body).toHaveLength(3)
  expect((await service.admin('/admin/identities?page_size=99999999')).status).toBe(200)
})

test('a credential is removed unless it is missing or the last sign-in method @admin-5', async () => {
  const id = await createAccount(service, 'ada@example.org')
  const remove = async (type: string) =>
    (await service.admin(`/admin/identities/${id}/credentials/${type}`, { method: 'DELETE' })).status
  expect(await remove('totp')).toBe(404)
  expect(await remove('nope')).toBe(404)
  expect(await remove('constructor')).toBe(404)
  expect(await remove('code')).toBe(400)
  expect(await remove('password')).toBe(204)
  expect(await remove('password')).toBe(404)
  const strict = await createTestService()
  const only = await createAccount(strict, 'ada@example.org')
  expect((await strict.admin(`/admin/identities/${only}/credentials/password`, { method: 'DELETE' })).status).toBe(400)
})

test('sessions are listed, expanded, extended and ended @admin-6', async () => {
  const id = await createAccount(service, 'ada@example.org')
  await signIn(service, 'ada@example.org')
  service.clock.now += 1_000
  await signIn(service, 'ada@example.org')
  const page = await service.admin('/admin/sessions?page_size=1&expand=identity&expand=devices&active=true')
  expect(page.body).toMatchObject([{ active: true, identity: { id }, devices: [{}] }])
  const next = /,<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
  expect(next).toContain('/admin/sessions?active=true&expand=identity&expand=devices&page_size=1&page_token=')
  expect((await service.admin(next)).body).toHaveLength(1)

  const session = page.body[0].id
  expect((await service.admin(`/admin/sessions/${session}`)).body).toMatchObject({ identity: null, devices: [] })
  service.clock.now += 3_600_000
  const extended = await service.admin(`/admin/sessions/${session}/extend`, { method: 'PATCH' })
  expect(extended.body.expires_at).toBe(new Date(service.clock.now + 86_400_000).toISOString())
  for (const [path, status] of [
    ['/admin/sessions/nope', 400],
    [`/admin/sessions/${crypto.randomUUID()}`, 404],
    [`/admin/sessions/${session}?expand=nope`, 400],
    ['/admin/sessions?page_token=garbage', 400],
    ['/admin/sessions?active=perhaps', 400],
  ] as const) {
    expect([path, (await service.admin(path)).status]).toEqual([path, status])
  }
  const ofIdentity = await service.admin(`/admin/identities/${id}/sessions?active=true`)
  expect(ofIdentity.headers.get('x-total-count')).toBe('2')
  expect(ofIdentity.body).toMatchObject([{ identity: { id }, devices: [{}] }, {}])
  expect((await service.admin(`/admin/sessions/${session}`, { method: 'DELETE' })).status).toBe(204)
  expect((await service.admin(`/admin/identities/${id}/sessions?active=false`)).body).toHaveLength(1)
  const end = () => service.admin(`/admin/identities/${id}/sessions`, { method: 'DELETE' })
  expect((await end()).status).toBe(204)
  expect((await end()).status).toBe(404)
})

test('messages are listed newest first, and hidden outside development mode', async () => {
  const flows = { recovery: { enabled: true } }
  const [open, closed] = [
    await createTestService({ dev: true, selfservice: { flows } }),
    await createTestService({ selfservice: { flows } }),
  ]
  for (const one of [open, closed]) {
    await createAccount(one, 'ada@example.org')
    for (let round = 0; round < 2; round += 1) {
      one.clock.now += 1_000
      const flow = await one.fetch('/self-service/recovery/api')
      await one.fetch(`/self-service/recovery?flow=${flow.body.id}`, {
        method: 'POST',
        body: { method: 'code', email: 'ada@example.org' },
      })
    }
  }
  const page = await open.admin('/admin/courier/messages?page_size=1')
  expect(page.body).toMatchObject([
    { status: 'sent', type: 'email', recipient: 'ada@example.org', template_type: 'recovery_code_valid' },
  ])
  expect(page.body[0].body).toMatch(/^\d{6}$/m)
  const next = /,<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
  expect((await open.admin(next)).body).toHaveLength(1)
  expect((await open.admin(`/admin/courier/messages/${page.body[0].id}`)).body).toHaveProperty('dispatches')

  const hidden = await closed.admin('/admin/courier/messages?status=queued&recipient=ada%40example.org')
  expect(hidden.body).toMatchObject([{ body: '<redacted-unless-dev-mode>', subject: '<redacted-unless-dev-mode>' }, {}])
  for (const [path, status] of [
    ['/admin/courier/messages?status=nope', 400],
    ['/admin/courier/messages?page_token=garbage', 400],
    ['/admin/courier/messages/nope', 400],
    [`/admin/courier/messages/${crypto.randomUUID()}`, 404],
  ] as const) {
    expect([path, (await open.admin(path)).status]).toEqual([path, status])
  }
})
