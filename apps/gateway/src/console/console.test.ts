import { totpCode } from '@gatehouse/testing/totp-app'
import { afterEach, describe, expect, test } from 'vitest'
import { type Desk, isBuilt, openDesk } from './console.fixture.ts'

let desk: Desk
afterEach(() => desk.gateway.stop())

/** Every page that an owner can open. */
const pages = ['', '/members', '/keys', '/audit', '/settings']

describe.skipIf(!isBuilt)('signing in to the console', () => {
  test('the session token stays in a cookie of the console, which script cannot read @console-1', async () => {
    desk = await openDesk()
    const ada = await desk.member('ada', 'owner')
    const browser = desk.browser()
    const first = await browser.open('/')
    expect(first.path).toBe('/sign-in')
    const inside = await browser.signIn(ada.email)
    expect([inside.status, inside.path]).toEqual([200, `/w/${desk.workspace.slug}`])
    const token = browser.visitor.cookie(desk.consoleOrigin, 'gatehouse_operator') ?? ''
    expect((await desk.whoami(desk.origin, token)).body.identity.id).toBe(ada.id)
    expect(inside.html).not.toContain(token)
    expect(inside.headers.get('cache-control')).toBe('private, no-store')

    await browser.post('/sign-out', {})
    expect((await desk.whoami(desk.origin, token)).status).toBe(401)
    expect((await browser.open(`/w/${desk.workspace.slug}`)).path).toMatch(/^\/sign-in\?/)
  })

  test('on https the cookie is bound to the host @console-2', async () => {
    desk = await openDesk({
      GATEHOUSE_PUBLIC_URL: 'https://account.example.org',
      GATEHOUSE_CONSOLE_URL: 'https://console.example.org',
      GATEHOUSE_TRUSTED_PROXY: '1',
    })
    const ada = await desk.member('ada', 'owner')
    const browser = desk.browser()
    const forwarded = { 'x-forwarded-host': 'console.example.org', 'x-forwarded-proto': 'https' }
    const form = await browser.open('/sign-in', forwarded)
    const action = /action="(\/sign-in\?flow=[^"]*)"/.exec(form.html)?.[1] ?? ''
    const request = new Request(`https://console.example.org${action}`, {
      method: 'POST',
      body: new URLSearchParams({ identifier: ada.email, password: 'a quite long sentence', method: 'password' }),
      headers: { host: 'console.example.org', origin: 'https://console.example.org', ...forwarded },
    })
    const [cookie = ''] = (await desk.consoleEdge(request, '192.0.2.7')).headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-gatehouse_operator=/)
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(part)
    expect(cookie).not.toContain('Domain')
  })

  test('a wrong password keeps what was typed, but for the password', async () => {
    desk = await openDesk()
    const { email } = await desk.member('ada', 'owner')
    const browser = desk.browser()
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
      desk = await openDesk()
      const { email } = await desk.member('ada', 'owner')
      const browser = desk.browser()
      const inside = await browser.signIn(email, `/sign-in?${new URLSearchParams({ return_to: target })}`)
      expect(inside.path).toBe(`/w/${desk.workspace.slug}`)
    },
  )

  test('somebody without any role sees what that means, and nothing else @console-4', async () => {
    desk = await openDesk()
    const { email } = await desk.member('eve')
    const browser = desk.browser()
    const outside = await browser.signIn(email)
    expect(outside.path).toBe('/places')
    expect(outside.html).toContain('You have no role here')
    for (const page of pages) expect((await browser.open(`/w/${desk.workspace.slug}${page}`)).status).toBe(404)
  })

  test('whoever loses their role, or their account, is out with the next page @console-5', async () => {
    desk = await openDesk()
    await desk.member('ada', 'owner')
    const grace = await desk.member('grace', 'owner')
    const browser = desk.browser()
    await browser.signIn(grace.email)
    const members = `/workspaces/${desk.workspace.id}/members`
    await desk.control('PUT', `${members}/${grace.id}`, { role: 'viewer' })
    expect((await browser.open(`/w/${desk.workspace.slug}/members`)).status).toBe(403)
    await desk.control('DELETE', `${members}/${grace.id}`)
    expect((await browser.open(`/w/${desk.workspace.slug}`)).status).toBe(404)
    await desk.installation.projects.main().adminClient.deleteIdentity({ id: grace.id })
    expect((await browser.open('/')).path).toBe('/sign-in')
  })
})

describe.skipIf(!isBuilt)('the set-up link', () => {
  test('makes somebody the owner who signs in, once @console-6', async () => {
    desk = await openDesk()
    const { email } = await desk.member('ada')
    const link = `/set-up/${desk.setUpToken()}`
    const browser = desk.browser()
    const arrived = await browser.open(link)
    expect(arrived.html).toContain('/sign-up?return_to=')
    const back = await browser.signIn(email, `/sign-in?${new URLSearchParams({ return_to: arrived.path })}`)
    expect(back.path).toBe(arrived.path)
    // Looking at it, by whatever program, uses nothing up.
    await desk.browser().open(link)
    const inside = await browser.post(arrived.path, { intent: 'accept' })
    expect(inside.path).toBe(`/w/${desk.workspace.slug}`)
    expect((await desk.browser().open(link)).status).toBe(410)
    expect(desk.setUpToken()).toBe('')
  })

  test('does nothing for a guess, for nobody, and for a form of another site', async () => {
    desk = await openDesk()
    const { email } = await desk.member('ada')
    const link = `/set-up/${desk.setUpToken()}`
    expect((await desk.browser().open('/set-up/gsu_guess')).status).toBe(410)
    const stranger = desk.browser()
    const { path } = await stranger.open(link)
    expect((await stranger.post(path, {})).path).toMatch(/^\/sign-in\?/)
    const browser = desk.browser()
    await browser.open(link)
    await browser.signIn(email)
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await browser.post(path, {}, foreign)).status).toBe(403)
    expect((await browser.open('/')).path).toBe('/places')
  })
})

describe.skipIf(!isBuilt)('a viewer', () => {
  test('is offered no change, and refused each one by the server @console-7', async () => {
    desk = await openDesk()
    const ada = await desk.member('ada', 'owner')
    const { email } = await desk.member('vera', 'viewer')
    const browser = desk.browser()
    const inside = await browser.signIn(email)
    expect(inside.html).not.toMatch(/\/members"|\/keys"|\/audit"/)
    const at = `/w/${desk.workspace.slug}`
    for (const page of ['/members', '/keys', '/audit', '/audit/export?format=csv']) {
      expect([page, (await browser.open(`${at}${page}`)).status]).toEqual([page, 403])
    }
    const settings = await browser.open(`${at}/settings`)
    expect(settings.status).toBe(200)
    expect(settings.html).not.toContain('name="second_factor"')

    const before = (await desk.control('GET', `/workspaces/${desk.workspace.id}/audit`)).body.entries.length
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
    expect((await desk.control('GET', `/workspaces/${desk.workspace.id}/audit`)).body.entries).toHaveLength(before)
  })
})

describe.skipIf(!isBuilt)('the console’s pages', () => {
  test('carry no style attribute and no script without the nonce, in every state @console-8', async () => {
    desk = await openDesk()
    const { email } = await desk.member('ada', 'owner')
    const browser = desk.browser()
    await browser.signIn(email)
    const at = `/w/${desk.workspace.slug}`
    const { body } = await desk.control('GET', '/projects')
    const paths = [...pages.map((page) => `${at}${page}`), `${at}/p/${body[0].slug}`, `${at}/p/${body[0].slug}/keys`]
    const outside = ['/account', '/places', '/nowhere', '/sign-up', `${at}/members?ask=role.${body[0].id}`]
    for (const path of [...paths, ...outside]) {
      const answer = await browser.visitor.fetch(`${desk.consoleOrigin}${path}`, { headers: { accept: 'text/html' } })
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

  test('refuse forms of other sites, and forms that do not say where they come from @console-9', async () => {
    desk = await openDesk()
    const { email } = await desk.member('ada', 'owner')
    const browser = desk.browser()
    await browser.signIn(email)
    const key = { intent: 'create', name: 'theirs', role: 'owner', days: '0' }
    const path = `/w/${desk.workspace.slug}/keys`
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'same-site' }]) {
      expect((await browser.post(path, key, headers)).status).toBe(403)
    }
    expect((await browser.post(path, key, {})).status).toBe(403)
    const { body } = await desk.control('GET', `/workspaces/${desk.workspace.id}/tokens`)
    expect(body).toHaveLength(1)
  })

  test('show a key once; it works until it is revoked', async () => {
    desk = await openDesk()
    const { email } = await desk.member('ada', 'owner')
    const browser = desk.browser()
    await browser.signIn(email)
    const path = `/w/${desk.workspace.slug}/keys`
    const made = await browser.post(path, { intent: 'create', name: 'Deployments', role: 'developer', days: '30' })
    const value = /gwk_[\w-]{43}/.exec(made.html)?.[0] ?? ''
    expect((await desk.control('GET', '/projects', undefined, value)).status).toBe(200)
    const later = await browser.open(path)
    expect(later.html).toContain('Deployments')
    expect(later.html).not.toContain(value)
    const keys = (await desk.control('GET', `/workspaces/${desk.workspace.id}/tokens`)).body
    const { id } = keys.find(({ name }: { name: string }) => name === 'Deployments')
    const gone = await browser.post(path, { intent: 'revoke', key: id, name: 'Deployments' })
    expect(gone.html).toContain('was revoked')
    expect((await browser.open(path)).html).not.toContain('was revoked')
    expect((await desk.control('GET', '/projects', undefined, value)).status).toBe(401)
  })

  test('hand out the audit log as a file', async () => {
    desk = await openDesk()
    const { email } = await desk.member('ada', 'owner')
    const browser = desk.browser()
    await browser.signIn(email)
    const at = `/w/${desk.workspace.slug}`
    await browser.post(`${at}/settings`, { intent: 'save', name: 'Northwind' })
    const file = await browser.open(`${at}/audit/export?format=csv&actor=ada`)
    expect(file.headers.get('content-disposition')).toContain('audit.csv')
    expect(file.html.split('\r\n')[1]).toContain('updateWorkspace')
    expect((await desk.browser().open(`${at}/audit/export?format=csv`)).path).toMatch(/^\/sign-in\?/)
  })

  test('speak the visitor’s language where the console has it, and English where it has not', async () => {
    desk = await openDesk()
    const browser = desk.browser()
    expect((await browser.open('/sign-in', { 'accept-language': 'ar' })).html).toContain('<html lang="ar" dir="rtl"')
    expect((await browser.open('/sign-in', { 'accept-language': 'de-AT' })).html).toContain('Bei der Konsole anmelden')
    expect((await browser.open('/sign-in', { 'accept-language': 'xx' })).html).toContain('<html lang="en" dir="ltr"')
  })
})

describe.skipIf(!isBuilt)('a second factor', () => {
  test('is asked for where the workspace wants it, and only there', async () => {
    desk = await openDesk()
    const ada = await desk.member('ada', 'owner')
    const browser = desk.browser()
    await browser.signIn(ada.email)
    const settings = `/w/${desk.workspace.slug}/settings`
    const wish = { intent: 'save', name: 'Northwind', second_factor: 'on' }
    expect((await browser.post(settings, wish)).html).toContain('second factor yourself')

    const proof = [{ op: 'replace', path: '/verifiable_addresses/0/verified', value: true }]
    const vouched = await desk.askAdmin(`/admin/identities/${ada.id}`, { method: 'PATCH', json: proof })
    expect(vouched.status).toBe(200)
    const secret = await addTotp(ada.token)
    const form = await browser.open('/sign-in?aal=aal2&return_to=/')
    const action = /action="(\/sign-in\?flow=[^"]*)"/.exec(form.html)?.[1] ?? ''
    expect(action).toContain('aal=aal2')
    await browser.post(action, { method: 'totp', totp_code: totpCode(secret, Date.now()) })
    expect((await browser.post(settings, wish)).html).toContain('Saved.')

    const other = desk.browser()
    const asked = await other.signIn(ada.email)
    expect(asked.path).toMatch(/^\/sign-in\?aal=aal2/)
    expect(asked.html).toContain('totp_code')
    expect((await other.open(settings)).path).toMatch(/^\/sign-in\?aal=aal2/)
    // Somebody who has none learns where to get one.
    const grace = await desk.member('grace', 'developer')
    expect((await desk.browser().signIn(grace.email)).html).toContain('no second factor yet')
  })

  /** Sets up an authenticator app, as the account pages do; its key. */
  async function addTotp(token: string): Promise<string> {
    const headers = { 'x-session-token': token }
    const flow = (await desk.ask(`${desk.origin}/self-service/settings/api`, { headers })).body
    const nodes: { attributes: { id?: string; text?: { text: string } } }[] = flow.ui.nodes
    const secret = nodes.find(({ attributes }) => attributes.id === 'totp_secret_key')?.attributes.text?.text ?? ''
    const json = { method: 'totp', totp_code: totpCode(secret, Date.now() - 30_000) }
    const url = `${desk.origin}/self-service/settings?flow=${flow.id}`
    expect((await desk.ask(url, { method: 'POST', headers, json })).status).toBe(200)
    return secret
  }
})
