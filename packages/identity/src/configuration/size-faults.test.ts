import { expect, test } from 'vitest'

import { personDocument } from '../identities/schema.fixture.ts'
import { ConfigError, parseIdentityConfig } from '../load-configuration.ts'

const base64 = (text: string) => `base64://${Buffer.from(text).toString('base64')}`
const range = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
const nested = (levels: number) => range(levels, String).reduce<object>((inner, key) => ({ [key]: inner }), {})
const after = (hooks: object) => ({ selfservice: { flows: { registration: { after: { password: { hooks } } } } } })
const hook = (body: string) => ({ hook: 'web_hook', config: { url: 'https://x.test/', method: 'POST', body } })
const oidc = (providers: object) => ({ selfservice: { methods: { oidc: { enabled: true, config: { providers } } } } })
const provider = (id: string, more = {}) => ({ id, provider: 'google', client_id: 'a', client_secret: 'b', ...more })
const long = base64(' '.repeat(70_000))

test.each([
  ['levels', nested(5_000), 'is below more than 64 levels'],
  ['keys', Object.fromEntries(range(30_000, (at) => [`k${at}`, 1])), 'has more than 15000 keys and items'],
  ['items', { cookies: { domain: range(2_000, String) } }, 'cookies.domain has more than 1000 items'],
  ['characters', { cookies: { domain: 'x'.repeat(600_000) } }, 'cookies.domain has more than 524288 characters'],
  ['web hooks', after(range(300, () => hook(base64('{}')))), 'has more than 100 web hooks'],
  ['providers', oidc(range(201, (at) => provider(`p${at}`))), 'providers has more than 200 items'],
  [
    'token templates',
    {
      session: { whoami: { tokenizer: { templates: Object.fromEntries(range(51, (at) => [at, { jwks_url: 'x' }])) } } },
    },
    'has more than 50 templates',
  ],
  ['characters of a hook’s body', after([hook(long)]), 'body has more than 65536 characters'],
  ['characters of a claims mapper', oidc([provider('p', { mapper_url: long })]), 'mapper_url has more than 65536'],
  [
    'characters of a schema',
    { identity: { schemas: [{ id: 'default', url: base64(' '.repeat(300_000)) }] } },
    'has more than 262144 characters',
  ],
])('a configuration with too many %s is refused, with what and how many @size-faults-1', async (_what, part, fault) => {
  const schemas = [{ id: 'default', url: base64(JSON.stringify(personDocument)) }]
  const tree = { identity: { schemas }, secrets: { default: ['a-secret-of-sixteen'] }, ...part }
  const error: unknown = await parseIdentityConfig(tree).catch((refused: unknown) => refused)
  expect(error).toBeInstanceOf(ConfigError)
  expect(String(error)).toContain(fault)
})
