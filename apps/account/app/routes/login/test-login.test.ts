import { startOpenIdProvider } from '@gatehouse/testing/providers'
import { expect, it, onTestFinished } from 'vitest'
import { origin } from '../../../src/identity.fixture.ts'
import { isBuilt, openSite } from '../../../src/site.fixture.ts'

const clientSecret = 'a-secret-of-the-client-of-these-tests'

it.skipIf(!isBuilt).each([
  ['who comes fits the schema', { sub: 'ada-1', email: 'ada@example.org' }, 'The test is done'],
  ['who comes has no address', { sub: 'bob-1' }, 'The test found a problem'],
])('a test login has one button, then says how it went: %s @test-login-page-1', async (_what, person, title) => {
  const redirectUris = [`${origin}/self-service/methods/oidc/callback/corp`]
  const provider = await startOpenIdProvider([{ clientId: 'pages', clientSecret, redirectUris }])
  onTestFinished(() => provider.stop())
  provider.signInAs(person)
  const corp = { id: 'corp', label: 'Corp', provider: 'generic', client_id: 'pages', client_secret: clientSecret }
  const providers = [{ ...corp, issuer_url: provider.issuer, scope: ['email'] }]
  const site = await openSite({
    dev: true,
    selfservice: { methods: { oidc: { enabled: true, config: { providers } } } },
  })
  onTestFinished(() => site.close())
  const created = await site.admin(
    new Request('http://127.0.0.1:4434/admin/test-login-flows', {
      method: 'POST',
      body: JSON.stringify({ provider_id: 'corp' }),
    }),
  )
  const { id } = (await created.json()) as { id: string }

  const visitor = site.visitor()
  const open = async (path: string) =>
    (await visitor.fetch(new URL(path, origin), { headers: { accept: 'text/html' } })).text()
  const form = await open(`/login?flow=${id}`)
  expect(form).toContain('<title>Test sign-in · Northwind</title>')
  expect(form).toContain('you won’t be signed in')
  expect(form.match(/<button value="corp"[^>]*name="provider"/g)).toHaveLength(1)
  expect(form).not.toMatch(/name="(?:identifier|password)"|signup-link|\/logout/)

  const token = /name="csrf_token"[^>]*value="([^"]+)"/.exec(form)?.[1] ?? ''
  const sent = await visitor.fetch(new URL(`/login?flow=${id}`, origin), {
    method: 'POST',
    headers: { accept: 'text/html', origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrf_token: token, provider: 'corp' }).toString(),
    redirect: 'manual',
  })
  const target = /<main><a href="([^"]+)"/.exec(await sent.text())?.[1] ?? ''
  const back = await visitor.fetch(await provider.visit(target.replaceAll('&amp;', '&')), {
    headers: { accept: 'text/html' },
    redirect: 'manual',
  })
  expect(back.headers.get('location')).toContain(`/login?flow=${id}`)
  const done = await open(`/login?flow=${id}`)
  expect(done).toContain(`<title>${title} · Northwind</title>`)
  const main = /<main.*<\/main>/s.exec(done)?.[0] ?? ''
  expect(main.includes('does not fit the identity schema')).toBe(title.includes('problem'))
  expect(main).not.toMatch(/name="(?:identifier|password|provider)"|signup-link|second step/)
  expect(site.failures).toEqual([])
})
