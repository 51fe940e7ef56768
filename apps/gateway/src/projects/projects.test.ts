import { openDatabase } from '@gatehouse/identity/database'
import { testedDatabaseFor } from '@gatehouse/testing/processes'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, describe, expect, test } from 'vitest'
import { openGateway, type TestGateway } from './gateway.fixture.ts'

const opened: TestGateway[] = []
afterEach(async () => {
  for (const { gateway } of opened.splice(0)) await gateway.stop()
})
async function open(...given: Parameters<typeof openGateway>): Promise<TestGateway> {
  const gateway = await openGateway(...given)
  opened.push(gateway)
  return gateway
}
const config = '/services/identity/config'

describe('a new project', () => {
  test('answers at once at its own address: people register there, and are unknown to other projects @projects-1', async () => {
    const { ask, createProject, register, whoami, origin } = await open()
    const shop = await createProject('Shop')
    const office = await createProject('Office')
    const page = await ask(`${shop.origin}/login`)
    expect(page.body).toBe(`page of Shop at ${shop.origin}`)
    const token = await register(shop.origin, 'ada@example.com')
    expect((await whoami(shop.origin, token)).body.identity.traits.email).toBe('ada@example.com')
    expect((await whoami(office.origin, token)).status).toBe(401)
    expect((await whoami(origin, token)).status).toBe(401)
    // The same address is free at the other one.
    await register(office.origin, 'ada@example.com')
  })

  test('sets cookies only for its own host, and its flows redirect to its own pages', async () => {
    const { ask, createProject } = await open()
    const shop = await createProject('Shop')
    const flow = await ask(`${shop.origin}/self-service/login/browser`, { headers: { accept: 'application/json' } })
    expect(flow.body.ui.action).toContain(shop.origin)
    expect(flow.headers.getSetCookie().length).toBeGreaterThan(0)
    for (const cookie of flow.headers.getSetCookie()) expect(cookie.toLowerCase()).not.toContain('domain=')
  })

  test('has a separate folder, database and secrets, readable by this user alone', async () => {
    const { data, createProject } = await open()
    const shop = await createProject('Shop')
    const folder = join(data, 'projects', shop.id)
    const files = testedDatabaseFor(data) === undefined ? ['identity.sqlite', 'secrets.json'] : ['secrets.json']
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(files))
    expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).not.toBe(
      readFileSync(join(data, 'secrets.json'), 'utf8'),
    )
  })

  test('is restored after a restart, with its people and their sessions', async () => {
    const first = await open()
    const shop = await first.createProject('Shop')
    const token = await first.register(shop.origin, 'ada@example.com')
    opened.length = 0
    await first.gateway.stop()
    const second = await open({ data: first.data })
    expect((await second.whoami(shop.origin, token)).status).toBe(200)
    expect((await second.control('GET', `/projects/${shop.id}`)).body).toEqual(
      expect.objectContaining({ revision_id: shop.body.revision_id, state: 'running' }),
    )
  })

  test('needs names below a domain: an IP address has none, and the answer names the setting', async () => {
    const environment = { GATEHOUSE_PUBLIC_URL: 'http://192.0.2.7', GATEHOUSE_LISTEN_PORT: '4455' }
    const { control } = await open({ environment })
    const refused = await control('POST', '/projects', { name: 'Shop', environment: 'dev' })
    expect(refused.status).toBe(400)
    expect(refused.body.error.reason).toContain('GATEHOUSE_PROJECTS_DOMAIN')
  })
})

describe('addresses', () => {
  test('an unknown project name gives access to no other project @projects-2', async () => {
    const { ask } = await open()
    expect((await ask('http://nobody.localhost:4455/login')).status).toBe(404)
    expect((await ask('http://nobody.localhost:4455/self-service/login/api')).status).toBe(404)
    // Any other host is redirected to the public origin.
    const other = await ask('http://127.0.0.1:4455/login')
    expect([other.status, other.headers.get('location')]).toEqual([307, 'http://localhost:4455/login'])
  })

  test('the admin API of a project accepts only its keys @projects-3', async () => {
    const { ask, control, createProject, rootKey } = await open()
    const shop = await createProject('Shop')
    const office = await createProject('Office')
    const list = async (key: string | undefined, method = 'GET', path = '/admin/identities') =>
      ask(`${shop.origin}${path}`, { method, ...(key && { headers: { authorization: `Bearer ${key}` } }) })
    const keyOf = async (id: string, role?: string) =>
      String((await control('POST', `/projects/${id}/tokens`, { name: 'key', ...(role && { role }) })).body.value)

    expect((await list(await keyOf(shop.id))).body).toEqual([])
    expect((await list(rootKey)).status).toBe(200)
    expect((await list(undefined)).status).toBe(401)
    expect((await list('gpk_wrong-wrong-wrong-wrong')).status).toBe(401)
    expect((await list(await keyOf(office.id))).status).toBe(401)
    const viewer = await keyOf(shop.id, 'viewer')
    expect((await list(viewer)).status).toBe(200)
    expect((await list(viewer, 'DELETE', '/admin/identities/2f1d7c9e-3c31-4f57-8d25-7f0b4e1f0a11')).status).toBe(403)
    expect((await list(viewer, 'GET', '/admin/identities?include_credential=oidc')).status).toBe(403)
    expect((await list(await keyOf(shop.id), 'GET', '/admin/courier/messages')).status).toBe(200)
    for (const messages of ['/admin/courier/messages', '/admin/%63ourier/messages']) {
      expect([messages, (await list(viewer, 'GET', messages)).status]).toEqual([messages, 403])
    }
    expect((await list(viewer, 'GET', '/admin/courier%2Fmessages')).status).toBe(404)
    // The first project's admin API has its own listener.
    const main = await ask('http://localhost:4455/admin/identities', {
      headers: { authorization: `Bearer ${rootKey}` },
    })
    expect(main.body).toContain('page of')
  })

  test('keys are never in the log @projects-4', async () => {
    const { ask, control, createProject, lines, rootKey } = await open()
    const shop = await createProject('Shop')
    const { value } = (await control('POST', `/projects/${shop.id}/tokens`, { name: 'key' })).body
    await ask(`${shop.origin}/admin/identities`, { headers: { authorization: `Bearer ${value}` } })
    await control('GET', '/projects', undefined, `${rootKey}x`)
    await control('POST', `/projects/${shop.id}/tokens`, { name: '' })
    expect(lines.length).toBeGreaterThan(0)
    const log = lines.join('\n')
    for (const secret of [rootKey, value]) expect(log).not.toContain(String(secret).slice(8))
  })
})

describe('a change of the configuration', () => {
  test('holds at once, and no session ends', async () => {
    const { ask, control, createProject, register, whoami } = await open()
    const shop = await createProject('Shop')
    const token = await register(shop.origin, 'ada@example.com')
    const patch = [{ op: 'replace', path: `${config}/selfservice/methods/password/enabled`, value: false }]
    const busy = Array.from({ length: 20 }, () => whoami(shop.origin, token))
    const [changed, ...seen] = await Promise.all([control('PATCH', `/projects/${shop.id}`, patch), ...busy])
    expect(changed.status).toBe(200)
    expect(seen.map(({ status }) => status)).toEqual(busy.map(() => 200))
    expect((await whoami(shop.origin, token)).status).toBe(200)
    const flow = await ask(`${shop.origin}/self-service/login/api`)
    const groups = flow.body.ui.nodes.map(({ group }: { group: string }) => group)
    expect(groups).not.toContain('password')
    expect(groups).toContain('code')
  })

  test('also of the first project, and after a restart it is still so', async () => {
    const first = await open()
    const token = await first.register(first.origin, 'ada@example.com')
    const [project] = (await first.control('GET', '/projects')).body
    expect(project.hosts).toEqual(['localhost:4455'])
    const patch = [{ op: 'add', path: `${config}/selfservice/flows/login/lifespan`, value: '7m' }]
    expect((await first.control('PATCH', `/projects/${project.id}`, patch)).status).toBe(200)
    opened.length = 0
    await first.gateway.stop()
    const second = await open({ data: first.data })
    expect((await second.whoami(second.origin, token)).status).toBe(200)
    const flow = (await second.ask(`${second.origin}/self-service/login/api`)).body
    expect(Date.parse(flow.expires_at) - Date.parse(flow.issued_at)).toBe(7 * 60_000)
  })

  test.each([
    ['a key that does not exist', [{ op: 'add', path: `${config}/selfservise`, value: {} }], 'selfservise is unknown'],
    [
      'a file of the gateway',
      [{ op: 'replace', path: `${config}/identity/schemas/0/url`, value: 'file:///etc/passwd' }],
      'base64://',
    ],
    [
      'a document inside of our network',
      [{ op: 'replace', path: `${config}/identity/schemas/0/url`, value: 'http://127.0.0.1:4434/x' }],
      'base64://',
    ],
    [
      'a schema that is none',
      [{ op: 'replace', path: `${config}/identity/schemas/0/url`, value: `base64://${btoa('{"type":7}')}` }],
      'schema',
    ],
    [
      'a folder of the gateway',
      [{ op: 'add', path: `${config}/courier`, value: { template_override_path: '/etc' } }],
      'courier.template_override_path',
    ],
  ])('is refused with the reason, and changes nothing: %s @projects-5', async (_, patch, reason) => {
    const { ask, control, createProject } = await open()
    const shop = await createProject('Shop')
    const refused = await control('PATCH', `/projects/${shop.id}`, patch)
    expect(refused.status).toBe(400)
    expect(refused.body.error.reason).toContain(reason)
    expect((await control('GET', `/projects/${shop.id}`)).body).toEqual(shop.body)
    expect((await ask(`${shop.origin}/self-service/login/api`)).status).toBe(200)
  })

  test('cannot set the gateway’s own keys: they are left out, with a warning @projects-6', async () => {
    const { data, control, createProject } = await open()
    const shop = await createProject('Shop')
    const value = {
      ...shop.body.services.identity.config,
      dsn: `sqlite://${data}/control-plane.sqlite`,
      serve: { public: { base_url: 'https://evil.example' } },
      secrets: { default: ['known to somebody else, who signs with it'] },
      cookies: { domain: 'localhost' },
      oauth2_provider: { url: 'http://127.0.0.1:4445' },
      clients: { http: { disallow_private_ip_ranges: false } },
    }
    const changed = await control('PATCH', `/projects/${shop.id}`, [{ op: 'replace', path: config, value }])
    const messages = changed.body.warnings.map(({ message }: { message: string }) => message.split(' ')[0])
    expect(messages).toEqual([
      'dsn',
      'serve',
      'secrets',
      'cookies.domain',
      'oauth2_provider',
      'clients.http.disallow_private_ip_ranges',
    ])
    expect(JSON.stringify(changed.body.project)).not.toContain('evil.example')
  })

  test('of a project whose configuration is a file is refused with the name of the file @projects-10', async () => {
    const { control, data } = await open()
    const [{ id }] = (await control('GET', '/projects')).body
    const { services } = (await control('GET', `/projects/${id}`)).body
    const file = join(data, 'kratos.yml')
    writeFileSync(file, JSON.stringify(services.identity.config))
    const fixed = await open({ environment: { GATEHOUSE_IDENTITY_CONFIG: file } })
    const [project] = (await fixed.control('GET', '/projects')).body
    const patch = [{ op: 'replace', path: `${config}/session/lifespan`, value: '1h' }]
    const refused = await fixed.control('PATCH', `/projects/${project.id}`, patch)
    expect(refused.body.error.reason).toContain(file)
    const renamed = await fixed.control('PATCH', `/projects/${project.id}`, [
      { op: 'replace', path: '/name', value: 'Ours' },
    ])
    expect(renamed.status).toBe(200)
  })

  test('is that of a file from the first start that names one, and the stored one is kept as a revision @projects-11', async () => {
    const { control, data, gateway } = await open()
    const [{ id }] = (await control('GET', '/projects')).body
    const patch = [{ op: 'replace', path: `${config}/session/lifespan`, value: '1h' }]
    const stored = (await control('PATCH', `/projects/${id}`, patch)).body.project
    await gateway.stop()
    const file = join(data, 'kratos.yml')
    const { session, ...others } = stored.services.identity.config
    writeFileSync(file, JSON.stringify({ ...others, session: { ...session, lifespan: '2h' } }))

    const fixed = await open({ data, environment: { GATEHOUSE_IDENTITY_CONFIG: file } })
    const now = (await fixed.control('GET', `/projects/${id}`)).body
    expect(now.services.identity.config.session.lifespan).toBe('2h')
    expect(fixed.lines.join('')).toContain(`${file} replaces the configuration that was stored`)
    const before = await fixed.control('GET', `/projects/${id}/revisions/${stored.revision_id}`)
    expect(before.body.services.identity.config.session.lifespan).toBe('1h')
  })
})

// With PostgreSQL, memory is another location than the database, and refused.
test.skipIf(testedDatabaseFor('any') !== undefined)(
  'accounts that are in memory stay there when the project changes @accounts-location-3',
  async () => {
    const { control, data } = await open()
    const [{ id }] = (await control('GET', '/projects')).body
    const { services } = (await control('GET', `/projects/${id}`)).body
    const file = join(data, 'kratos.yml')
    writeFileSync(file, JSON.stringify({ ...services.identity.config, dsn: 'memory' }))
    const inMemory = await open({ environment: { GATEHOUSE_IDENTITY_CONFIG: file } })
    const origin = 'http://localhost:4455'
    const token = await inMemory.register(origin, 'ada@example.org')
    const [project] = (await inMemory.control('GET', '/projects')).body
    const cors = { enabled: true, origins: ['https://app.example.org'] }
    const patch = [{ op: 'replace', path: '/cors_public', value: cors }]
    expect((await inMemory.control('PATCH', `/projects/${project.id}`, patch)).status).toBe(200)
    expect((await inMemory.whoami(origin, token)).status).toBe(200)
  },
)

test('CORS of a project is for its own API', async () => {
  const { ask, control, createProject } = await open()
  const shop = await createProject('Shop')
  const office = await createProject('Office')
  const value = { enabled: true, origins: ['https://shop.example.org'] }
  await control('PATCH', `/projects/${shop.id}`, [{ op: 'replace', path: '/cors_public', value }])
  const allowed = async (origin: string) => {
    const headers = { origin: 'https://shop.example.org' }
    return (await ask(`${origin}/sessions/whoami`, { headers })).headers.get('access-control-allow-origin')
  }
  expect(await allowed(shop.origin)).toBe('https://shop.example.org')
  expect(await allowed(office.origin)).toBeNull()
})

/** Returns the files without those that an open database has beside it. */
function filesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => !/-(?:wal|shm)$/.test(name)) : []
}

test('a deleted project is no longer served, its keys are invalid, and its data is archived', async () => {
  const { ask, control, createProject, data, register } = await open()
  const shop = await createProject('Shop')
  const office = await createProject('Office')
  await register(shop.origin, 'ada@example.com')
  const { value: key } = (await control('POST', `/projects/${shop.id}/tokens`, { name: 'key' })).body
  expect((await control('POST', `/projects/${shop.id}/purge`, { slug: office.slug })).body.error.id).toBe(
    'confirmation_required',
  )
  const purged = await control('POST', `/projects/${shop.id}/purge`, { slug: shop.slug })
  const database = testedDatabaseFor(data)
  const folder = `exports/${shop.slug}-${shop.id}`
  expect(purged.body).toMatchObject(database === undefined ? { exported_to: folder } : { archive_id: shop.id })
  expect(filesIn(join(data, folder))).toEqual(
    database === undefined ? ['identity.sqlite', 'project.json', 'secrets.json'] : [],
  )
  expect(existsSync(join(data, 'projects', shop.id))).toBe(database !== undefined)
  const file = `sqlite://${join(data, String(purged.body.exported_to), 'identity.sqlite')}`
  const kept = openDatabase(database ?? file, database === undefined ? {} : { project: shop.id })
  expect(await kept.prepare('SELECT count(*) AS people FROM identities').get()).toEqual({ people: 1 })
  kept.close()
  expect((await ask(`${shop.origin}/login`)).status).toBe(404)
  expect((await control('GET', `/projects/${shop.id}`)).status).toBe(404)
  expect((await control('GET', `/projects/${office.id}`, undefined, key)).status).toBe(401)
  expect((await ask(`${office.origin}/login`)).status).toBe(200)
  const [main] = (await control('GET', '/projects')).body
  expect((await control('DELETE', `/projects/${main.id}`)).status).toBe(409)
})

test('operators are people of the first project', async () => {
  const { control, installation, register, whoami, origin } = await open()
  const token = await register(origin, 'ada@example.com')
  const { id } = (await whoami(origin, token)).body.identity
  const [workspace] = (await control('GET', '/workspaces')).body.workspaces
  const members = `/workspaces/${workspace.id}/members`
  const ada = installation.controlPlane.fetchAs({ kind: 'operator', identityId: id })
  const list = () => ada(new Request('http://localhost:4456/projects'))
  expect((await list()).status).toBe(403)
  const named = await control('PUT', `${members}/${id}`, { role: 'owner' })
  expect(named.body).toMatchObject({ id, email: 'ada@example.com', role: 'owner', source: 'workspace' })
  expect((await list()).status).toBe(200)
  const unknown = await control('PUT', `${members}/2f1d7c9e-3c31-4f57-8d25-7f0b4e1f0a11`, { role: 'owner' })
  expect(unknown.body.error.reason).toContain('register first')
  // An account that is deleted there does not exist here.
  await installation.projects.main().adminClient.deleteIdentity({ id })
  expect((await list()).status).toBe(401)
})

test('the console’s origin has a page for people, and leaves the API to programs', async () => {
  const { control, consoleEdge } = await open()
  const headers = { host: 'localhost:4456', accept: 'text/html' }
  const page = await consoleEdge(new Request('http://localhost:4456/projects', { headers }), '192.0.2.7')
  expect(await page.text()).toBe('page of the console at http://localhost:4456')
  expect((await control('GET', '/projects')).status).toBe(200)
  expect((await control('GET', '/nothing')).body).toBe('page of the console at http://localhost:4456')
})
