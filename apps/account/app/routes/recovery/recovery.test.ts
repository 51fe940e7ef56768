import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nextCode, signUp } from '../../../src/people.fixture.ts'
import { isBuilt, openSite, type Site } from '../../../src/site.fixture.ts'

let site: Site

describe.skipIf(!isBuilt)('recovery', () => {
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())

  it('lets a person back in by code, and on to a new password @recovery-1', async () => {
    const person = await signUp(site.visit())
    await nextCode(site, person)
    const reader = site.visit()
    const sent = await reader.press(await reader.open('/recovery'), ['method', 'code'], { email: person.email })
    expect(sent.path).toMatch(/^\/recovery\?flow=/)
    expect(sent.title).toBe('Check your messages · Northwind')
    const wrong = await reader.press(sent, ['method', 'code'], { code: '000000' })
    expect(wrong.status).toBe(400)
    const settings = await reader.press(wrong, ['method', 'code'], { code: await nextCode(site, person) })
    expect(settings.path).toMatch(/^\/settings\?flow=/)
    expect(settings.html).toContain('data-testid="ui/message/1060001"')
    expect(settings.title, 'one task, and no navigation').toBe('Choose a new password · Northwind')
    expect(settings.html).not.toContain('data-testid="nav/settings"')
    expect(settings.html, 'with the caret in its field').toMatch(/<input(?=[^>]*name="password")[^>]*autofocus/i)
    const weak = await reader.press(settings, ['method', 'password'], { password: 'password' })
    expect(weak.title, 'a refusal is on the same page').toMatch(/Choose a new password · Northwind$/)
    const saved = await reader.press(weak, ['method', 'password'], { password: 'neue-Ente-im-Teich-99' })
    expect(saved.html).toContain('data-testid="ui/message/1050001"')
  })

  it('does not tell who has an account', async () => {
    const reader = site.visit()
    const page = await reader.press(await reader.open('/recovery'), ['method', 'code'], { email: 'nobody@example.org' })
    expect(page.status).toBe(200)
    expect(page.title).toBe('Check your messages · Northwind')
  })
})
