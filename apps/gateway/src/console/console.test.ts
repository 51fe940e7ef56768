import { totpCode } from '@gatehouse/testing/devices'
import { afterEach, describe, expect, test } from 'vitest'
import { type ConsoleHarness, isBuilt, openConsoleHarness } from './console.fixture.ts'

let harness: ConsoleHarness
afterEach(() => harness.gateway.stop())

/** Every page that an owner can open. */
const pages = ['', '/members', '/keys', '/audit', '/settings']

describe.skipIf(!isBuilt)('signing in to the console', () => {
  test('the session token is only in a cookie of the console, which scripts cannot read @console-1', async () => {
    harness = await openConsoleHarness()
    const ada = await harness.member('ada', 'owner')
    const browser = harness.browser()
    const first = await browser.open('/')
    expect(first.path).toBe('/sign-in')
    const inside = await browser.signIn(ada.email)
    expect([inside.status, inside.path]).toEqual([200, harness.home])
    const token = browser.visitor.cookie(harness.consoleOrigin, 'gatehouse_operator') ?? ''
    expect((await harness.whoami(harness.origin, token)).body.identity.id).toBe(ada.id)
    expect(inside.html).not.toContain(token)
    expect(inside.headers.get('cache-control')).toBe('private, no-store')

    await browser.post('/sign-out', {})
    expect((await harness.whoami(harness.origin, token)).status).toBe(401)
    expect((await browser.open(`/w/${harness.workspace.slug}`)).path).toMatch(/^\/sign-in\?/)
  })

  test('on https the cookie is bound to the host @console-2', async () => {
    harness = await openConsoleHarness({
      GATEHOUSE_PUBLIC_URL: 'https://account.example.org',
      GATEHOUSE_CONSOLE_URL: 'https://console.example.org',
      GATEHOUSE_TRUSTED_PROXY: '1',
    })
    const ada = await harness.member('ada', 'owner')
    const browser = harness.browser()
    const forwarded = { 'x-forwarded-host': 'console.example.org', 'x-forwarded-proto': 'https' }
    const form = await browser.open('/sign-in', forwarded)
    const action = /action="(\/sign-in\?flow=[^"]*)"/.exec(form.html)?.[1] ?? ''
    const request = new Request(`https://console.example.org${action}`, {
      method: 'POST',
      body: new URLSearchParams({ identifier: ada.email, password: 'a quite long sentence', method: 'password' }),
      headers: { host: 'console.example.org', origin: 'https://console.example.org', ...forwarded },
    })
    const [cookie = ''] = (await harness.consoleEdge(request, '192.0.2.7')).headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-gatehouse_operator=/)
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(part)
    expect(cookie).not.toContain('Domain')
  })

  test('a wrong password keeps all other input', async () => {
    harness = await openConsoleHarness()
    const { email } = await harness.member('ada', 'owner')
    const browser = harness.browser()
    const { html } = await browser.open('/sign-in')
    const action = /action="(\/sign-in\?flow=[^"]*)"/.exec(html)?.[1] ?? ''
    const again = await browser.post(action, { identifier: email, password: 'not the one', method: 'password' })
    expect(again.status).toBe(400)
    expect(again.html).toContain(email)
    expect(again.html).not.toContain('not the one')
    expect(again.html).toContain('role="alert"')
  })

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/.//evil.example'])(
    'a sign-in leads to this console, and not to %s @console-3',
    async (target) => {
      harness = await openConsoleHarness()
      const { email } = await harness.member('ada', 'owner')
      const browser = harness.browser()
      const inside = await browser.signIn(email, `/sign-in?${new URLSearchParams({ return_to: target })}`)
      expect(inside.path).toBe(harness.home)
    },
  )

  test('a person without any role sees an explanation, and nothing else @console-4', async () => {
    harness = await openConsoleHarness()
    const { email } = await harness.member('eve')
    const browser = harness.browser()
    const outside = await browser.signIn(email)
    expect(outside.path).toBe('/switch')
    expect(outside.html).toContain('You have no role here')
    for (const page of pages) expect((await browser.open(`/w/${harness.workspace.slug}${page}`)).status).toBe(404)
  })

  test('an operator who loses their role, or their account, is signed out with the next page @console-5', async () => {
    harness = await openConsoleHarness()
    await harness.member('ada', 'owner')
    const grace = await harness.member('grace', 'owner')
    const browser = harness.browser()
    await browser.signIn(grace.email)
    const members = `/workspaces/${harness.workspace.id}/members`
    await harness.control('PUT', `${members}/${grace.id}`, { role: 'viewer' })
    expect((await browser.open(`/w/${harness.workspace.slug}/members`)).status).toBe(403)
    await harness.control('DELETE', `${members}/${grace.id}`)
    expect((await browser.open(`/w/${harness.workspace.slug}`)).status).toBe(404)
    await harness.installation.projects.main().adminClient.deleteIdentity({ id: grace.id })
    expect((await browser.open('/')).path).toBe('/sign-in')
  })

  test('the questions before an account is suspended or deleted say if it is the operator’s own @console-own-1', async () => {
    harness = await openConsoleHarness()
    const [ada, lin] = [await harness.member('ada', 'owner'), await harness.member('lin')]
    const browser = harness.browser()
    await browser.signIn(ada.email)
    for (const ask of ['revoke_all', 'deactivate', 'delete']) {
      const [own, other] = [
        await browser.open(`${harness.home}/people/${ada.id}?ask=${ask}`),
        await browser.open(`${harness.home}/people/${lin.id}?ask=${ask}`),
      ]
      expect([own.status, other.status]).toEqual([200, 200])
      expect(own.html).toMatch(/<dialog.*data-testid="own-account".*<\/dialog>/s)
      expect(other.html).not.toContain('data-testid="own-account"')
    }
  })
})

describe.skipIf(!isBuilt)('the set-up link', () => {
  test('makes the next person who signs in the owner, once @console-6', async () => {
    harness = await openConsoleHarness()
    const { email } = await harness.member('ada')
    const link = `/set-up/${await harness.setUpToken()}`
    const browser = harness.browser()
    const arrived = await browser.open(link)
    expect(arrived.html).toContain('/sign-up?return_to=')
    const back = await browser.signIn(email, `/sign-in?${new URLSearchParams({ return_to: arrived.path })}`)
    expect(back.path).toBe(arrived.path)
    // A GET of the link, by any program, does not consume it.
    await harness.browser().open(link)
    const inside = await browser.post(arrived.path, { intent: 'accept' })
    expect(inside.path).toBe(harness.home)
    expect((await harness.browser().open(link)).status).toBe(410)
    expect(await harness.setUpToken()).toBe('')
  })

  test('does nothing for a guess, for an anonymous request, and for a form of another site', async () => {
    harness = await openConsoleHarness()
    const { email } = await harness.member('ada')
    const link = `/set-up/${await harness.setUpToken()}`
    expect((await harness.browser().open('/set-up/gsu_guess')).status).toBe(410)
    const stranger = harness.browser()
    const { path } = await stranger.open(link)
    expect((await stranger.post(path, {})).path).toMatch(/^\/sign-in\?/)
    const browser = harness.browser()
    await browser.open(link)
    await browser.signIn(email)
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await browser.post(path, {}, foreign)).status).toBe(403)
    expect((await browser.open('/')).path).toBe('/switch')
  })
})

describe.skipIf(!isBuilt)('a viewer', () => {
  test('is offered no change, and refused each one by the server @console-7', async () => {
    harness = await openConsoleHarness()
    const ada = await harness.member('ada', 'owner')
    const { email } = await harness.member('vera', 'viewer')
    const browser = harness.browser()
    const inside = await browser.signIn(email)
    expect(inside.html).not.toMatch(/\/members"|\/keys"|\/audit"/)
    const at = `/w/${harness.workspace.slug}`
    for (const page of ['/members', '/keys', '/audit', '/audit/export?format=csv']) {
      expect([page, (await browser.open(`${at}${page}`)).status]).toEqual([page, 403])
    }
    const settings = await browser.open(`${at}/settings`)
    expect(settings.status).toBe(200)
    expect(settings.html).not.toContain('name="second_factor"')

    const before = (await harness.control('GET', `/workspaces/${harness.workspace.id}/audit`)).body.entries.length
    const tries: readonly (readonly [string, Record<string, string>])[] = [
      ['/members', { intent: 'invite', email: 'eve@example.com', role: 'owner' }],
      ['/members', { intent: 'role', member: ada.id, role: 'viewer' }],
      ['/members', { intent: 'remove', member: ada.id }],
      ['/keys', { intent: 'create', name: 'mine', role: 'owner', days: '0' }],
      ['/settings', { intent: 'save', name: 'Mine' }],
    ]
    for (const [page, fields] of tries) {
      expect([page, fields['intent'], (await browser.post(`${at}${page}`, fields)).status]).toEqual([
        page,
        fields['intent'],
        403,
      ])
    }
    expect((await harness.control('GET', `/workspaces/${harness.workspace.id}/audit`)).body.entries).toHaveLength(
      before,
    )
  })
})

describe.skipIf(!isBuilt)('the console’s pages', () => {
  test('carry no style attribute and no script without the nonce, in every state @console-8', async () => {
    harness = await openConsoleHarness()
    const { email } = await harness.member('ada', 'owner')
    const browser = harness.browser()
    await browser.signIn(email)
    const at = `/w/${harness.workspace.slug}`
    const { body } = await harness.control('GET', '/projects')
    const paths = [...pages.map((page) => `${at}${page}`), `${at}/p/${body[0].slug}`, `${at}/p/${body[0].slug}/keys`]
    const outside = ['/account', '/switch', '/nowhere', '/sign-up', `${at}/members?ask=role.${body[0].id}`]
    for (const path of [...paths, ...outside]) {
      const answer = await browser.visitor.fetch(`${harness.consoleOrigin}${path}`, {
        headers: { accept: 'text/html' },
      })
      const html = await answer.text()
      const policy = answer.headers.get('content-security-policy') ?? ''
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none'
      const scripts = [...html.matchAll(/<script\b([^>]*)>/g)].map(([, attributes = '']) => attributes)
      expect({
        path,
        hasStyleAttribute: /\sstyle="/.test(html),
        isUnsafe: policy.includes('unsafe'),
        foreignScripts: scripts.filter((attributes) => !attributes.includes(nonce)),
      }).toEqual({ path, hasStyleAttribute: false, isUnsafe: false, foreignScripts: [] })
      expect(scripts.length).toBeGreaterThan(0)
    }
  })

  test('refuse forms of other sites, and forms without an origin @console-9', async () => {
    harness = await openConsoleHarness()
    const { email } = await harness.member('ada', 'owner')
    const browser = harness.browser()
    await browser.signIn(email)
    const key = { intent: 'create', name: 'theirs', role: 'owner', days: '0' }
    const path = `/w/${harness.workspace.slug}/keys`
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'same-site' }]) {
      expect((await browser.post(path, key, headers)).status).toBe(403)
    }
    expect((await browser.post(path, key, {})).status).toBe(403)
    const { body } = await harness.control('GET', `/workspaces/${harness.workspace.id}/tokens`)
    expect(body).toHaveLength(1)
  })

  test('show a key once; it works until it is revoked', async () => {
    harness = await openConsoleHarness()
    const { email } = await harness.member('ada', 'owner')
    const browser = harness.browser()
    await browser.signIn(email)
    const path = `/w/${harness.workspace.slug}/keys`
    const made = await browser.post(path, { intent: 'create', name: 'Deployments', role: 'developer', days: '30' })
    const value = /gwk_[\w-]{43}/.exec(made.html)?.[0] ?? ''
    expect((await harness.control('GET', '/projects', undefined, value)).status).toBe(200)
    const later = await browser.open(path)
    expect(later.html).toContain('Deployments')
    expect(later.html).not.toContain(value)
    const keys = (await harness.control('GET', `/workspaces/${harness.workspace.id}/tokens`)).body
    const { id } = keys.find(({ name }: { name: string }) => name === 'Deployments')
    const gone = await browser.post(path, { intent: 'revoke', key: id, name: 'Deployments' })
    expect(gone.html).toContain('was revoked')
    expect((await browser.open(path)).html).not.toContain('was revoked')
    expect((await harness.control('GET', '/projects', undefined, value)).status).toBe(401)
  })

  test('hand out the audit log as a file', async () => {
    harness = await openConsoleHarness()
    const { email } = await harness.member('ada', 'owner')
    const browser = harness.browser()
    await browser.signIn(email)
    const at = `/w/${harness.workspace.slug}`
    await browser.post(`${at}/settings`, { intent: 'save', name: 'Northwind' })
    const file = await browser.open(`${at}/audit/export?format=csv&actor=ada`)
    expect(file.headers.get('content-disposition')).toContain('audit.csv')
    expect(file.html.split('\r\n')[1]).toContain('updateWorkspace')
    expect((await harness.browser().open(`${at}/audit/export?format=csv`)).path).toMatch(/^\/sign-in\?/)
  })

  test('speak the visitor’s language if the console has it, else English', async () => {
    harness = await openConsoleHarness()
    const browser = harness.browser()
    expect((await browser.open('/sign-in', { 'accept-language': 'ar' })).html).toContain('<html lang="ar" dir="rtl"')
    expect((await browser.open('/sign-in', { 'accept-language': 'de-AT' })).html).toContain('Bei der Konsole anmelden')
    expect((await browser.open('/sign-in', { 'accept-language': 'xx' })).html).toContain('<html lang="en" dir="ltr"')
  })
})

describe.skipIf(!isBuilt)('a second factor', () => {
  test('is required only by workspaces that require it', async () => {
    harness = await openConsoleHarness()
    const ada = await harness.member('ada', 'owner')
    const browser = harness.browser()
    await browser.signIn(ada.email)
    const settings = `/w/${harness.workspace.slug}/settings`
    const wish = { intent: 'save', name: 'Northwind', second_factor: 'on' }
    expect((await browser.post(settings, wish)).html).toContain('second step yourself')

    const proof = [{ op: 'replace', path: '/verifiable_addresses/0/verified', value: true }]
    const vouched = await harness.askAdmin(`/admin/identities/${ada.id}`, { method: 'PATCH', json: proof })
    expect(vouched.status).toBe(200)
    const secret = await addTotp(ada.token)
    const form = await browser.open('/sign-in?aal=aal2&return_to=/')
    const action = /action="(\/sign-in\?flow=[^"]*)"/.exec(form.html)?.[1] ?? ''
    expect(action).toContain('aal=aal2')
    await browser.post(action, { method: 'totp', totp_code: totpCode(secret, Date.now()) })
    expect((await browser.post(settings, wish)).html).toContain('Saved.')

    const other = harness.browser()
    const asked = await other.signIn(ada.email)
    expect(asked.path).toMatch(/^\/sign-in\?aal=aal2/)
    expect(asked.html).toContain('totp_code')
    expect((await other.open(settings)).path).toMatch(/^\/sign-in\?aal=aal2/)
    // An operator without one gets a link to set one up.
    const grace = await harness.member('grace', 'developer')
    expect((await harness.browser().signIn(grace.email)).html).toContain('no second step yet')
  })

  /** Sets up an authenticator app, as the account pages do; returns its key. */
  async function addTotp(token: string): Promise<string> {
    const headers = { 'x-session-token': token }
    const flow = (await harness.ask(`${harness.origin}/self-service/settings/api`, { headers })).body
    const nodes: { attributes: { id?: string; text?: { text: string } } }[] = flow.ui.nodes
    const secret = nodes.find(({ attributes }) => attributes.id === 'totp_secret_key')?.attributes.text?.text ?? ''
    const json = { method: 'totp', totp_code: totpCode(secret, Date.now() - 30_000) }
    const url = `${harness.origin}/self-service/settings?flow=${flow.id}`
    expect((await harness.ask(url, { method: 'POST', headers, json })).status).toBe(200)
    return secret
  }
})
