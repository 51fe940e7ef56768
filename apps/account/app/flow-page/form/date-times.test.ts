import { emailTrait, identityPart, nameTraits, schemaOf } from '@gatehouse/testing/journeys'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminUrl } from '../../../src/identity.fixture.ts'
import { valueOf } from '../../../src/page-reader.fixture.ts'
import { newPerson, signUp } from '../../../src/people.fixture.ts'
import { isBuilt, openSite, type Site } from '../../../src/site.fixture.ts'

const seen = { type: 'string', format: 'date-time', title: 'Seen' }
const note = { type: 'string', title: 'Note' }
const schema = schemaOf({ email: emailTrait('Email'), name: nameTraits, seen, note })

describe.skipIf(!isBuilt)('a date-time in a form', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite({ identity: identityPart('person', schema) })
  })
  afterAll(() => site.close())

  const profile = ['method', 'profile'] as const
  const identityOf = async (email: string) => {
    const found = await site.admin(new Request(`${adminUrl}/admin/identities?credentials_identifier=${email}`))
    const [identity] = (await found.json()) as readonly { id: string; traits: Record<string, unknown> }[]
    if (identity === undefined) throw new Error(`${email} has no account`)
    return identity
  }
  const traitsOf = async (email: string) => (await identityOf(email)).traits

  test('is stored with a zone, and a value that was left as shown keeps its seconds and its zone @date-time-1', async () => {
    const { email } = newPerson()
    const reader = site.visit()
    const signedUp = await reader.press(await reader.open('/registration'), ['method', 'password'], {
      'traits.email': email,
      'traits.seen': '2026-01-02T03:04',
      password: 'kalte-Ente-im-Teich',
    })
    expect(signedUp.path).toMatch(/^\/verification/)
    expect(await traitsOf(email)).toMatchObject({ seen: '2026-01-02T03:04:00Z' })

    const exact = '2026-01-02T03:04:05.678+02:00'
    const patch = [{ op: 'replace', path: '/traits/seen', value: exact }]
    const { id } = await identityOf(email)
    await site.admin(
      new Request(`${adminUrl}/admin/identities/${id}`, { method: 'PATCH', body: JSON.stringify(patch) }),
    )
    const opened = await reader.open('/settings?section=profile')
    expect(valueOf(opened, 'traits.seen')).toBe('2026-01-02T03:04')
    await reader.press(opened, profile, { 'traits.note': 'likes tea' })
    expect(await traitsOf(email)).toMatchObject({ seen: exact, note: 'likes tea' })

    await reader.press(await reader.open('/settings?section=profile'), profile, { 'traits.seen': '2026-01-02T03:05' })
    expect(await traitsOf(email)).toMatchObject({ seen: '2026-01-02T03:05:00+02:00', note: 'likes tea' })
    await reader.press(await reader.open('/settings?section=profile'), profile, { 'traits.seen': '' })
    expect(await traitsOf(email)).not.toHaveProperty('seen')
  })

  test('a text that looks like a date-time is sent as it is @date-time-2', async () => {
    const reader = site.visit()
    const { email } = await signUp(reader)
    await reader.press(await reader.open('/settings?section=profile'), profile, { 'traits.note': '2026-01-02T03:04' })
    expect(await traitsOf(email)).toMatchObject({ note: '2026-01-02T03:04' })
  })
})
