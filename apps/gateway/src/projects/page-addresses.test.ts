import { parseIdentityConfig } from '@gatehouse/identity/configuration'
import { expect, test } from 'vitest'
import { misplacedPages } from './page-addresses.ts'

const origin = 'https://auth.example.org'

async function faults(flows: Readonly<Record<string, { readonly ui_url: string }>>): Promise<readonly string[]> {
  const { config } = await parseIdentityConfig({
    serve: { public: { base_url: origin } },
    dsn: 'memory',
    identity: { schemas: [{ id: 'default', url: 'base64://eyJwcm9wZXJ0aWVzIjp7InRyYWl0cyI6e319fQ==' }] },
    secrets: { default: ['a-secret-of-sixteen'] },
    selfservice: { flows },
  })
  return misplacedPages(config, origin)
}

test('pages at their own paths, unset pages, and pages on other origins are no fault', async () => {
  expect(await faults({})).toEqual([])
  expect(await faults({ login: { ui_url: `${origin}/login/` }, error: { ui_url: `${origin}/error?x=1` } })).toEqual([])
  expect(await faults({ login: { ui_url: 'https://app.example.org/auth/login' } })).toEqual([])
})

test('a page at another path of this origin is refused, with the path to write', async () => {
  expect(
    await faults({ login: { ui_url: `${origin}/auth/login` }, settings: { ui_url: `${origin}/account` } }),
  ).toEqual([
    expect.stringMatching(
      /^selfservice\.flows\.login\.ui_url .*\/auth\/login.* write https:\/\/auth\.example\.org\/login,/,
    ),
    expect.stringMatching(/^selfservice\.flows\.settings\.ui_url .*write https:\/\/auth\.example\.org\/settings,/),
  ])
})
