import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isBuilt, openSite, type Site } from '../../src/site.fixture.ts'

let site: Site
const origin = 'http://localhost:4455'

describe.skipIf(!isBuilt)('pages of failures', () => {
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.close())

  it('answers an unknown address 404, in the visitor’s language', async () => {
    const page = await site.visit().open('/nowhere/at/all', { 'Accept-Language': 'de' })
    expect(page.status).toBe(404)
    expect(page.html).toContain('lang="de"')
    expect(page.html).toContain('data-testid="error-reference"')
  })

  it('shows an error that the service has stored, under its id @failure-1', async () => {
    const reader = site.visit()
    const page = await reader.open(
      `/self-service/login/browser?${new URLSearchParams({ return_to: 'https://evil.example/' })}`,
    )
    expect(page.path).toMatch(/^\/error\?id=/)
    expect(page.status).toBe(400)
    expect(page.html).toContain(page.path.slice('/error?id='.length))
    expect(page.html).toContain('Told operators: The return_to address')
  })

  it('names the setting that allows an address to developers, also for a page @failure-4', async () => {
    const page = await site.visit().open(`/login?${new URLSearchParams({ return_to: 'https://evil.example/' })}`)
    expect([page.status, page.html]).toEqual([400, expect.stringContaining('Told operators: The return_to address')])
  })

  it('shows an OAuth2 error by its code, and no sentence of the address @failure-2', async () => {
    const page = await site.visit().open('/error?error=invalid_request&error_description=Call+this+number')
    expect(page.status).toBe(400)
    expect(page.html).toContain('invalid_request')
    expect(page.html).not.toContain('Call this number')
    expect((await site.visit().open('/error?error=%3Cb%3ECall+this+number')).html).not.toContain('Call this number')
  })

  it.each(['/error', '/error?id=nonsense'])('answers %s, which names no error, 404', async (path) => {
    expect((await site.visit().open(path)).status).toBe(404)
  })

  it('remembers a language and returns, and never to another site @failure-3', async () => {
    const reader = site.visit()
    const page = await reader.open('/language?language=ar&return_to=%2Flogin')
    expect(page.path).toBe('/login')
    expect(page.html).toContain('<html lang="ar" dir="rtl">')
    const response = await reader.visitor.fetch(`${origin}/language?language=de&return_to=https://evil.example/`)
    expect(response.headers.get('Location')).toBe('/')
    expect((await reader.open('/language?language=xx&return_to=%2Flogin')).html).toContain('lang="de"')
  })

  it('remembers light or dark and sends it with the first byte', async () => {
    const reader = site.visit()
    const page = await reader.press(await reader.open('/login'), ['theme', 'dark'])
    expect(page.path).toBe('/login')
    expect(page.html).toContain('data-theme="dark"')
  })

  it('answers HEAD without a body', async () => {
    const response = await site.visitor().fetch(`${origin}/login`, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
  })

  it('answers methods that no page has with a page, not a stack trace', async () => {
    const ask = (method: string) => site.visitor().fetch(`${origin}/login`, { method, headers: { Origin: origin } })
    const answers = await Promise.all(['PUT', 'DELETE', 'PATCH'].map(ask))
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(site.failures).toEqual([])
  })
})
