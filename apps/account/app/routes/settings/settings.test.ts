import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { valueOf } from '../../../src/page-reader.fixture.ts'
import { signUp } from '../../../src/people.fixture.ts'
import { isBuilt, openSite, type Site } from '../../../src/site.fixture.ts'

let site: Site

describe.skipIf(!isBuilt)('settings', () => {
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())

  it('are for people who are signed in', async () => {
    const page = await site.visit().open('/settings')
    expect(page.path).toBe(`/login?${new URLSearchParams({ return_to: 'http://localhost:4455/settings' })}`)
  })

  it('save the profile and return to its section @settings-1', async () => {
    const reader = site.visit()
    await signUp(reader)
    const page = await reader.press(await reader.open('/settings'), ['method', 'profile'], {
      'traits.name.last': 'King',
    })
    expect(page.path).toMatch(/^\/settings\?flow=.*section=profile$/)
    expect(page.html).toContain('data-testid="ui/message/1050001"')
    expect(valueOf(page, 'traits.name.last')).toBe('King')
  })

  it('say what is wrong with a password beside it', async () => {
    const reader = site.visit()
    const { email } = await signUp(reader)
    const page = await reader.press(await reader.open('/settings'), ['method', 'password'], { password: 'kurz' })
    expect(page.status).toBe(400)
    expect(page.html).toContain('href="#password-password"')
    expect(page.html).not.toContain('kurz')
    const [own] = page.html.match(/<input[^>]*autoComplete="username"[^>]*>/) ?? []
    expect(own, 'whose password it is, for password managers alone').toContain(`value="${email}"`)
    expect(own).not.toContain('name=')
  })

  it('ask who it is when the sign-in is old, and then finish what was begun', async () => {
    const reader = site.visit()
    const person = await signUp(reader)
    const form = await reader.open('/settings')
    site.clock.advance(30 * 60 * 1000)
    const confirm = await reader.press(form, ['method', 'password'], { password: 'neue-Ente-im-Teich-42' })
    expect(confirm.path).toMatch(/^\/login\?refresh=true&return_to=/)
    expect(confirm.title).toBe('Confirm it is you · Northwind')
    const done = await reader.press(confirm, ['method', 'password'], { password: person.password })
    expect(done.path).toMatch(/^\/settings\?flow=/)
    expect(done.html).toContain('data-testid="ui/message/1050001"')

    const again = site.visit()
    const signedIn = await again.press(await again.open('/login'), ['method', 'password'], {
      identifier: person.email,
      password: 'neue-Ente-im-Teich-42',
    })
    expect(signedIn.path).toBe('/')
  })

  it('of somebody else are not shown @settings-2', async () => {
    const [ada, eve] = [site.visit(), site.visit()]
    await signUp(ada)
    const eves = await signUp(eve)
    const flow = /\?flow=([0-9a-f-]+)/.exec((await ada.open('/settings')).html)?.[1] ?? ''
    const page = await eve.open(`/settings?flow=${flow}`)
    expect(page.html).toContain('data-testid="notice/other_account"')
    expect(valueOf(page, 'traits.email')).toBe(eves.email)
  })
})
