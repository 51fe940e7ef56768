import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PageReader, shown } from '../../../src/page-reader.fixture.ts'
import { signUp } from '../../../src/people.fixture.ts'
import { isBuilt, openSite, type Site, type SiteOptions } from '../../../src/site.fixture.ts'

const origin = 'http://localhost:4455'
const services: Readonly<Record<string, SiteOptions>> = {
  'the service’s own calls': {},
  'the admin API alone': { ownCalls: false, adminApi: true },
}

async function download(reader: PageReader) {
  const response = await reader.visitor.fetch(`${origin}/settings/data/export`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

for (const [name, options] of Object.entries(services)) {
  describe.skipIf(!isBuilt)(`one’s own data, by ${name}`, () => {
    let site: Site
    beforeAll(async () => {
      site = await openSite({}, options)
    })
    afterAll(() => site.close())

    it('comes as a file, without secrets @your-data-1', async () => {
      const reader = site.visit()
      const { email, password } = await signUp(reader)
      expect((await reader.open('/settings/data')).html).toContain('href="/settings/data/export"')
      const { headers, text } = await download(reader)
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="account-\d{4}-\d\d-\d\d\.json"$/)
      expect(headers.get('cache-control')).toContain('no-store')
      const data = JSON.parse(text)
      expect(data.identity.traits.email).toBe(email)
      expect(data.credentials.map(({ type }: { type: string }) => type)).toContain('password')
      expect(data.sessions).toHaveLength(1)
      for (const secret of [password, 'hashed', '"config"', 'metadata_admin', '$argon2'])
        expect(text).not.toContain(secret)
    })

    it('is deleted once the address was typed, and the address is free again @your-data-2', async () => {
      const reader = site.visit()
      const person = await signUp(reader)
      const wrong = await reader.press(await reader.open('/settings/data'), ['delete', 'account'], { confirm: 'yes' })
      expect(wrong.status).toBe(400)
      expect(wrong.title).toMatch(/^Error: /)
      expect(wrong.html).toMatch(/aria-invalid="true"/)
      expect((await reader.open('/')).path).toBe('/')
      const gone = await reader.press(wrong, ['delete', 'account'], { confirm: person.email })
      expect(gone.path).toBe('/goodbye')
      expect(shown(gone)).toContain('Your account is deleted')
      expect((await reader.open('/')).path).toBe('/login')
      await signUp(site.visit(), person)
    })

    it('is not deleted by a form of another site, nor without a session @your-data-3', async () => {
      const reader = site.visit()
      const { email } = await signUp(reader)
      const body = new URLSearchParams({ confirm: email }).toString()
      const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const init = { method: 'POST', body, headers: { ...type, Origin: 'https://evil.example' } }
      expect((await reader.visitor.fetch(`${origin}/settings/data`, init)).status).toBe(403)
      const own = { ...init, headers: { ...type, Origin: origin } }
      const stranger = await site.visitor().fetch(`${origin}/settings/data`, own)
      expect(stranger.headers.get('location')).toMatch(/^\/login/)
      expect((await reader.open('/')).path).toBe('/')
    })

    it('requires a session', async () => {
      expect((await site.visit().open('/settings/data')).path).toMatch(/^\/login\?return_to=/)
      expect((await download(site.visit())).headers.get('location')).toMatch(/^\/login\?return_to=/)
    })
  })
}

describe.skipIf(!isBuilt)('one’s own data', () => {
  it('is not deleted over an old sign-in: the person confirms first @your-data-4', async () => {
    const site = await openSite()
    const reader = site.visit()
    const { email, password } = await signUp(reader)
    const form = await reader.open('/settings/data')
    site.clock.advance(16 * 60_000)
    const confirm = await reader.press(form, ['delete', 'account'], { confirm: email })
    expect(confirm.path).toMatch(/^\/login\?refresh=true&return_to=/)
    const back = await reader.press(confirm, ['method', 'password'], { password })
    expect(back.path).toBe('/settings/data')
    await site.close()
  })

  it('says why it is unavailable if the service has no call for it', async () => {
    const site = await openSite({}, { ownCalls: false })
    const reader = site.visit()
    await signUp(reader)
    const page = await reader.open('/settings/data')
    expect(page.status).toBe(404)
    expect(shown(page)).toContain('can’t be exported or deleted')
    expect((await download(reader)).status).toBe(404)
    await site.close()
  })
})
