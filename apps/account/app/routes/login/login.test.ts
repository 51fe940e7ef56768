import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { valueOf } from '../../../src/page-reader.fixture.ts'
import { newPerson, nextCode, signUp } from '../../../src/people.fixture.ts'
import { isBuilt, openSite, type Site } from '../../../src/site.fixture.ts'

let site: Site

describe.skipIf(!isBuilt)('the sign-in page', () => {
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())

  it('draws the form in the first answer, with the cookie that belongs to it', async () => {
    const response = await site.visitor().fetch('http://localhost:4455/login', { headers: { Accept: 'text/html' } })
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie().join()).toContain('csrf_token_')
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(html).toContain('<html lang="en" dir="ltr">')
    expect(html).toMatch(/<input[^>]*name="identifier"/)
    expect(html).toMatch(/data-testid="signup-link"/)
    expect(html).toMatch(/data-testid="forgot-password-link"/)
  })

  it('gives every script and the styles the nonce, and asks for no stylesheet', async () => {
    const { html } = await site.visit().open('/login')
    const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag)
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.filter((tag) => !/nonce="nonce\d+"/.test(tag))).toEqual([])
    expect([...html.matchAll(/<style\b[^>]*>/g)].map(([tag]) => /nonce="nonce\d+"/.test(tag))).toEqual([true])
    expect(html).not.toMatch(/\sstyle="|rel="stylesheet"/)
  })

  it('runs little script while it is read: the data of the router is text until the page has been painted', async () => {
    const { html } = await site.visit().open('/login')
    const scripts = [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)]
    const run = scripts.flatMap(([, attributes = '', text = '']) =>
      attributes.includes('type="text/plain"') ? [] : [text],
    )
    expect(run.join('')).not.toContain('__reactRouterContext')
    expect(run.join('').length).toBeLessThan(2_000)
    expect(scripts.length - run.length).toBeGreaterThan(2)
  })

  it('signs in by password and redirects to the requested page @login-1', async () => {
    const person = await signUp(site.visit())
    const reader = site.visit()
    const form = await reader.open('/settings')
    expect(form.path).toMatch(/^\/login\?return_to=/)
    const after = await reader.press(form, ['method', 'password'], {
      identifier: person.email,
      password: person.password,
    })
    expect(after.status).toBe(200)
    expect(after.title).toBe('Settings · Northwind')
  })

  it('keeps the name but never the password after a refusal, and says so first', async () => {
    const { email } = newPerson()
    const reader = site.visit()
    const page = await reader.press(await reader.open('/login'), ['method', 'password'], {
      identifier: email,
      password: 'a-secret-that-stays-here',
    })
    expect(page.status).toBe(400)
    expect(page.path).toMatch(/^\/login\?flow=/)
    expect(page.title).toBe('Error: Sign in · Northwind')
    expect(page.html).toMatch(/role="alert"[^>]*/)
    expect(page.html).toMatch(/autofocus/i)
    expect(valueOf(page, 'identifier')).toBe(email)
    expect(page.html).not.toContain('a-secret-that-stays-here')
  })

  it('signs in by a code from a mail', async () => {
    const first = site.visit()
    const person = await signUp(first)
    await nextCode(site, person)
    const reader = site.visit()
    const asked = await reader.press(await reader.open('/login'), ['method', 'code'], { identifier: person.email })
    expect(asked.status).toBe(200)
    expect(asked.title).toBe('Enter your code · Northwind')
    expect(asked.html).toContain(person.email)
    const wrong = await reader.press(asked, ['method', 'code'], { code: '000000' })
    expect(wrong.status).toBe(400)
    const right = await reader.press(wrong, ['method', 'code'], { code: await nextCode(site, person) })
    expect(right.path).toBe('/')
    expect(right.title).toContain('Ada')
  })

  it('redirects a person who is signed in already past the form', async () => {
    const reader = site.visit()
    await signUp(reader)
    expect((await reader.open('/login')).path).toBe('/')
    const wanted = await reader.open(`/login?${new URLSearchParams({ return_to: 'http://localhost:4455/sessions' })}`)
    expect(wanted.path).toBe('/sessions')
    const foreign = await reader.open(`/login?${new URLSearchParams({ return_to: 'https://evil.example/' })}`)
    expect(foreign.title).toContain('This link isn’t allowed')
  })

  it('refuses a return_to that the service does not know', async () => {
    const page = await site.visit().open(`/login?${new URLSearchParams({ return_to: 'https://evil.example/' })}`)
    expect(page.status).toBe(400)
    expect(page.title).toContain('This link isn’t allowed')
    expect(page.html).toContain('href="/login"')
  })

  it('speaks the language that the visitor asks for', async () => {
    const german = await site.visit().open('/login', { 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.5' })
    expect(german.html).toContain('<html lang="de" dir="ltr">')
    expect(german.title).toBe('Anmelden · Northwind')
    const arabic = await site.visit().open('/login?ui_locales=ar')
    expect(arabic.html).toContain('<html lang="ar" dir="rtl">')
  })

  it('answers nonsense with a page', async () => {
    const reader = site.visit()
    const paths = ['/login?flow=nonsense', '/login?flow=%00', '/login?flow=../../etc', '/login?aal=aal9']
    const statuses = await Promise.all(paths.map(async (path) => (await reader.open(path)).status))
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(site.failures).toEqual([])
  })
})

describe.skipIf(!isBuilt)('a code by mail as the only second factor', () => {
  beforeAll(async () => {
    site = await openSite({
      selfservice: { methods: { code: { passwordless_enabled: false, mfa_enabled: true } } },
    })
  })
  afterAll(() => site.close())

  it('is headed as the second step, and has an exit to the same sign-in', async () => {
    const person = await signUp(site.visit())
    await nextCode(site, person)
    const reader = site.visit()
    const entry = `?${new URLSearchParams({ return_to: 'http://localhost:4455/sessions' })}`
    const typed = { identifier: person.email, password: person.password }
    await reader.press(await reader.open('/login'), ['method', 'password'], typed)
    const asked = await reader.open(`/login${entry}&aal=aal2`)
    const sent = asked.html.includes('name="address"') ? await reader.press(asked, ['address', person.email]) : asked
    expect(sent.html).toMatch(/<input[^>]*name="code"/)
    expect(sent.title).toBe('One more step · Northwind')
    expect(sent.html).not.toContain('data-testid="start-over"')
    const out = await reader.press(sent, ['', ''])
    expect(out.path).toBe(`/login${entry}`)
    expect(out.title).toBe('Sign in · Northwind')
  })
})
