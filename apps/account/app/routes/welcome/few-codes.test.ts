import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shown } from '../../../src/page-reader.fixture.ts'
import { isBuilt, openSite, type Site } from '../../../src/site.fixture.ts'

let site: Site
const password = 'kalte-Ente-im-Teich-77'
const codeOf = (index: number) => `code${String(index).padStart(4, '0')}`

/** A person with twelve recovery codes, of which only the first `left` can still be used; created a while ago. */
async function personWith(left: number): Promise<string> {
  const email = `grace${left}@example.org`
  const codes = Array.from({ length: 12 }, (_, index) => ({
    code: codeOf(index),
    ...(index >= left && { used_at: '2026-01-02T03:04:05Z' }),
  }))
  const answer = await site.admin(
    new Request('http://127.0.0.1:4434/admin/identities', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        schema_id: 'person',
        traits: { email, name: { first: 'Grace', last: 'Hopper' } },
        verifiable_addresses: [{ value: email, verified: true, via: 'email', status: 'completed' }],
        credentials: { password: { config: { password } }, lookup_secret: { config: { codes } } },
      }),
    }),
  )
  if (answer.status !== 201) throw new Error(await answer.text())
  return email
}

/** Signs in, with one of the recovery codes as second step. */
async function signIn(identifier: string) {
  const reader = site.visit()
  await reader.press(await reader.open('/login'), ['method', 'password'], { identifier, password })
  const form = await reader.open('/login?aal=aal2&way=lookup_secret')
  await reader.press(form, ['method', 'lookup_secret'], { lookup_secret: codeOf(0) })
  return reader
}

describe.skipIf(!isBuilt)('recovery codes that run out', () => {
  beforeAll(async () => {
    site = await openSite({ selfservice: { methods: { lookup_secret: { enabled: true } } } })
  })
  afterAll(() => site.close())

  it.each([
    { before: 4, said: '3 of 12 left', badge: 'Few left', title: 'You signed in with a recovery code' },
    { before: 1, said: '0 of 12 left', badge: 'None left', title: 'You signed in with your last recovery code' },
  ])('are reported by the overview and the settings: $said @few-codes-1', async ({ before, said, badge, title }) => {
    const reader = await signIn(await personWith(before))
    const overview = await reader.open('/')
    const [notice = ''] = /<div[^>]*notice\/used_code.*?<\/a>/s.exec(shown(overview)) ?? []
    expect(notice).toContain(title)
    expect(notice).toContain('Create new recovery codes')
    expect(notice).toContain(said)
    expect(shown(overview), 'said once').not.toContain('check-up/few_codes')
    expect(notice, 'since when, in words and exactly').toMatch(/<time dateTime="[^"]+" title="[^"]+"[^>]*>Created: /i)
    expect(overview.html).toContain('href="/settings?section=lookup_secret"')
    const list = shown(await reader.open('/settings'))
    expect(list).toContain(said)
    expect(list).toContain(`data-tone="warn">${badge}<`)
    expect(shown(await reader.open('/settings?section=lookup_secret'))).toContain(badge)
  })

  it('are nothing to do while there are enough of them', async () => {
    const reader = await signIn(await personWith(6))
    expect(shown(await reader.open('/'))).not.toContain('few_codes')
    const list = shown(await reader.open('/settings'))
    expect(list).toContain('5 of 12 left')
    expect(list).not.toContain('Few left')
  })
})
