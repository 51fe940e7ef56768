import { afterEach, describe, expect, test } from 'vitest'
import { startMailbox } from '@gatehouse/testing/receivers'
import { type ConsoleHarness, isBuilt, openConsoleHarness } from './console.fixture.ts'

let harness: ConsoleHarness
afterEach(() => harness.gateway.stop())

/** The code of the newest mail to an address. */
async function codeFor(address: string): Promise<string> {
  const [project] = (await harness.control('GET', '/projects')).body
  const path = `/projects/${project.id}/admin/courier/messages`
  const messages: { recipient: string; body: string }[] = (await harness.control('GET', path)).body
  const mail = messages.find(({ recipient, body }) => recipient === address && /\b\d{6}\b/.test(body))
  const code = /\b\d{6}\b/.exec(mail?.body ?? '')?.[0]
  if (code === undefined) throw new Error(`there is no mail with a code for ${address}`)
  return code
}

async function invite(invitee_email: string): Promise<string> {
  const path = `/workspaces/${harness.workspace.id}/invites`
  const made = await harness.control('POST', path, { invitee_email, role: 'viewer' })
  return String(made.body.token)
}

type Browser = ReturnType<ConsoleHarness['browser']>

/** Presses the only button of a form whose hidden fields contain its action. */
const actionOf = (html: string, path: string): string => {
  const action = new RegExp(`<form[^>]*action="(${path}[^"]*)"`).exec(html)?.[1]
  if (action === undefined) throw new Error(`there is no form that posts to ${path}: ${html}`)
  return action
}

async function proveBy(browser: Browser, html: string, address: string) {
  return browser.post(actionOf(html, '/verify'), { method: 'code', code: await codeFor(address) })
}

describe.skipIf(!isBuilt)('the token of a link', () => {
  test('is removed from the address with the first answer, and kept in a cookie that no script can read @links-1', async () => {
    harness = await openConsoleHarness()
    const token = await invite('ada@example.com')
    for (const path of [`/invitation/${token}`, `/invitation?token=${token}`]) {
      const request = new Request(`${harness.consoleOrigin}${path}`, {
        headers: { host: new URL(harness.consoleOrigin).host },
      })
      const answer = await harness.consoleEdge(request, '192.0.2.7')
      const location = answer.headers.get('location') ?? ''
      expect([path, answer.status, location]).toEqual([path, 303, expect.stringMatching(/^\/invitation\/[\w-]{16}$/)])
      expect(location).not.toContain(token)
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(answer.headers.get('set-cookie')).toMatch(
        new RegExp(`^gatehouse_invitation_[\\w-]{16}=${token}; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax$`),
      )
    }
    const arrived = await harness.browser().open(`/invitation/${token}`)
    expect(arrived.status).toBe(200)
    expect(arrived.html).toContain(encodeURIComponent(arrived.path))
    expect(arrived.html).not.toContain(token)
  })

  test('is in no line of the log @links-2', async () => {
    harness = await openConsoleHarness({ LOG_LEVEL: 'debug' })
    const tokens = [
      await invite('ada@example.com'),
      await harness.setUpToken(),
      'gol_3f1d7c9e-3c31-4f57-8d25-7f0b4e1f0a11_made-up',
    ]
    const kinds = ['invitation', 'set-up', 'onboarding']
    for (const [index, token] of tokens.entries()) {
      for (const path of [`/${kinds[index]}/${token}`, `/${kinds[index]}/${token}.data`, `/nowhere/${token}/x`]) {
        await harness.browser().open(path)
      }
    }
    expect(harness.lines.length).toBeGreaterThan(tokens.length)
    const log = harness.lines.join('\n')
    expect(log).toContain('/invitation/gin_[redacted]')
    for (const token of tokens) expect(log).not.toContain(token.slice(4))
  })

  test('is not asked for by script either: its pages’ data have the clean address too', async () => {
    harness = await openConsoleHarness()
    const shop = await harness.createProject('Shop')
    const acme = (await harness.control('POST', `/projects/${shop.id}/organizations`, { label: 'Acme' })).body
    const links = `/projects/${shop.id}/organizations/${acme.id}/onboarding-portal-links`
    const { value } = (await harness.control('POST', links, { enable_sso: true, enable_scim: false })).body
    const browser = harness.browser()
    const { path } = await browser.open(`/onboarding/${value}`)
    const data = await browser.open(`${path}.data`, { accept: '*/*' })
    expect([data.status, data.headers.get('content-type')]).toEqual([200, 'text/x-script'])
    const form = { intent: 'connect', issuer_url: '', client_id: '' }
    expect((await browser.post(path, form)).status).toBe(400)
  })

  test('of another link in the same browser is not mixed up with it', async () => {
    harness = await openConsoleHarness()
    const browser = harness.browser()
    const first = await browser.open(`/invitation/${await invite('ada@example.com')}`)
    const second = await browser.open(`/invitation/${await invite('grace@example.com')}`)
    expect(first.path).not.toBe(second.path)
    expect((await browser.open(first.path)).status).toBe(200)
    // Its address without the token opens nothing in a browser that has not opened the link.
    expect((await harness.browser().open(first.path)).status).toBe(410)
  })
})

describe.skipIf(!isBuilt)('an invitation', () => {
  test('does not admit a person who registered with the address and has not verified it', async () => {
    harness = await openConsoleHarness()
    const { email } = await harness.member('ada')
    const token = await invite(email)
    const browser = harness.browser()
    await browser.signIn(email)
    const { path, html } = await browser.open(`/invitation/${token}`)
    expect(html).toContain('Verify your address first')
    expect(html).not.toContain('Accept the invitation')
    const tried = await browser.post(path, { intent: 'accept' })
    expect([tried.path, tried.html.includes('Verify your address first')]).toEqual([path, true])
    expect((await browser.open(`/w/${harness.workspace.slug}`)).status).toBe(404)
  })

  test('is accepted once the address is verified, without script', async () => {
    harness = await openConsoleHarness()
    const { email } = await harness.member('ada')
    const browser = harness.browser()
    await browser.signIn(email)
    const { path } = await browser.open(`/invitation/${await invite(email)}`)
    const asked = await browser.post(path, { intent: 'prove' })
    expect(asked.path).toMatch(/^\/verify\?/)
    const wrong = await browser.post(actionOf(asked.html, '/verify'), { method: 'code', code: '000000' })
    expect([wrong.status, wrong.html.includes('name="code"')]).toEqual([400, true])
    const proved = await proveBy(browser, wrong.html, email)
    expect([proved.path, proved.html.includes('Accept the invitation')]).toEqual([path, true])
    expect((await browser.post(path, { intent: 'accept' })).path).toBe(`/w/${harness.workspace.slug}`)
  })

  test('guides a new person through sign-up and the mailed code to the console', async () => {
    harness = await openConsoleHarness()
    const email = 'grace@example.com'
    const browser = harness.browser()
    const { path, html } = await browser.open(`/invitation/${await invite(email)}`)
    const signUp = /href="(\/sign-up\?[^"]*)"/.exec(html)?.[1] ?? ''
    const form = await browser.open(signUp)
    const details = { 'traits.email': email, password: 'a quite long sentence', method: 'password' }
    const registered = await browser.post(actionOf(form.html, '/sign-up'), details)
    expect(registered.path).toMatch(/^\/verify\?/)
    const proved = await proveBy(browser, registered.html, email)
    expect(proved.path).toBe(path)
    expect((await browser.post(path, { intent: 'accept' })).path).toBe(`/w/${harness.workspace.slug}`)
  })

  test('tells the holder of another account to sign in with the right one, and does not say which @links-3', async () => {
    harness = await openConsoleHarness()
    const { email } = await harness.member('mallory')
    const browser = harness.browser()
    await browser.signIn(email)
    const { path, html } = await browser.open(`/invitation/${await invite('ada@example.com')}`)
    expect(html).toContain('The invitation is for another address')
    expect(html).not.toContain('ada@example.com')
    expect(html).toContain(`name="return_to" value="${path}"`)
    const out = await browser.post('/sign-out', { return_to: path })
    expect(out.path).toBe(`/sign-in?${new URLSearchParams({ return_to: path })}`)
  })
})

describe.skipIf(!isBuilt)('the set-up link', () => {
  test('asks the first owner to verify their address if mail can be delivered', async () => {
    const mailbox = await startMailbox()
    harness = await openConsoleHarness({ GATEHOUSE_DEV: 'false', GATEHOUSE_SMTP_URL: mailbox.uri })
    const { email } = await harness.member('ada')
    const browser = harness.browser()
    await browser.signIn(email)
    const { path, html } = await browser.open(`/set-up/${await harness.setUpToken()}`)
    expect(html).not.toContain('Become the owner')
    expect((await browser.post(path, { intent: 'accept' })).html).toContain('Verify your address first')
    // The first one is of the registration; mails that wait together may arrive in any order.
    const after = await mailbox.next({ to: email })
    const asked = await browser.post(path, { intent: 'prove' })
    const { text } = await mailbox.next({ to: email, after })
    const code = /\b\d{6}\b/.exec(text)?.[0] ?? ''
    const proved = await browser.post(actionOf(asked.html, '/verify'), { method: 'code', code })
    expect(proved.path).toBe(path)
    expect((await browser.post(path, { intent: 'accept' })).path).toBe(harness.home)
    await mailbox.close()
  })
})
