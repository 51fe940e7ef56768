import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shown } from '../../../src/page-reader.fixture.ts'
import { isBuilt, openSite, type Site } from '../../../src/site.fixture.ts'

let site: Site
const password = 'kalte-Ente-im-Teich-77'

/** The overview of a new person whose addresses were verified, or were not. */
async function overviewOf(addresses: Readonly<Record<string, boolean>>): Promise<string> {
  const [email = ''] = Object.keys(addresses)
  const answer = await site.admin(
    new Request('http://127.0.0.1:4434/admin/identities', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        schema_id: 'person',
        traits: { email, name: { first: 'Grace', last: 'Hopper' } },
        verifiable_addresses: Object.entries(addresses).map(([value, verified]) => ({
          value,
          verified,
          via: 'email',
          status: verified ? 'completed' : 'sent',
        })),
        credentials: { password: { config: { password } } },
      }),
    }),
  )
  if (answer.status !== 201) throw new Error(await answer.text())
  const reader = site.visit()
  await reader.press(await reader.open('/login'), ['method', 'password'], { identifier: email, password })
  return shown(await reader.open('/'))
}

describe.skipIf(!isBuilt)('the security check-up', () => {
  beforeAll(async () => {
    site = await openSite({ selfservice: { methods: { totp: { enabled: true } } } })
  })
  afterAll(() => site.close())

  it('says how many of its tasks are done, as long as there is one left @check-up-1', async () => {
    const fresh = await overviewOf({ 'grace@example.org': false })
    expect(fresh).toContain('0 of 2 done')
    const verified = await overviewOf({ 'grace.hopper@example.org': true })
    expect(verified).toContain('1 of 2 done')
    expect(verified, 'a task that is done is not listed').not.toContain('Verify your address')
  })
})
