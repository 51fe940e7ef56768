import { startOpenIdProvider } from '@gatehouse/testing/providers'
import { describe, expect, it } from 'vitest'
import { origin } from '../../src/identity.fixture.ts'
import { signUp } from '../../src/people.fixture.ts'
import { isBuilt, openSite } from '../../src/site.fixture.ts'

const clientSecret = 'the-secret-of-the-pages-at-the-provider'

describe.skipIf(!isBuilt)('a form that redirects to another site', () => {
  it('is answered by a page that redirects there, which no form-action blocks', async () => {
    const redirectUris = [`${origin}/self-service/methods/oidc/callback/corp`]
    const provider = await startOpenIdProvider([{ clientId: 'pages', clientSecret, redirectUris }])
    const corp = { id: 'corp', provider: 'generic', client_id: 'pages', client_secret: clientSecret }
    const providers = [{ ...corp, issuer_url: provider.issuer, scope: ['email'] }]
    const site = await openSite({ selfservice: { methods: { oidc: { enabled: true, config: { providers } } } } })
    try {
      const reader = site.visit()
      const page = await reader.press(await reader.open('/login'), ['provider', 'corp'])
      expect(page.status).toBe(200)
      expect(page.headers.has('location')).toBe(false)
      expect(page.html).toContain(`<meta http-equiv="refresh" content="0;url=${provider.issuer}/auth?`)
      expect(page.html).toContain(`<a href="${provider.issuer}/auth?`)
    } finally {
      await site.close()
      await provider.stop()
    }
  })

  it('to an app, by a custom scheme, stays there and offers to open it again', async () => {
    const site = await openSite({ selfservice: { allowed_return_urls: ['notes://signed-in/'] } })
    try {
      const { email, password } = await signUp(site.visit())
      const reader = site.visit()
      const back = 'notes://signed-in/here?note=7'
      const form = await reader.open(`/login?${new URLSearchParams({ return_to: back })}`)
      const page = await reader.press(form, ['method', 'password'], { identifier: email, password })
      expect(page.status).toBe(200)
      expect(page.html).toContain(`<meta http-equiv="refresh" content="0;url=${back}"`)
      expect(page.html).toContain(`<a href="${back}">Open the application again</a>`)
    } finally {
      await site.close()
    }
  })
})
