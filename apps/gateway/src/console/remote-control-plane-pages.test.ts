import { afterEach, describe, expect, test } from 'vitest'
import { listen, type Listener } from '../process/listen.ts'
import { openGateway, type TestGateway } from '../projects/gateway.fixture.ts'
import { type ConsoleHarness, isBuilt, openConsoleHarness } from './console.fixture.ts'

let there: TestGateway
let listener: Listener
let harness: ConsoleHarness
let workspace = ''

/** A console that works at the control plane of another gateway, over the network. */
async function openBoth(): Promise<void> {
  there = await openGateway({ environment: { LOG_LEVEL: 'silent', GATEHOUSE_CONSOLE_URL: 'http://127.0.0.1:4456' } })
  // The port is free; the Host is the one that the gateway was configured with.
  listener = await listen(
    (received, address) => {
      received.headers.set('host', '127.0.0.1:4456')
      return there.consoleEdge(received, address)
    },
    { host: '127.0.0.1', port: 0, variable: 'the test' },
  )
  workspace = (await there.control('GET', '/workspaces')).body.workspaces[0].id
  const key = await there.control('POST', `/workspaces/${workspace}/tokens`, { name: 'console' })
  harness = await openConsoleHarness({
    GATEHOUSE_CONTROL_PLANE_URL: `http://127.0.0.1:${listener.port}`,
    GATEHOUSE_CONTROL_PLANE_KEY: key.body.value,
  })
}

afterEach(async () => {
  await listener.close(0)
  await there.gateway.stop()
  await harness.gateway.stop()
})

async function ownersBrowser() {
  const { email } = await harness.member('ada', 'owner')
  const browser = harness.browser()
  await browser.signIn(email)
  return browser
}

describe.skipIf(!isBuilt)('a console in front of a remote control plane', () => {
  test('lists its projects, creates one, configures it, and creates a key for it', async () => {
    await openBoth()
    const browser = await ownersBrowser()
    const at = `/w/${workspace}`
    expect((await browser.open('/switch')).html).toContain(`At the control plane http://127.0.0.1:${listener.port}`)
    expect((await browser.open(at)).html).toContain('Gatehouse')

    const made = await browser.post(`${at}/new-project`, { intent: 'create', name: 'Corner Shop', environment: 'dev' })
    expect(made.html).toContain('Corner Shop is live')
    const shop = (await there.control('GET', '/projects')).body.find(
      ({ name }: { name: string }) => name === 'Corner Shop',
    )
    expect(made.path).toBe(`${at}/p/${shop.slug}`)
    expect(made.html).toContain(`http://${shop.slug}.localhost:4455`)

    const one = `${at}/p/${shop.slug}`
    const { body: before } = await there.control('GET', `/projects/${shop.id}`)
    const rename = { intent: 'rename', revision: before.revision_id, name: 'Book Shop', environment: 'prod' }
    expect((await browser.post(`${one}/settings`, rename)).html).toContain('Book Shop')
    const { body: after } = await there.control('GET', `/projects/${shop.id}`)
    expect(after).toMatchObject({ name: 'Book Shop', environment: 'prod' })
    const draft = { ...after.services.identity.config, session: { lifespan: '48h' } }
    const save = { intent: 'save', revision: after.revision_id, draft: JSON.stringify(draft) }
    expect((await browser.post(`${one}/configuration`, save)).html).toContain('configuration is live')
    const { body: saved } = await there.control('GET', `/projects/${shop.id}`)
    expect(saved.services.identity.config.session.lifespan).toBe('48h')

    const acme = await browser.post(`${one}/organizations/new`, {
      intent: 'create',
      label: 'Acme',
      domains: 'acme.example',
    })
    expect(acme.html).toContain('Acme')
    const { organizations } = (await there.control('GET', `/projects/${shop.id}/organizations`)).body
    expect(organizations).toMatchObject([{ label: 'Acme', domains: ['acme.example'] }])

    const key = await browser.post(`${one}/keys`, { intent: 'create', name: 'CI', role: 'developer', days: '30' })
    const value = /gpk_[\w-]{43}/.exec(key.html)?.[0] ?? ''
    expect((await there.control('GET', `/projects/${shop.id}`, undefined, value)).status).toBe(200)
    for (const page of [
      '',
      '/people',
      '/organizations',
      '/streams',
      '/configuration',
      '/configuration/revisions',
      '/keys',
      '/audit',
      '/settings',
    ]) {
      expect([page, (await browser.open(`${one}${page}`)).status]).toEqual([page, 200])
    }
    for (const page of ['', '/members', '/keys', '/audit', '/settings']) {
      expect([page, (await browser.open(`${at}${page}`)).status]).toEqual([page, 200])
    }
    // Changes there are also in the local audit log, under the operator's name. Pages that show no secret read none.
    const log = (await harness.control('GET', `/workspaces/${harness.workspace.id}/audit`)).body.entries
    const mine = log.filter(({ target }: { target: { name: string } }) => target.name.includes('127.0.0.1'))
    expect(
      mine.map(({ operation, actor }: { operation: string; actor: { name: string } }) => [operation, actor.name]),
    ).toEqual([
      ['createProjectApiKey', 'ada@example.com'],
      ['createOrganization', 'ada@example.com'],
      ['patchProjectWithRevision', 'ada@example.com'],
      ['patchProjectWithRevision', 'ada@example.com'],
      ['createProject', 'ada@example.com'],
    ])
  })

  test('a viewer here is a viewer there; an operator without a role here sees nothing of it', async () => {
    await openBoth()
    const vera = await harness.member('vera', 'viewer')
    const viewer = harness.browser()
    await viewer.signIn(vera.email)
    expect((await viewer.open(`/w/${workspace}`)).html).not.toContain('New project')
    const wish = { intent: 'create', name: 'Hers', environment: 'dev' }
    expect((await viewer.post(`/w/${workspace}/new-project`, wish)).status).toBe(403)
    expect((await viewer.open(`/w/${workspace}/keys`)).status).toBe(403)
    const eve = await harness.member('eve')
    const stranger = harness.browser()
    expect((await stranger.signIn(eve.email)).html).not.toContain('127.0.0.1')
    expect((await stranger.open(`/w/${workspace}`)).status).toBe(404)
    expect((await there.control('GET', '/projects')).body).toHaveLength(1)
  })

  test('a revoked key shows a page that says so, and local pages keep working @remote-control-plane-pages-1', async () => {
    await openBoth()
    const browser = await ownersBrowser()
    const keys = (await there.control('GET', `/workspaces/${workspace}/tokens`)).body
    const { id } = keys.find(({ name }: { name: string }) => name === 'console')
    await there.control('DELETE', `/workspaces/${workspace}/tokens/${id}`)
    const refused = await browser.open(`/w/${workspace}`)
    expect(refused.status).toBe(502)
    expect(refused.html).toContain('The key of this console was refused')
    expect(refused.html).toContain('GATEHOUSE_CONTROL_PLANE_KEY')
    expect((await browser.open(`/w/${harness.workspace.slug}`)).status).toBe(200)
    expect((await browser.open('/switch')).html).toContain('The projects at')
    const secret = harness.config.otherControlPlane?.key.reveal() ?? ''
    expect(secret).not.toBe('')
    expect(harness.lines.join('')).not.toContain(secret)
    expect(refused.html).not.toContain(secret)
  })

  test('an unreachable control plane shows a page that says so, and local pages keep working', async () => {
    await openBoth()
    const browser = await ownersBrowser()
    await listener.close(0)
    const away = await browser.open(`/w/${workspace}`)
    expect(away.status).toBe(503)
    expect(away.html).toContain('The other control plane does not respond')
    expect((await browser.open(`/w/${harness.workspace.slug}`)).status).toBe(200)
  })
})
