import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { origin } from '../../src/identity.fixture.ts'
import { signUp } from '../../src/people.fixture.ts'
import { isBuilt, openSite, type Site } from '../../src/site.fixture.ts'

let site: Site

const volatile: readonly RegExp[] = [
  /nonce="(nonce\d+)"/,
  /name="csrf_token" value="([^"]+)"/,
  /action="[^"]*flow=([\w-]{36})/,
  /&quot;challenge&quot;:&quot;([\w-]+)/,
  /requestId\\",\\"([\w-]+)/,
  /issued_at\\+":\\+"([^"\\]+)/,
  /expires_at\\+":\\+"([^"\\]+)/,
  /id\\+":\\+"(\w{40,})/,
  /webauthn_script\\+",\\+"nonce\\+":\\+"([\w-]{36})/,
]

/** Returns the values that are new on a page each time, in a fixed order; absent ones are omitted. */
function newOn(html: string): readonly string[] {
  return volatile.flatMap((pattern) => pattern.exec(html)?.[1] ?? [])
}

function without(html: string, values: readonly string[]): string {
  return values.reduce((text, value, index) => text.replaceAll(value, `<${index}>`), html)
}

describe.skipIf(!isBuilt)('a page that was drawn before', () => {
  beforeAll(async () => {
    site = await openSite({ selfservice: { methods: { passkey: passkeys } } })
  })
  afterAll(() => site.close())

  for (const path of ['/login', '/registration', '/recovery', '/verification', '/login?return_to=%2Fsettings']) {
    it(`is the same text but for new values: ${path}`, async () => {
      const drawn = (await site.visit().open(path)).html
      const stamped = (await site.visit().open(path)).html
      expect(newOn(drawn).length).toBeGreaterThanOrEqual(5)
      expect(without(stamped, newOn(stamped))).toBe(without(drawn, newOn(drawn)))
    })

    it(`carries nothing of the visitor before: ${path}`, async () => {
      const before = newOn((await site.visit().open(path)).html)
      const { html } = await site.visit().open(path)
      // Times are the same on a clock that stands still.
      expect(before.filter((value) => !value.startsWith('20') && html.includes(value))).toEqual([])
    })
  }

  it('still has its data for script that comes from another page', async () => {
    await site.visit().open('/login')
    const answer = await site.visitor().fetch(`${origin}/login.data`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('csrf_token')
  })

  it('accepts its visitor’s input', async () => {
    const person = await signUp(site.visit())
    await site.visit().open('/login')
    const reader = site.visit()
    const after = await reader.press(await reader.open('/login'), ['method', 'password'], {
      identifier: person.email,
      password: person.password,
    })
    expect(after.path).toBe('/')
  })

  it('is another one in another language and another look @stamped-pages-3', async () => {
    const [english, german, dark] = await Promise.all([
      site.visit().open('/login'),
      site.visit().open('/login', { 'Accept-Language': 'de' }),
      site.visit().open('/login', { Cookie: 'gatehouse_theme=dark' }),
    ])
    expect(english.html).toContain('lang="en"')
    expect(german.html).toContain('<html lang="de"')
    expect(dark.html).toContain('data-theme="dark"')
  })

  it('keeps its scripts, whatever a visitor before calls the request @stamped-pages-1', async () => {
    const script = /[\w.-]{16,}\.js/.exec((await site.visit().open('/recovery')).html)?.[0] ?? ''
    expect(script).not.toBe('')
    const path = '/recovery?return_to=%2Factivity'
    await site.visit().open(path, { 'X-Request-Id': script })
    expect((await site.visit().open(path)).html).toContain(script)
  })

  it.each(['de', 'fr', 'de'])('takes one flow, be it the first of its kind or not: %s', async (language) => {
    const begun = () => site.asked.filter((path) => path === '/self-service/recovery/browser').length
    const before = begun()
    await site.visit().open('/recovery', { 'Accept-Language': language })
    expect(begun()).toBe(before + 1)
  })

  it('is a page of the service that is not there, while it is not there', async () => {
    await site.visit().open('/verification')
    site.setReachable(false)
    expect((await site.visit().open('/verification')).status).toBe(503)
    site.setReachable(true)
    expect((await site.visit().open('/verification')).status).toBe(200)
  })

  it('has no body for a HEAD request', async () => {
    await site.visit().open('/login')
    const answer = await site.visitor().fetch(`${origin}/login`, { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('')
  })

  it('is not one with something typed into it @stamped-pages-2', async () => {
    const reader = site.visit()
    const typed = { identifier: 'somebody@example.org', password: 'wrong-on-purpose' }
    const refused = await reader.press(await reader.open('/login'), ['method', 'password'], typed)
    const again = await reader.open(refused.path)
    expect(again.html).toContain('somebody@example.org')
    expect((await site.visit().open('/login')).html).not.toContain('somebody@example.org')
  })
})

const passkeys = {
  enabled: true,
  config: { rp: { id: 'localhost', display_name: 'Northwind', origins: ['http://localhost:4455'] } },
}
