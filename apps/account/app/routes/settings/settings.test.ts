import { linkTo } from '@gatehouse/testing/browser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { valueOf } from '../../../src/page-reader.fixture.ts'
import { nextCode, signUp } from '../../../src/people.fixture.ts'
import { isBuilt, openSite, type Site } from '../../../src/site.fixture.ts'

let site: Site

describe.skipIf(!isBuilt)('settings', () => {
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())

  it('require a session', async () => {
    const page = await site.visit().open('/settings')
    expect(page.path).toBe(`/login?${new URLSearchParams({ return_to: 'http://localhost:4455/settings' })}`)
  })

  it('save the profile and return to its section @settings-1', async () => {
    const reader = site.visit()
    await signUp(reader)
    const page = await reader.press(await reader.open('/settings?section=profile'), ['method', 'profile'], {
      'traits.name.last': 'King',
    })
    expect(page.path).toMatch(/^\/settings\?flow=.*section=profile$/)
    expect(page.html).toContain('data-testid="ui/message/1050001"')
    expect(valueOf(page, 'traits.name.last')).toBe('King')
  })

  it('stay in the language that an application asked for', async () => {
    const reader = site.visit()
    await signUp(reader)
    const form = await reader.open('/settings?section=profile&ui_locales=de')
    const page = await reader.press(form, ['method', 'profile'], { 'traits.name.last': 'King' })
    expect(page.path).toMatch(/^\/settings\?flow=.*ui_locales=de/)
    expect(page.html).toContain('<html lang="de" dir="ltr">')
  })

  it('show the fault of a password beside it', async () => {
    const reader = site.visit()
    const { email } = await signUp(reader)
    const page = await reader.press(await reader.open('/settings?section=password'), ['method', 'password'], {
      password: 'kurz',
    })
    expect(page.status).toBe(400)
    expect(page.html).toContain('href="#password-password"')
    expect(page.html).not.toContain('kurz')
    const [own] = page.html.match(/<input[^>]*autoComplete="username"[^>]*>/) ?? []
    expect(own, 'whose password it is, for password managers alone').toContain(`value="${email}"`)
    expect(own).not.toContain('name=')
  })

  it('ask for a fresh sign-in when it is old, and then finish the change', async () => {
    const reader = site.visit()
    const person = await signUp(reader)
    const form = await reader.open('/settings?section=password')
    site.clock.advance(30 * 60 * 1000)
    const confirm = await reader.press(form, ['method', 'password'], { password: 'neue-Ente-im-Teich-42' })
    expect(confirm.path).toMatch(/^\/login\?refresh=true&return_to=/)
    expect(confirm.title).toBe('Confirm it’s you · Northwind')
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

  it('of another person are not shown @settings-2', async () => {
    const [ada, eve] = [site.visit(), site.visit()]
    await signUp(ada)
    const eves = await signUp(eve)
    const flow = /\?flow=([0-9a-f-]+)/.exec((await ada.open('/settings?section=profile')).html)?.[1] ?? ''
    const page = await eve.open(`/settings?flow=${flow}&section=profile`)
    expect(page.html).toContain('data-testid="notice/other_account"')
    expect(valueOf(page, 'traits.email')).toBe(eves.email)
  })
})

const factors = { selfservice: { methods: { totp: { enabled: true }, lookup_secret: { enabled: true } } } }

describe.skipIf(!isBuilt)('settings with second factors', () => {
  beforeAll(async () => {
    site = await openSite(factors)
  })
  afterAll(() => site.close())

  it('offer second factors before and after the proof of the address, begin it, and are its target', async () => {
    const reader = site.visit()
    const person = await signUp(reader)
    await nextCode(site, person)
    const offers = await reader.open('/settings')
    expect(offers.html).toContain('open/totp')
    const asked = await reader.press(await reader.open('/settings?list=profile'), ['address', person.email])
    expect(asked.path).toMatch(/^\/verification\?.*flow=/)
    const proved = await reader.press(asked, ['method', 'code'], { code: await nextCode(site, person) })
    expect(linkTo(proved.html, 'node/anchor/continue')).toBe('http://localhost:4455/settings?list=profile')
    expect((await reader.open('/settings?list=profile')).html).not.toContain('confirm-address')
    const offered = await reader.open('/settings')
    expect(offered.html).toContain('open/totp')
    expect(offered.html, 'no secret before it is asked for').not.toMatch(/totp_qr|totp_secret_key|[A-Z2-7]{32}/)
    expect((await reader.open('/settings?section=totp')).html).toContain('totp_secret_key')
  })

  it('begin no verification for the address of another person, nor for a form of another site', async () => {
    const [reader, other] = [site.visit(), site.visit()]
    const person = await signUp(reader)
    const stranger = await signUp(other)
    await nextCode(site, stranger)
    await nextCode(site, person)
    const send = (address: string, headers: Readonly<Record<string, string>>) =>
      reader.visitor.fetch(new URL('/settings/confirm-address', 'http://localhost:4455'), {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams({ address }).toString(),
        redirect: 'manual',
      })
    const own = { Origin: 'http://localhost:4455', 'Sec-Fetch-Site': 'same-origin' }
    const refused = await send(person.email, { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' })
    expect(refused.status).toBe(403)
    expect((await send(stranger.email, own)).headers.get('location')).toBe('/settings?list=profile')
    expect((await send(person.email, own)).headers.get('location')).toMatch(/^\/verification\?/)
    expect(site.mailbox.all(stranger.email)).toHaveLength(1)
  })
})
