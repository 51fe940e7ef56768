import { expect, test } from 'vitest'

import { acme, createOrganizationHarness } from './organization-harness.fixture.ts'

const ada = { sub: 'ada-1', email: 'ada@acme.test', email_verified: true, given_name: 'Ada' }

test.each([
  ['b2b', (organizations: unknown) => ({ selfservice: { methods: { b2b: { config: { organizations } } } } })],
  [
    'organizations',
    (organizations: unknown) => ({
      organizations,
      selfservice: { methods: { b2b: { config: { organizations: [] } } } },
    }),
  ],
])('sessions last as long as the organization says in the file (%s) @organization-lifespan-1', async (_key, of) => {
  const harness = await createOrganizationHarness(
    of([{ id: acme, label: 'Acme', domains: ['acme.test'], session_lifespan: '1h30m' }]),
  )
  const { browser } = await harness.enter(ada, 'acme-sso', acme)
  const session = (await browser.whoami()).body
  expect(Date.parse(session.expires_at) - Date.parse(session.issued_at)).toBe(5_400_000)
  await harness.stop()
})
