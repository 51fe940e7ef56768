import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isBuilt, openSite, type Site } from '../../../src/site.fixture.ts'

let site: Site
const password = 'kalte-Ente-im-Teich-77'
const email = 'grace@example.org'
const onePassword = 'bada5566-a7aa-401f-bd96-45619a55120d'
const publicKey =
  'pQECAyYgASFYIGVtaX9nwPQ5cI2Yy0vR0eN9HpQpMqYFDqAQzdEQ0CjAIlggZW1pf2fA9DlwjZjLS9HR430elCkypgUOoBDN0RDQKMA='

/** A passkey that was added on a day of January; without a make, `aaguid` is zeros alone. */
function passkey(id: string, day: number, name = '', aaguid = '00000000-0000-0000-0000-000000000000') {
  return {
    id: Buffer.from(id).toString('base64'),
    public_key: publicKey,
    display_name: name,
    added_at: `2026-01-0${day}T03:04:05Z`,
    is_passwordless: true,
    authenticator: { aaguid: Buffer.from(aaguid.replaceAll('-', ''), 'hex').toString('base64'), sign_count: 0 },
  }
}

const keys = [
  passkey('newest', 5),
  passkey('first', 1),
  passkey('second', 2),
  passkey('named', 3, 'Passkey 2'),
  passkey('vault', 3, '', onePassword),
  passkey('other vault', 4, '', onePassword),
]

async function signedIn() {
  const reader = site.visit()
  await reader.press(await reader.open('/login'), ['method', 'password'], { identifier: email, password })
  return reader
}

const headings = (html: string) => [...html.matchAll(/<h2[^>]*>(?:<[^>]+>)*([^<]+)/g)].map(([, text]) => text)
const labels = (html: string) => [...html.matchAll(/aria-label="Remove: ([^"]+)"/g)].map(([, text]) => text)

describe.skipIf(!isBuilt)('passkeys without names of their own', () => {
  beforeAll(async () => {
    const rp = { id: 'localhost', display_name: 'Gatehouse', origins: ['http://localhost:4455'] }
    site = await openSite({ selfservice: { methods: { passkey: { enabled: true, config: { rp } } } } })
    const answer = await site.admin(
      new Request('http://127.0.0.1:4434/admin/identities', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          schema_id: 'person',
          traits: { email, name: { first: 'Grace', last: 'Hopper' } },
          verifiable_addresses: [{ value: email, verified: true, via: 'email', status: 'completed' }],
          credentials: {
            password: { config: { password } },
            passkey: { config: { credentials: keys, user_handle: 'R3JhY2Vz' } },
          },
        }),
      }),
    )
    if (answer.status !== 201) throw new Error(await answer.text())
  })
  afterAll(() => site.close())

  it('are numbered by their age, in the row, its button and the question @key-names-1', async () => {
    const reader = await signedIn()
    const { html } = await reader.open('/settings?section=passkey')
    const names = ['Passkey 4', 'Passkey', 'Passkey 3', 'Passkey 2', '1Password', '1Password 2']
    expect(headings(html).slice(-names.length)).toEqual(names)
    expect(labels(html)).toEqual(names)
    const id = Buffer.from('second').toString('hex')
    const question = await reader.open(`/settings?section=passkey&remove=${id}`)
    expect(question.html).toContain('Remove “Passkey 3”?')
    const left = /data-testid="left".*?<\/ul>/s.exec(question.html)?.[0]
    expect(left, 'the others keep their numbers').toContain('Passkey 4, Passkey, Passkey 2, 1Password, 1Password 2')
  })
})
