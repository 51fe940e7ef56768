import { describe, expect, it } from 'vitest'
import { knownChallenge, onward } from '../../../src/hydra.fixture.ts'
import { origin } from '../../../src/identity.fixture.ts'
import { useOAuth2Site } from '../../../src/oauth2-site.fixture.ts'
import { type Page, valueOf, type PageReader } from '../../../src/page-reader.fixture.ts'
import { signUp } from '../../../src/people.fixture.ts'
import { isBuilt, openSite } from '../../../src/site.fixture.ts'

const here = `/consent?consent_challenge=${knownChallenge}`

describe.skipIf(!isBuilt)('allowing an application', () => {
  const { hydra, visit } = useOAuth2Site()

  async function personWhoIsAsked(): Promise<PageReader> {
    const reader = visit()
    await signUp(reader)
    const session = await reader.visitor.fetch(`${origin}/self-service/settings/browser`, {
      headers: { Accept: 'application/json' },
    })
    hydra.subject = ((await session.json()) as { identity: { id: string } }).identity.id
    return reader
  }

  /** Posts the form, with changes. */
  async function post(reader: PageReader, page: Page, changes: Readonly<Record<string, string>> = {}, headers = {}) {
    const fields = { consent_challenge: knownChallenge, form_token: valueOf(page, 'form_token') ?? '', ...changes }
    return reader.visitor.fetch(`${origin}/consent`, {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    })
  }

  it('passes the claims of the scopes, and continues without a redirect after the form @consent-1', async () => {
    const reader = await personWhoIsAsked()
    const page = await reader.open(here)
    expect(page.html).toContain('notes.read')
    expect(page.html).toContain('notebook.example')
    const answer = await post(reader, page, { answer: 'allow', remember: 'true' })
    expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
    expect(await answer.text()).toContain(`content="0;url=${onward}"`)
    const claims = { email: expect.stringMatching(/@example.org$/), email_verified: false }
    expect(hydra.received).toEqual([
      {
        path: 'consent/accept',
        body: {
          grant_scope: ['openid', 'email', 'notes.read'],
          grant_access_token_audience: ['https://api.example'],
          remember: true,
          remember_for: 2_592_000,
          session: { id_token: claims, access_token: claims },
        },
      },
    ])
  })

  it.each([{ answer: 'deny' }, { answer: 'perhaps' }, {}])('takes %j for a no', async (changes) => {
    const reader = await personWhoIsAsked()
    const answer = await post(reader, await reader.open(here), changes)
    expect(answer.status).toBe(200)
    expect(hydra.received.map(({ path }) => path)).toEqual(['consent/reject'])
  })

  it.each([
    ['a form of another site', {}, { Origin: 'https://evil.example' }],
    ['a form that says nothing of its origin', {}, { Origin: '' }],
    ['a form without the token', { form_token: '' }, {}],
    ['a form with another token', { form_token: 'A'.repeat(43) }, {}],
  ])('%s allows nothing @consent-2', async (_what, changes, headers) => {
    const reader = await personWhoIsAsked()
    const page = await reader.open(here)
    const answer = await post(reader, page, { answer: 'allow', ...changes }, headers)
    expect(answer.status).toBe(403)
    expect(hydra.received).toEqual([])
  })

  it('is for the person it is about alone @consent-3', async () => {
    await personWhoIsAsked()
    const other = visit()
    await signUp(other)
    const page = await other.open(here)
    expect([page.status, page.title]).toEqual([403, expect.stringContaining('another account')])
    const form = await other.open('/logout')
    expect((await post(other, form, { answer: 'allow', form_token: 'x' })).status).toBe(403)
    expect((await visit().open(here)).path).toMatch(/^\/login\?return_to=/)
    expect(hydra.received).toEqual([])
  })

  it('says so when there is no request, and when the service does not answer', async () => {
    const reader = await personWhoIsAsked()
    expect((await reader.open('/consent')).status).toBe(400)
    expect((await reader.open('/consent?consent_challenge=unknown')).status).toBe(400)
    hydra.isReachable = false
    const page = await reader.open(here)
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  })

  it.each(['/consent', '/device', '/device/done', '/logout?logout_challenge=x'])(
    '%s says that no OAuth2 server is set up',
    async (path) => {
      const plain = await openSite()
      const page = await plain.visit().open(path)
      await plain.close()
      expect([page.status, page.title]).toEqual([501, 'Not set up here · Northwind'])
    },
  )
})
