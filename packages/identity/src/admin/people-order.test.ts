import { expect, test } from 'vitest'

import { createTestService, signIn } from '../service.fixture.ts'

const pageToken = (link: string | null, rel: string) =>
  new RegExp(`[?&]page_token=([^&>]*)[^>]*>; rel="${rel}"`).exec(link ?? '')?.[1]

test('people are listed by name or last use, page by page in both directions, and filtered by their sign-in methods @people-order-1', async () => {
  const password = { password: { config: { password: 'correct horse' } } }
  const totp = {
    config: { totp_url: 'otpauth://totp/a:b?algorithm=SHA1&digits=6&issuer=a&period=30&secret=JBSWY3DPEHPK3PXP' },
  }
  const address = (email: string, verified: boolean) => ({
    verifiable_addresses: [{ value: email, via: 'email', verified, status: verified ? 'completed' : 'pending' }],
  })
  const named = (first: string, more: object = {}) => {
    const email = `${first.toLowerCase().replace('é', 'e')}-in@example.org`
    return { email, more: { name: { first } }, of: { ...address(email, first !== 'Zoe'), ...more } }
  }
  const people = [
    named('Zoe', { credentials: { password: password.password, totp } }),
    named('Émile', { credentials: password }),
    named('Ada', { credentials: password, state: 'inactive' }),
    named('Emil'),
  ]
  const service = await createTestService()
  const { admin, clock } = service
  const ids: string[] = []
  for (const { email, more, of } of people) {
    const made = await admin('/admin/identities', {
      method: 'POST',
      body: { schema_id: 'default', traits: { email, ...more }, ...of },
    })
    expect(made.status).toBe(201)
    ids.push(made.body.id)
    clock.now += 1_000
  }
  const search = (query: string) => admin(`/admin/identities?${query}`)
  const first = (answer: { body: { traits: { name: { first: string } } }[] }) =>
    answer.body.map((one) => one.traits.name.first)
  const list = async (query: string) => first(await search(query))
  expect(await list('order=name_asc')).toEqual(['Ada', 'Emil', 'Émile', 'Zoe'])
  expect(await list('order=name_desc&search=example')).toEqual(['Zoe', 'Émile', 'Emil', 'Ada'])

  for (const name of ['emile', 'zoe']) {
    clock.now += 60_000
    await signIn(service, `${name}-in@example.org`)
  }
  expect(await list('order=last_seen_desc')).toEqual(['Zoe', 'Émile', ...(await list('order=last_seen_desc')).slice(2)])
  expect((await list('order=last_seen_asc')).slice(2)).toEqual(['Émile', 'Zoe'])

  const one = await search('order=name_asc&page_size=2')
  const next = pageToken(one.headers.get('link'), 'next') ?? ''
  const two = await search(`order=name_asc&page_size=2&page_token=${next}`)
  expect(first(two)).toEqual(['Émile', 'Zoe'])
  expect(pageToken(two.headers.get('link'), 'next')).toBeUndefined()
  const back = await search(`order=name_asc&page_size=2&page_token=${pageToken(two.headers.get('link'), 'prev')}`)
  expect([first(back), pageToken(back.headers.get('link'), 'prev')]).toEqual([['Ada', 'Emil'], undefined])
  expect(pageToken(back.headers.get('link'), 'next')).toBe(next)

  expect(await list('order=name_asc&second_step=true')).toEqual(['Zoe'])
  expect(await list('order=name_asc&second_step=false&state=active')).toEqual(['Emil', 'Émile'])
  expect(await list('order=name_asc&verified=false')).toEqual(['Zoe'])
  expect(await list('order=name_asc&verified=true&method=password')).toEqual(['Ada', 'Émile'])
  expect(await list('order=name_asc&method=passkey')).toEqual([])
  const lately = new Date(clock.now - 90_000).toISOString()
  expect(await list(`order=name_asc&last_seen_before=${lately}`)).toEqual(['Ada', 'Emil'])
  expect(await list('order=name_asc&created_after=2100-01-01')).toEqual([])

  const shown = await search('order=name_desc&page_size=1&include_set_up=true')
  expect(shown.body[0]['set_up']).toEqual({
    signs_in_with: expect.arrayContaining(['password']),
    second_steps: ['totp'],
    last_seen_at: new Date(clock.now).toISOString(),
  })
  expect(JSON.stringify(shown.body)).not.toContain('JBSWY3DPEHPK3PXP')
  // The list shows a change of an account at once.
  await admin(`/admin/identities/${ids[0]}/credentials/totp`, { method: 'DELETE' })
  expect(await list('order=name_asc&second_step=true')).toEqual([])
})
