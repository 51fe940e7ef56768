import { expect, test } from 'vitest'

import { createTestControlPlane } from '../service.fixture.ts'

const rename = (value: string) => [{ op: 'replace', path: '/name', value }]

test('a stale revision is refused with the present one, and nothing is lost', async () => {
  const { call, projectId } = await createTestControlPlane()
  const path = `/projects/${projectId}`
  const { revision_id } = (await call('GET', path)).body
  const first = await call('PATCH', `${path}/revision/${revision_id}`, rename('First'))
  expect(first.status).toBe(200)
  const second = await call('PATCH', `${path}/revision/${revision_id}`, rename('Second'))
  expect(second).toMatchObject({
    status: 409,
    body: { error: { id: 'stale_revision', details: { current_revision_id: first.body.project.revision_id } } },
  })
  expect((await call('GET', path)).body.name).toBe('First')
})

test('of many at once with the same revision one wins; without one, all of them happen @projects-7', async () => {
  const { call, projectId } = await createTestControlPlane()
  const path = `/projects/${projectId}`
  const { revision_id } = (await call('GET', path)).body
  const names = Array.from({ length: 8 }, (_, index) => `Name ${index}`)
  const racing = await Promise.all(names.map((name) => call('PATCH', `${path}/revision/${revision_id}`, rename(name))))
  expect(racing.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(409)])
  const config = '/services/identity/config'
  await Promise.all(
    names.map((name) => call('PATCH', path, [{ op: 'add', path: `${config}/${name.replace(' ', '_')}`, value: 1 }])),
  )
  const keys = Object.keys((await call('GET', path)).body.services.identity.config)
  expect(keys).toEqual(expect.arrayContaining(names.map((name) => name.replace(' ', '_'))))
})

test('revisions can be read: the project’s earlier state, and its author @projects-8', async () => {
  const { call, projectId } = await createTestControlPlane()
  const path = `/projects/${projectId}`
  await call('PATCH', path, [{ op: 'add', path: '/services/identity/config/session/lifespan', value: '1h' }])
  await call('PATCH', path, [{ op: 'add', path: '/services/identity/config/session/lifespan', value: '2h' }])
  const { revisions } = (await call('GET', `${path}/revisions`)).body
  expect(revisions).toHaveLength(3)
  const lifespans = await Promise.all(
    revisions.map(async ({ id }: { id: string }) => {
      const { body } = await call('GET', `${path}/revisions/${id}`)
      return body.services.identity.config.session.lifespan
    }),
  )
  expect(new Set(lifespans)).toEqual(new Set(['1h', '24h', '2h']))
  expect(revisions.filter(({ is_current }: { is_current: boolean }) => is_current)).toHaveLength(1)
})

test('a change that the host refuses is refused with its text, and the project runs unchanged', async () => {
  const { call, projectId, running } = await createTestControlPlane()
  const path = `/projects/${projectId}`
  const before = (await call('GET', path)).body
  const refused = await call('PATCH', path, [{ op: 'add', path: '/services/identity/config/nonsense', value: 1 }])
  expect(refused.body.error).toMatchObject({ code: 400, details: { faults: [expect.stringContaining('nonsense')] } })
  expect((await call('GET', path)).body).toEqual(before)
  expect(JSON.stringify(running.get(projectId))).not.toContain('nonsense')
})

test.each([
  ['a value', [{ op: 'test', path: '/name', value: 'Another' }], 'another one'],
  ['a path that is not there', [{ op: 'remove', path: '/services/identity/config/no/where' }], 'no such path'],
  ['what is read-only', [{ op: 'replace', path: '/slug', value: 'mine' }], '"slug" of a project cannot be changed'],
  ['what is read-only, by a detour', [{ op: 'move', from: '/name', path: '/state' }], '"state"'],
  ['the prototype', [{ op: 'add', path: '/__proto__/polluted', value: 1 }], 'not one of a project'],
  ['no name', [{ op: 'remove', path: '/name' }], '"name" is wrong'],
  ['an unknown field', [{ op: 'add', path: '/extra', value: 1 }], 'is wrong'],
])('a patch is refused whole: %s', async (_, patch, reason) => {
  const { call, projectId } = await createTestControlPlane()
  const path = `/projects/${projectId}`
  const before = (await call('GET', path)).body
  const refused = await call('PATCH', path, [{ op: 'replace', path: '/environment', value: 'prod' }, ...patch])
  expect(refused.status).toBe(400)
  expect(refused.body.error.reason).toContain(reason)
  expect((await call('GET', path)).body).toEqual(before)
  expect(Object.prototype).not.toHaveProperty('polluted')
})

test('organizations are part of the project document, and the host receives each change', async () => {
  const { call, projectId, organizations } = await createTestControlPlane()
  const path = `/projects/${projectId}`
  const add = [{ op: 'add', path: '/organizations/-', value: { label: 'Acme', domains: ['acme.example'] } }]
  const [acme] = (await call('PATCH', path, add)).body.project.organizations
  expect(organizations.get(projectId)).toMatchObject([{ id: acme.id, label: 'Acme', domains: ['acme.example'] }])
  const before = (await call('GET', path)).body.revision_id
  await call('PUT', `${path}/organizations/${acme.id}`, { session_lifespan: '30m' })
  expect((await call('GET', path)).body.revision_id).not.toBe(before)
  expect(organizations.get(projectId)).toMatchObject([{ label: 'Acme', sessionLifespan: '30m' }])
  const clash = await call('PATCH', path, add)
  expect(clash.status).toBe(409)
  await call('PATCH', path, [{ op: 'remove', path: '/organizations/0' }])
  expect(organizations.get(projectId)).toEqual([])
})

test('when a refused change had already run, the project returns to its stored state', async () => {
  const { call, projectId, running } = await createTestControlPlane()
  const path = `/projects/${projectId}`
  await call('POST', `${path}/organizations`, { label: 'Acme', domains: ['acme.example'] })
  const patch = [
    { op: 'add', path: '/services/identity/config/session', value: { lifespan: '1h' } },
    { op: 'add', path: '/organizations/-', value: { label: 'Copycat', domains: ['acme.example'] } },
  ]
  expect((await call('PATCH', path, patch)).status).toBe(409)
  expect(running.get(projectId)?.identityConfig).toEqual({ session: { lifespan: '24h' } })
})

test('services that do not run here are named, and left out', async () => {
  const { call, projectId } = await createTestControlPlane()
  const path = `/projects/${projectId}`
  const patch = [{ op: 'add', path: '/services/oauth2', value: { config: { issuer: 'https://a.example' } } }]
  const answer = (await call('PATCH', path, patch)).body
  expect(answer.warnings).toEqual([{ code: 1, message: expect.stringContaining('oauth2') }])
  expect(answer.project.services).not.toHaveProperty('oauth2')
})

test('of changes at two processes at once none is lost @projects-30', async () => {
  const one = await createTestControlPlane()
  const other = await createTestControlPlane(one.folder)
  const path = `/projects/${one.projectId}`
  const set = (at: string, value: unknown) => [{ op: 'add', path: `/services/identity/config/${at}`, value }]
  const answers = await Promise.all(
    ['a', 'b', 'c', 'd'].flatMap((name) => [
      one.call('PATCH', path, set(`selfservice_${name}`, name)),
      other.call('PATCH', path, set(`session_${name}`, name)),
    ]),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const { services } = (await one.call('GET', path)).body
  const { config } = services.identity
  expect(config).toMatchObject(
    Object.fromEntries(
      ['a', 'b', 'c', 'd'].flatMap((name) => [
        [`selfservice_${name}`, name],
        [`session_${name}`, name],
      ]),
    ),
  )
  const running = [one, other].map((plane) => plane.running.get(one.projectId)?.identityConfig)
  expect(running).toContainEqual(config)
  await other.plane.stop()
})

test('a change at another process does not bring a deleted project back @projects-31', async () => {
  const one = await createTestControlPlane()
  const other = await createTestControlPlane(one.folder)
  const { body } = await one.call('POST', '/projects', { name: 'Shop', environment: 'dev' })
  const path = `/projects/${body.id}`
  other.fixing.meanwhile = () => one.call('POST', `${path}/purge`, { slug: body.slug })
  const late = await other.call('PATCH', path, [{ op: 'replace', path: '/name', value: 'Shop again' }])
  expect(late.status).toBe(404)
  expect((await one.call('GET', path)).status).toBe(404)
  await other.plane.stop()
})

test('organizations that another process changes meanwhile are not replaced by older ones @projects-32', async () => {
  const one = await createTestControlPlane()
  const other = await createTestControlPlane(one.folder)
  const path = `/projects/${one.projectId}/organizations`
  const create = ({ call }: typeof one, label: string) => call('POST', path, { label, domains: [`${label}.example`] })
  one.telling.meanwhile = () => create(other, 'globex')
  expect((await create(one, 'acme')).status).toBe(201)
  const told = [one, other].map(({ organizations }) =>
    organizations
      .get(one.projectId)
      ?.map(({ label }) => label)
      .toSorted(),
  )
  expect(told).toEqual([
    ['acme', 'globex'],
    ['acme', 'globex'],
  ])
  await other.plane.stop()
})

test('a deletion that was interrupted is finished at the next start @projects-9', async () => {
  const first = await createTestControlPlane()
  const { id, slug } = (await first.call('POST', '/projects', { name: 'Shop', environment: 'dev' })).body
  await first.call('POST', `/projects/${id}/organizations`, { label: 'Acme', domains: [] })
  first.host.remove = () => Promise.reject(new Error('the process ends here'))
  expect((await first.call('DELETE', `/projects/${id}`)).status).toBe(500)
  expect((await first.call('GET', `/projects/${id}`)).status).toBe(404)
  await first.plane.stop()
  const second = await createTestControlPlane(first.folder)
  expect(second.removed).toEqual([id])
  expect(second.organizations.get(id)).toMatchObject([{ label: 'Acme' }])
  expect(second.running.has(id)).toBe(false)
  expect((await second.call('GET', '/projects')).body.map((one: { slug: string }) => one.slug)).not.toContain(slug)
})

test('a project that cannot be opened is halted with the reason, and the others continue @projects-20', async () => {
  const first = await createTestControlPlane()
  const { id } = (await first.call('POST', '/projects', { name: 'Shop', environment: 'dev' })).body
  // As with a newer version that no longer knows a key.
  await first.call('PATCH', `/projects/${id}`, [{ op: 'add', path: '/services/identity/config/soon', value: 1 }])
  await first.plane.stop()
  const second = await createTestControlPlane(first.folder, { isRefused: (config) => 'soon' in config })
  expect((await second.call('GET', `/projects/${id}`)).body).toMatchObject({
    state: 'halted',
    halt_reason: expect.stringContaining('cannot be opened: nonsense is unknown; check its spelling'),
  })
  expect(await second.plane.haltedProjects()).toBe(1)
  expect((await second.call('GET', `/projects/${second.projectId}`)).body.state).toBe('running')
  const repair = [{ op: 'remove', path: '/services/identity/config/soon' }]
  const repaired = (await second.call('PATCH', `/projects/${id}`, repair)).body.project
  expect([repaired.state, repaired.halt_reason]).toEqual(['running', undefined])
  expect(await second.plane.haltedProjects()).toBe(0)
})

test('a project that takes too long to open delays no other project, and runs once it has opened @projects-21', async () => {
  const first = await createTestControlPlane()
  const make = async (name: string) => (await first.call('POST', '/projects', { name, environment: 'dev' })).body.id
  const slow = await Promise.all(Array.from({ length: 10 }, (_, at) => make(`Slow ${at}`)))
  const shop = await make('Shop')
  await first.plane.stop()
  const { promise, resolve } = Promise.withResolvers<void>()
  const second = await createTestControlPlane(first.folder, {
    startTimeoutMs: 100,
    opening: async ({ name }) => (name.startsWith('Slow') ? promise : undefined),
  })
  const stateOf = async (id: string) => {
    const { state, halt_reason: reason } = (await second.call('GET', `/projects/${id}`)).body
    return [state, reason]
  }
  expect(await stateOf(shop)).toEqual(['running', undefined])
  expect(await stateOf(slow[0])).toEqual(['halted', expect.stringContaining('was not opened within 0.1 seconds')])
  expect(await second.plane.haltedProjects()).toBe(10)
  resolve()
  await expect.poll(() => second.plane.haltedProjects()).toBe(0)
  expect(second.running.has(slow[0])).toBe(true)
  await second.plane.stop()
})

test('any name results in an address of one label', async () => {
  const { call } = await createTestControlPlane()
  for (const name of ['Größe & Söhne', '../../etc', '日本語', 'a'.repeat(120), '--', 'xn--80ak6aa92e']) {
    const { slug } = (await call('POST', '/projects', { name, environment: 'dev' })).body
    expect(slug).toMatch(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])$/)
  }
})
