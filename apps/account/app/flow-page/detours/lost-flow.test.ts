import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { valueOf } from '../../../src/page-reader.fixture.ts'
import { newPerson, signUp } from '../../../src/people.fixture.ts'
import { isBuilt, openSite, type Site } from '../../../src/site.fixture.ts'

let site: Site
const hour = 60 * 60 * 1000

describe.skipIf(!isBuilt)('a form of a lost flow', () => {
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())

  it('is drawn again after it expired, with the input except the password', async () => {
    const { email } = newPerson()
    const reader = site.visit()
    const form = await reader.open('/login')
    site.clock.advance(2 * hour)
    const page = await reader.press(form, ['method', 'password'], { identifier: email, password: 'typed-in-vain-1' })
    expect(page.status).toBe(410)
    expect(page.html).toMatch(/data-testid="(?:notice\/replaced|ui\/message\/4010001)"/)
    expect(valueOf(page, 'identifier')).toBe(email)
    expect(page.html).not.toContain('typed-in-vain-1')
    const again = await reader.press(page, ['method', 'password'], { password: 'typed-in-vain-2' })
    expect(again.status).toBe(400)
    expect(again.html).toContain('data-testid="ui/message/4000006"')
  })

  it.each(['recovery', 'verification'])('comes back at /%s after it expired @lost-flow-1', async (kind) => {
    const { email } = newPerson()
    const reader = site.visit()
    const form = await reader.open(`/${kind}`)
    site.clock.advance(2 * hour)
    const page = await reader.press(form, ['method', 'code'], { email })
    expect(page.status).toBe(410)
    expect(page.html).toContain('data-testid="notice/replaced"')
    const again = await reader.press(page, ['method', 'code'], { email })
    expect(again.html).toContain(email)
    expect(again.html).toContain('name="code"')
  })

  it.each(['login', 'registration', 'recovery', 'verification'])(
    'is drawn again at /%s when its link is old',
    async (kind) => {
      const reader = site.visit()
      const form = await reader.open(`/${kind}`)
      const flow = /\?flow=([0-9a-f-]+)/.exec(form.html)?.[1] ?? ''
      site.clock.advance(2 * hour)
      const page = await reader.open(`/${kind}?flow=${flow}`)
      expect(page.status).toBe(200)
      expect(page.html).toContain('data-testid="notice/expired"')
      const unknown = await reader.open(`/${kind}?flow=00000000-0000-4000-8000-000000000000`)
      expect(unknown.status).toBe(200)
      expect(unknown.html).toContain('data-testid="notice/unknown_flow"')
    },
  )

  it('is drawn again for a browser that sends no cookie, and names the remedy', async () => {
    const reader = site.visit()
    const form = await reader.open('/login')
    reader.visitor.forget()
    const page = await reader.press(form, ['method', 'password'], { identifier: 'ada@example.org', password: 'x' })
    expect(page.status).toBe(403)
    expect(page.html).toContain('data-testid="notice/cookies_blocked"')
    expect(valueOf(page, 'identifier')).toBe('ada@example.org')
  })

  it('in a second tab redirects, because the first tab has signed in', async () => {
    const person = await signUp(site.visit())
    const reader = site.visit()
    const typed = { identifier: person.email, password: person.password }
    const [one, two] = [await reader.open('/login'), await reader.open('/login')]
    expect((await reader.press(one, ['method', 'password'], typed)).path).toBe('/')
    expect((await reader.press(two, ['method', 'password'], typed)).path).toBe('/')
  })

  it('keeps the return address', async () => {
    const reader = site.visit()
    const return_to = 'http://localhost:4455/sessions'
    const form = await reader.open(`/login?${new URLSearchParams({ return_to })}`)
    site.clock.advance(2 * hour)
    const page = await reader.press(form, ['method', 'password'], { identifier: 'a@example.org', password: 'x' })
    expect(page.html).toContain(new URLSearchParams({ return_to }).toString())
  })

  it('does not accept a form from another site', async () => {
    const reader = site.visit()
    const form = await reader.open('/login')
    const action = /action="(\/login\?flow=[^"]+)"/.exec(form.html)?.[1] ?? ''
    const response = await reader.visitor.fetch(`http://localhost:4455${action}`, {
      method: 'POST',
      headers: { Origin: 'https://evil.example', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'method=password&identifier=a&password=b',
    })
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('data-testid="notice/foreign_form"')
  })
})

describe.skipIf(!isBuilt)('while the identity service is away', () => {
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())

  it('says so, with the wait and the id for the log', async () => {
    site.setReachable(false)
    const page = await site.visit().open('/login')
    expect(page.status).toBe(503)
    expect(page.headers.get('Retry-After')).toBe('5')
    expect(page.html).toMatch(/data-testid="error-reference">[\da-f]{32}</)
    expect(site.failures).toHaveLength(1)
    site.setReachable(true)
  })

  it('keeps the form on the screen if script sent it', async () => {
    const reader = site.visit()
    const form = await reader.open('/login')
    const action = /action="\/login(\?flow=[^"]+)"/.exec(form.html)?.[1] ?? ''
    site.setReachable(false)
    const response = await reader.visitor.fetch(`http://localhost:4455/login.data${action}`, {
      method: 'POST',
      headers: { Origin: 'http://localhost:4455', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'method=password&identifier=a&password=b',
    })
    site.setReachable(true)
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('unavailable')
  })
})
